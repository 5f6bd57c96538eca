"""Pages keep still: what stands below does not jump when the scripts come, and what is hidden leaves no gap."""

import pytest
from playwright.sync_api import Route, expect

from accounts.models import User
from games.core.models.games import Game
from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.sitting import Sit, Through
from tests.e2e.table import Table, signed_in
from tests.support.playing import play

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize(
    ("path", "panel"), [("/games/{number}/", "#game-counters"), ("/analysis/?moves=d6,f4", "#share-panel")]
)
def test_nothing_below_the_moves_jumps_when_the_scripts_come(
    new_context: NewContext, live_server_url: str, game: Game, path: str, panel: str
) -> None:
    play(game, "d6", "f4")
    places = []

    for scripts in ("kept away", "there"):
        page = new_context(strict=False).new_page()
        if scripts == "kept away":
            page.route("**/static/**/*.js", lambda route: route.abort())
        page.goto(live_server_url + path.format(number=game.number))
        if scripts == "there":
            expect(page.locator("[data-ready]")).to_be_attached()
        page.evaluate("document.fonts.ready.then(() => null)")
        places.append(page.locator(panel).bounding_box())

    assert places[0] is not None
    assert places[0] == places[1]


def test_the_form_of_who_is_not_on_move_leaves_no_gap(sit: Sit, game: Game, bert: User) -> None:
    table = sit(game, bert)
    table.open_more()

    assert table.page.locator("#play-more").bounding_box() is None
    assert table.send_button.bounding_box() is None


def test_news_do_not_move_the_button_away_from_who_is_about_to_send_a_move(
    new_context: NewContext, live_server_url: str, program: Through, game: Game, anna: User, bert: User
) -> None:
    """The sentence on the first moves goes when both have been made."""
    phone = new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    table = Table(signed_in(phone, anna, live_server_url), play(game, "a4"), live_server_url).open().ready()
    notice, send = table.page.locator("#game-pending p"), table.send_button
    expect(notice).to_have_count(1)
    held: list[Route] = []
    table.page.route(table.address, lambda route: held.append(route), times=1)

    with table.page.expect_request(table.address):
        program(bert).play(game, "c5")
    table.wait_for_turn()
    table.click("d6")
    expect(send).to_be_enabled()
    before = send.bounding_box()
    for route in held:
        route.continue_()
    expect(table.page.locator("#game-moves")).to_contain_text("c5")
    table.wait_for_paint()
    after = send.bounding_box()

    assert held != []
    assert before is not None
    assert after == before
    expect(notice).to_have_count(0)


@pytest.mark.parametrize("path", ["/analysis/?moves=d6,f4", "/learn/take/", "/games/{number}/"])
def test_without_scripts_no_button_does_nothing(
    new_context: NewContext, live_server_url: str, game: Game, path: str
) -> None:
    play(game, "d6", "f4")
    page = new_context(java_script_enabled=False).new_page()

    page.goto(live_server_url + path.format(number=game.number))

    expect(page.locator("button[type=button]:visible:not([data-point])")).to_have_count(0)
