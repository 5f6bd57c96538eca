"""Pages that are left open: in many tabs, hidden, loaded anew, or left behind while one plays elsewhere."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.core.models.games import Game
from tests.e2e.conftest import NewContext
from tests.e2e.sitting import Sit, Through
from tests.support.playing import drawn, fresh, play, stand_at

pytestmark = pytest.mark.e2e

# A browser has no more over HTTP/1.1.
CONNECTIONS = 6
MILL_NEXT = drawn(white="a7 d7 g4 e3 c3", black="b6 d6 f4 b2 d2")


def hide(page: Page, *, hidden: bool = True) -> None:
    """As if another tab were before it: a browser that is driven shows all of its pages."""
    page.evaluate(
        """hidden => {
          const value = hidden ? "hidden" : "visible";
          Object.defineProperty(document, "visibilityState", { value, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


@pytest.mark.parametrize("is_player", [False, True])
def test_games_that_are_watched_in_many_tabs_leave_room_for_the_next_page(
    live_server_url: str, new_context: NewContext, sit: Sit, begin: Callable[..., Game], carla: User, is_player: bool
) -> None:
    games = [begin() for _number in range(CONNECTIONS)]
    first = sit(games[0], carla if is_player else None)
    pages = [first.page, *(first.page.context.new_page() for _game in games[1:])]
    for page, game in zip(pages, games, strict=True):
        page.goto(f"{live_server_url}/games/{game.number}/")
        expect(page.locator("#game[data-ready]")).to_be_attached()
        hide(page)

    last = first.page.context.new_page()
    last.goto(f"{live_server_url}/rules/")
    answer = last.evaluate("fetch('/api/v1/', { signal: AbortSignal.timeout(20000) }).then(({ status }) => status)")

    assert answer == 200


def test_a_page_that_is_shown_again_has_what_happened_meanwhile(sit: Sit, game: Game) -> None:
    table = sit(game)
    hide(table.page)
    play(game, "d6")

    hide(table.page, hidden=False)

    table.expect_stone("d6", "white stone")


def test_a_move_in_the_making_is_there_again_after_the_page_was_loaded_anew(
    sit: Sit, begin: Callable[..., Game], anna: User
) -> None:
    table = sit(stand_at(begin(), MILL_NEXT), anna)
    table.click("g4", "g7", "b6")

    table.page.reload()
    table.ready()

    expect(table.send_button).to_contain_text("g4-g7xb6")
    table.send()
    assert fresh(table.game).last_move == "g4-g7xb6"


def test_a_move_in_the_making_ends_with_its_position(sit: Sit, game: Game, anna: User, bert: User) -> None:
    table = sit(game, anna)
    table.click("d6")
    table.page.goto("about:blank")
    play(game, "f4", "d6")

    table.open().ready()

    expect(table.send_button).to_be_disabled()
    assert table.stones() == {"f4": "white", "d6": "black"}


def test_a_page_says_that_the_move_was_sent_from_another(sit: Sit, program: Through, game: Game, anna: User) -> None:
    table = sit(game, anna)
    table.click("d6")

    program(anna).play(game, "f4")

    expect(
        table.page.get_by_role("alert").filter(has_text="f4 has already been played: you sent it from another page")
    ).to_be_visible()
    assert table.stones() == {"f4": "white"}
