"""Conditional moves on the board of the game itself: they are entered, shown as a tree, saved, and followed when the
opponent moves meanwhile."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Dialog, expect

from accounts.models import User
from games.core.models.games import Game
from games.play.actions import offer_draw, resign
from games.play.models import ConditionalMoves
from tests.e2e.conftest import PHONE
from tests.e2e.sitting import Sit
from tests.e2e.table import Table, said
from tests.support.playing import fresh, play

pytestmark = pytest.mark.e2e

Begin = Callable[..., Game]


@pytest.fixture
def placed(game: Game) -> Game:
    """Anna has begun; Bert is to move."""
    return play(game, "d6")


def conditional_at(table: Table) -> Table:
    """Show the tab of conditional moves, and wait until the board is for them."""
    table.open_tab("Conditional")
    expect(table.page.locator("#bar")).to_have_attribute("data-state", "conditional")
    return table


def enter(table: Table, *points: str) -> None:
    """Place stones, each as soon as the server has said what may be played."""
    for point in points:
        expect(table.point(point)).to_have_class(re.compile("board__point--open"))
        table.click(point)
        expect(table.page.locator("#conditional-tree [aria-current]")).to_have_text(point)


def back_to_the_game(table: Table) -> None:
    """Another line begins."""
    start = table.page.get_by_role("button", name="Current position", include_hidden=True)
    if not start.is_visible():
        table.open_tab("Conditional")
    start.click()
    expect(start).to_have_attribute("aria-current", "true")


def expect_rows(table: Table, *rows: str) -> None:
    """Wait until the tree has these rows."""
    patterns = [re.compile(r"^\s*" + r"\s*".join(map(re.escape, row.split())) + r"\s*$") for row in rows]
    expect(table.page.locator("#conditional-tree .conditional__row")).to_have_text(patterns)


def save(table: Table) -> None:
    table.page.locator("#conditional-save").click()
    said(table.page, "polite", "Conditional moves saved.")
    expect(table.page.locator("#conditional-save")).to_be_disabled()


def told(table: Table, words: str) -> None:
    expect(table.page.locator("#game-told")).to_contain_text(words)


def deaf(table: Table) -> Table:
    """The page opened again without its events: it learns only from answers what has happened."""
    table.page.route("**/events/**", lambda route: route.abort())
    return conditional_at(table.open().ready())


# --- On the board -----------------------------------------------------------------------------------------------------


@pytest.mark.smoke
@pytest.mark.parametrize("screen", [PHONE, {"width": 1280, "height": 720}], ids=["phone", "desktop"])
def test_conditional_moves_made_on_the_board_of_the_game_answer_the_next_move(
    sit: Sit, placed: Game, anna: User, screen: dict[str, int]
) -> None:
    table = conditional_at(sit(placed, anna, viewport=screen))
    if screen == PHONE:
        table.page.get_by_role("button", name="Enter them on the board").click()
    table.expect_prompt("Choose a move for your opponent.")

    enter(table, "f4", "d2")
    back_to_the_game(table)
    enter(table, "b4")
    table.expect_prompt("b4: choose your answer.")
    enter(table, "f2")
    save(table)

    assert ConditionalMoves.objects.get().lines == [["f4", "d2"], ["b4", "f2"]]
    play(placed, "b4")
    assert fresh(placed).last_move == "f2"


@pytest.mark.smoke
def test_leaving_the_tab_puts_the_board_back_and_keeps_what_was_entered(sit: Sit, placed: Game, anna: User) -> None:
    table = conditional_at(sit(placed, anna))
    enter(table, "f4", "d2")
    assert set(table.stones()) == {"d6", "f4", "d2"}

    table.page.get_by_role("button", name="Back to the game").click()

    expect(table.page.locator("#bar")).to_have_attribute("data-state", "wait")
    expect(table.page.get_by_role("tabpanel")).to_have_accessible_name("Moves")
    table.expect_soon({"d6": "white"})
    table.click("a1")
    table.wait_for_paint()
    assert set(table.stones()) == {"d6"}
    conditional_at(table)
    expect_rows(table, "1. … f4 d2")
    assert set(table.stones()) == {"d6", "f4", "d2"}


def test_the_tree_shows_lines_walks_to_their_moves_and_removes_and_restores_them(
    sit: Sit, placed: Game, anna: User
) -> None:
    table = conditional_at(sit(placed, anna))
    page = table.page
    enter(table, "f4", "d2", "b4", "b2")
    page.locator("#conditional-tree").get_by_role("button", name="d2", exact=True).click()
    enter(table, "g7")
    expect_rows(table, "1. … f4 d2", "2. … b4 b2", "2. … g7 no answer yet")
    expect(page.locator("#conditional-words")).to_have_text(
        "Answers: 2. Moves without an answer are not saved: g7. Not saved yet."
    )

    page.get_by_role("button", name="Remove b4 and all moves after it").click()
    expect_rows(table, "1. … f4 d2", "2. … g7 no answer yet")
    expect(page.get_by_role("button", name="Restore")).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.locator("#conditional-tree .conditional__row")).to_have_count(3)
    page.locator("#conditional-tree").get_by_role("button", name="f4", exact=True).click()
    enter(table, "a1")
    said(page, "polite", "This is your answer now; it replaces the old one.")
    expect_rows(table, "1. … f4 a1")


def test_moves_are_entered_by_keyboard_and_typed_and_taken_back(sit: Sit, placed: Game, anna: User) -> None:
    table = conditional_at(sit(placed, anna))
    page = table.page
    said(page, "polite", "Choose a move for your opponent.")
    table.point("f4").focus()
    page.keyboard.press("Enter")
    said(page, "polite", "f4: choose your answer.")
    expect(table.point("f4")).to_be_focused()

    expect(table.point("d2")).to_have_class(re.compile("board__point--open"))
    page.keyboard.press("t")
    page.keyboard.type("d2")
    page.keyboard.press("Enter")
    expect(page.locator("#conditional-tree [aria-current]")).to_have_text("d2")
    page.locator("h1").click()
    page.keyboard.press("u")
    expect(page.locator("#conditional-tree [aria-current]")).to_have_text("f4")
    expect_rows(table, "1. … f4 no answer yet")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")

    expect(page.locator("#conditional-tree [aria-current]")).to_have_text("f4")


def test_conditional_moves_are_shown_again_and_discarded(sit: Sit, placed: Game, anna: User) -> None:
    ConditionalMoves.objects.create(
        game=placed, player=anna, lines=[["f4", "d2", "b4", "b2"]], updated_at=placed.started_at
    )
    table = conditional_at(sit(placed, anna))
    expect_rows(table, "1. … f4 d2", "2. … b4 b2")

    table.page.get_by_role("button", name="Discard conditional moves").click()

    expect(table.page.locator("#conditional-tree .conditional__row")).to_have_count(0)
    assert not ConditionalMoves.objects.exists()


# --- The opponent moves meanwhile -------------------------------------------------------------------------------------


@pytest.mark.smoke
def test_the_answer_to_a_foreseen_move_lies_on_the_board_and_the_rest_is_kept(
    sit: Sit, placed: Game, anna: User
) -> None:
    table = conditional_at(sit(placed, anna))
    enter(table, "f4", "d2", "b4", "b2")

    play(placed, "f4")

    told(table, "bert played f4. Your answer d2 is ready on the board: send it, or play another move.")
    told(table, "The moves after it are still here, but not saved.")
    expect(table.send_button).to_have_text("Send d2")
    table.send()
    assert fresh(placed).last_move == "d2"
    expect(table.page.locator("#bar")).to_have_attribute("data-state", "conditional")
    expect_rows(table, "2. … b4 b2")
    save(table)
    assert ConditionalMoves.objects.get().lines == [["b4", "b2"]]


def test_after_a_move_that_was_not_foreseen_the_lines_can_still_be_read(sit: Sit, placed: Game, anna: User) -> None:
    table = conditional_at(sit(placed, anna))
    enter(table, "f4", "d2")

    play(placed, "g7")

    told(table, "bert played g7. Your conditional moves do not cover this.")
    table.expect_heading("Your move")
    expect(table.page.get_by_role("region", name="No longer possible")).to_contain_text("f4 d2")
    table.click("a1")
    table.send()
    assert fresh(placed).last_move == "a1"


def test_a_move_without_an_answer_and_the_end_of_the_game_are_told(
    sit: Sit, begin: Begin, placed: Game, anna: User, bert: User
) -> None:
    table = conditional_at(sit(placed, anna))
    enter(table, "f4")
    play(placed, "f4")
    told(table, "bert played f4. You had no answer to it yet.")

    ended = play(begin(), "d6")
    other = conditional_at(sit(ended, anna))
    enter(other, "f4", "d2")
    resign(ended.number, bert)

    other.expect_heading("You have won")
    expect(other.page.get_by_role("region", name="No longer possible")).to_contain_text("f4 d2")


def test_saved_conditional_moves_answer_by_themselves_and_go_on_with_the_game(
    sit: Sit, placed: Game, anna: User
) -> None:
    table = conditional_at(sit(placed, anna))
    enter(table, "f4", "d2", "b4", "b2")
    save(table)

    play(placed, "f4")

    table.expect_stone("d2", "white stone")
    told(table, "d2 has already been played: you sent it from another page, or it was a conditional move.")
    expect(table.page.locator("#conditional-tree .conditional__row")).to_have_text(re.compile("b4"))
    expect(table.page.locator("#conditional-save")).to_be_disabled()
    assert ConditionalMoves.objects.get().lines == [["b4", "b2"]]


@pytest.mark.parametrize(
    ("reply", "words"), [("f4", "Your answer d2 is ready on the board"), ("g7", "do not cover this")]
)
def test_conditional_moves_that_come_too_late_are_refused_and_go_on_with_the_game(
    sit: Sit, placed: Game, anna: User, reply: str, words: str
) -> None:
    table = deaf(sit(placed, anna, strict=False))
    enter(table, "f4", "d2")

    play(placed, reply)
    table.page.locator("#conditional-save").click()

    told(table, words)
    assert not ConditionalMoves.objects.exists()


def test_what_cannot_be_saved_stays_on_the_page(sit: Sit, placed: Game, anna: User) -> None:
    table = conditional_at(sit(placed, anna, strict=False))
    enter(table, "f4", "d2")
    table.page.context.set_offline(True)
    table.page.locator("#conditional-save").click()

    told(table, "The server cannot be reached.")
    expect_rows(table, "1. … f4 d2")
    table.page.context.set_offline(False)
    save(table)
    assert ConditionalMoves.objects.get().lines == [["f4", "d2"]]


def test_an_offer_is_asked_in_the_bar_and_what_was_entered_is_there_afterwards(
    sit: Sit, placed: Game, anna: User, bert: User
) -> None:
    table = conditional_at(sit(placed, anna))
    enter(table, "f4", "d2")

    offer_draw(placed.number, bert)

    expect(table.page.get_by_text("bert offers a draw.")).to_be_visible()
    table.page.locator("#fold-decline > summary").click()
    table.page.get_by_role("button", name="Decline the draw").click()
    save(table)
    assert ConditionalMoves.objects.get().lines == [["f4", "d2"]]


@pytest.mark.parametrize("is_saved", [True, False])
def test_leaving_the_page_asks_only_where_something_is_not_saved(
    sit: Sit, placed: Game, anna: User, *, is_saved: bool
) -> None:
    table = conditional_at(sit(placed, anna))
    enter(table, "f4", "d2")
    if is_saved:
        save(table)
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    table.page.on("dialog", stay)

    table.page.get_by_role("link", name="bert").click(no_wait_after=True)

    if is_saved:
        expect(table.page).to_have_url(re.compile("/players/bert/"))
    else:
        expect(table.page.locator("#conditional-tree .conditional__row")).to_have_count(1)
        table.page.wait_for_timeout(300)
        assert table.page.url == table.address
    assert asked == ([] if is_saved else ["beforeunload"])
