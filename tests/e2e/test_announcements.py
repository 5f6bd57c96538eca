"""What a page tells beside the board: the end of a game, a clock that runs low, how many games wait."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.core.models.games import Game
from games.play.actions import resign
from tests.e2e.conftest import NewContext
from tests.e2e.sitting import Sit
from tests.e2e.table import Table, said, signed_in
from tests.support.playing import drawn, play, stand_at
from tests.support.servers import wait_for

pytestmark = pytest.mark.e2e

# Notes what a browser without an icon on any desk would show there.
NOTED_BADGES = """
  window.badges = [];
  navigator.setAppBadge = async (count) => window.badges.push(count);
  navigator.clearAppBadge = async () => window.badges.push(0);
"""
LAST_BLOW = drawn(white="a7 d7 g4 e3 c3", black="d6 f6 b2")


def test_the_end_is_shown_to_both_in_a_sentence_of_its_own(sit: Sit, game: Game, anna: User, bert: User) -> None:
    white, black = sit(stand_at(game, LAST_BLOW), anna), sit(game, bert)

    white.click("g4", "g7", "b2")
    white.send_button.click()

    how = "anna won: bert has fewer than three stones left."
    said(white.page, "polite", "g4-g7xb2 played.")
    said(white.page, "assertive", f"You have won. {how}")
    said(black.page, "assertive", f"You have lost. {how}")


def test_onlookers_hear_of_a_resignation(sit: Sit, game: Game, anna: User) -> None:
    table = sit(game)

    resign(game.number, anna)

    said(table.page, "assertive", "bert won: anna resigned.")


def test_a_game_that_had_ended_before_is_not_told_again(sit: Sit, game: Game, anna: User) -> None:
    resign(game.number, anna)
    table = sit(game, anna)

    table.open_tab("Chat")
    table.page.get_by_label("Message", exact=True).fill("Well played!")
    table.page.locator("#talk").get_by_role("button", name="Send message").click()

    expect(table.page.get_by_text("Well played!")).to_be_visible()
    said(table.page, "assertive", "")


def test_a_clock_that_runs_low_is_shown_to_whom_it_concerns(
    new_context: NewContext, live_server_url: str, game: Game, anna: User, bert: User
) -> None:
    pages = [signed_in(new_context(), user, live_server_url) for user in (anna, bert)]
    for page in pages:
        page.clock.install()
        Table(page, game, live_server_url).open().ready()

    for page in pages:
        page.clock.fast_forward((71 * 60 + 1) * 60_000 + 30_000)

    said(pages[0], "polite", "Your clock: 58 minutes left.")
    said(pages[1], "polite", "")


def test_a_half_move_in_the_address_is_shown_without_loading_the_page(sit: Sit, game: Game) -> None:
    table = sit(play(game, "d6", "f4", "d2"))
    table.page.evaluate("window.sameDocument = true")

    table.page.evaluate("location.hash = '#ply-1'")

    expect(table.page.locator("[data-travel-count]")).to_have_text("1/3")
    assert table.stones() == {"d6": "white"}
    table.page.evaluate("location.hash = '#ply-3'")
    expect(table.page.locator("[data-travel-count]")).to_have_text("3/3")
    assert table.page.evaluate("window.sameDocument") is True


def badges(page: Page) -> Any:
    return page.evaluate("window.badges.at(-1)")


def test_the_icon_of_the_installed_app_counts_the_games_that_wait(
    new_context: NewContext, live_server_url: str, game: Game, anna: User
) -> None:
    context = new_context()
    context.add_init_script(NOTED_BADGES)
    page = signed_in(context, anna, live_server_url)
    table = Table(page, game, live_server_url).open().ready()
    assert badges(page) == 1

    table.play_by_click("d6")

    wait_for(lambda: badges(page) == 0)
