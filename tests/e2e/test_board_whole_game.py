"""Two people play a whole game: one in a browser, one through the API, on a real web process."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from tests.domain.playing import fresh
from tests.e2e.conftest import NewContext
from tests.e2e.table import WHOLE_GAME, Program, Table, signed_in

pytestmark = pytest.mark.e2e


def sign_up(page: Page, url: str, name: str) -> None:
    page.goto(f"{url}/accounts/signup/")
    page.fill("[name=username]", name)
    page.fill("[name=email]", f"{name}@example.org")
    page.fill("[name=password1]", "nine merry stones")
    page.fill("[name=password2]", "nine merry stones")
    page.press("[name=password2]", "Enter")
    expect(page.locator(".masthead").get_by_text(name)).to_be_visible()


def challenge_by_page(page: Page, url: str, opponent: str) -> None:
    page.goto(f"{url}/challenges/new/?to={opponent}")
    page.check("[name=colour][value=white]")
    page.get_by_role("button", name="Send the challenge").click()
    expect(page.get_by_text(f"Your challenge to {opponent} is on its way.")).to_be_visible()


def test_a_browser_and_a_program_play_a_game_from_sign_up_to_the_last_stone(
    new_context: NewContext, live_server_url: str, person: Callable[..., User]
) -> None:
    page = new_context().new_page()
    sign_up(page, live_server_url, "anna")
    bert = Program(person("bert"), live_server_url)

    challenge_by_page(page, live_server_url, "bert")
    (waiting,) = bert.read("challenges/", status="open")["results"]
    bert.send(f"challenges/{waiting['number']}/acceptance/")
    game = Game.objects.get()
    page.goto(live_server_url)
    page.locator(f"a[href='/games/{game.number}/']").first.click()
    table = Table(page, game, live_server_url)

    for index, (mine, theirs) in enumerate(zip(WHOLE_GAME[::2], [*WHOLE_GAME[1::2], ""], strict=True)):
        table.wait_for_turn()
        if index % 2:
            table.play_by_drag(mine, color="white")
        elif theirs:
            table.play_by_click(mine)
        else:
            table.click("d7", "g7", "f2")
            page.get_by_role("button", name="Send move").click()
        if theirs:
            bert.play(game, theirs)

    table.expect_heading("You have won")
    expect(page.get_by_text("anna won: bert has fewer than three stones left")).to_be_visible()
    ended = fresh(game)
    assert (ended.result, ended.termination, ended.ply) == ("1-0", "stones", 27)
    assert [move.notation for move in ended.moves.order_by("ply")] == list(WHOLE_GAME)
    assert bert.read(f"games/{game.number}/")["result"] == "1-0"


def test_a_whole_game_without_scripts(
    new_context: NewContext, live_server_url: str, game: Game, anna: User, bert: User
) -> None:
    tables = [
        Table(signed_in(new_context(java_script_enabled=False), who, live_server_url), game, live_server_url)
        for who in (anna, bert)
    ]

    for ply, notation in enumerate(WHOLE_GAME):
        table = tables[ply % 2].open()
        if ply % 3:
            table.page.select_option("[name=choice]", notation)
        else:
            table.page.locator("#play-more summary").click()
            table.page.fill("[name=notation]", notation)
        table.page.get_by_role("button", name="Send move").click()

    tables[0].expect_heading("You have won")
    tables[1].open().expect_heading("You have lost")
    assert fresh(game).termination == "stones"
