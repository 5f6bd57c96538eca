"""The web process dies under two open boards and comes back: nothing is missed, by whichever way the moves came."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.core.models.games import Game
from tests.e2e.conftest import NewContext
from tests.e2e.table import Table, signed_in
from tests.support.live import WebProcess, restartable_web_process
from tests.support.playing import fresh, play

pytestmark = pytest.mark.e2e

Sit = Callable[[User], Table]


@pytest.fixture
def server(transactional_db: None) -> Iterator[WebProcess]:
    """A web process of the test's own, to be killed."""
    with restartable_web_process() as process:
        yield process


@pytest.fixture
def sit(server: WebProcess, new_context: NewContext, game: Game) -> Sit:
    """A factory of browsers at the game; the document is marked, so that a reload would show."""

    def make(user: User) -> Table:
        table = Table(signed_in(new_context(strict=False), user, server.url), game, server.url).open().ready()
        table.page.evaluate("window.sameDocument = true")
        return table

    return make


def test_moves_made_while_the_server_was_dead_appear_on_both_boards(
    server: WebProcess, sit: Sit, game: Game, anna: User, bert: User
) -> None:
    boards = white, black = sit(anna), sit(bert)
    white.play_by_click("d6")
    black.expect_stone("d6", "white stone")

    server.kill()
    play(game, "f4", "d2")
    server.start()

    for board in boards:
        board.expect_soon({"d6": "white", "f4": "black", "d2": "white"})
        expect(board.page.locator("#game-moves .moves__move")).to_have_text(["d6", "f4", "d2"])
        assert board.page.evaluate("window.sameDocument") is True


def test_the_game_goes_on_live_after_the_server_has_come_back(
    server: WebProcess, sit: Sit, game: Game, anna: User, bert: User
) -> None:
    white, black = sit(anna), sit(bert)

    server.kill()
    expect(white.page.locator("#game")).to_be_visible()
    server.start()
    white.play_by_click("d6")
    black.wait_for_turn()
    black.play_by_click("f4")
    white.wait_for_turn()

    assert white.stones() == black.stones() == {"d6": "white", "f4": "black"}


def test_a_move_that_met_no_server_is_kept_on_the_board_and_played_once(
    server: WebProcess, sit: Sit, game: Game, anna: User, bert: User
) -> None:
    white, black = sit(anna), sit(bert)
    send = white.send_button
    white.click("d6")

    server.kill()
    send.click()
    white.expect_prompt("No connection. Trying again …")
    expect(white.page.locator("#prompt")).to_contain_text("The server cannot be reached.", timeout=30_000)
    assert white.stones() == {"d6": "white"}
    server.start()
    white.send()

    black.expect_soon({"d6": "white"})
    assert [move.notation for move in fresh(game).moves.all()] == ["d6"]
