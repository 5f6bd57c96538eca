"""What hands can do beyond touching: stones touched for good, moves as people type them, sending at once, step by step
back, and what is said of the other side's moves."""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.core.models.games import Game
from tests.e2e.sitting import Sit, Through
from tests.e2e.table import Table, said
from tests.support.playing import drawn, fresh, play, stand_at

pytestmark = pytest.mark.e2e

# White to move: g4-g7 closes a mill and may take any of five stones; d7 and a7 wait for it.
MILL_NEXT = drawn(white="a7 d7 g4 e3 c3", black="b6 d6 f4 b2 d2")


def prefer(user: User, **preferences: bool) -> None:
    User.objects.filter(pk=user.pk).update(**preferences)


# --- Touched is moved -------------------------------------------------------------------------------------------------


def test_a_touched_stone_can_be_neither_put_back_nor_exchanged(sit: Sit, game: Game, anna: User) -> None:
    prefer(anna, touch_move=True)
    table = sit(stand_at(game, MILL_NEXT), anna)

    table.click("g4")
    said(table.page, "polite", "You touched g4. Where should it go?")
    for point in ("e3", "g4"):
        table.click(point)
        table.expect_prompt("You touched g4. Where should it go?")
    said(table.page, "polite", "You touched g4, so you must move it.")
    expect(table.page.get_by_role("button", name="Undo")).to_be_disabled()
    table.page.keyboard.press("Escape")

    table.drag(table.point("e3"), "e4")
    table.expect_prompt("You touched g4. Where should it go?")
    table.click("g7", "b6")
    table.send()
    assert fresh(game).last_move == "g4-g7xb6"


def test_a_touched_stone_that_is_dropped_nowhere_still_has_to_move(sit: Sit, game: Game, anna: User) -> None:
    prefer(anna, touch_move=True)
    table = sit(stand_at(game, MILL_NEXT), anna)

    table.drag(table.point("e3"), "c5")

    table.expect_prompt("You touched e3. Where should it go?")


def test_looking_at_the_past_does_not_put_a_touched_stone_back(sit: Sit, game: Game, anna: User) -> None:
    prefer(anna, touch_move=True)
    table = sit(stand_at(game, MILL_NEXT), anna)

    table.click("g4")
    table.page.keyboard.press("Tab")
    table.page.get_by_role("link", name="To the beginning").first.click()
    assert table.stones() == {}
    table.page.get_by_role("link", name="To the end").first.click()

    table.expect_prompt("You touched g4. Where should it go?")


def test_a_stone_that_cannot_move_is_not_touched(sit: Sit, game: Game, anna: User) -> None:
    prefer(anna, touch_move=True)
    table = sit(stand_at(game, drawn(white="a7 d7 g4 e3 c3", black="a4 d6 g7 b2 d2")), anna)

    table.click("a7")

    table.expect_prompt("Choose a stone to move.")


# --- Sending ----------------------------------------------------------------------------------------------------------


def test_without_confirmation_a_complete_move_is_sent_at_once(sit: Sit, game: Game, anna: User) -> None:
    prefer(anna, confirm_moves=False)
    table = sit(stand_at(game, MILL_NEXT), anna)

    table.click("g4", "g7")
    said(table.page, "assertive", "Mill closed: choose a stone to take.")
    assert fresh(game).position == MILL_NEXT
    table.click("b6")

    expect(table.page.locator("#play")).to_have_attribute("data-turn", "theirs")
    assert fresh(game).last_move == "g4-g7xb6"


@pytest.mark.parametrize(
    "text", ["D6", "d 6", "g4 g7 b6", "G4–G7×B6", "g4 to g7 takes b6", "g four to g seven takes b six"]
)
def test_a_move_is_typed_as_people_type(sit: Sit, game: Game, anna: User, text: str) -> None:
    prefer(anna, confirm_moves=False)
    table = sit(game if text[0] in "dD" else stand_at(game, MILL_NEXT), anna)
    table.page.keyboard.press("t")

    table.page.keyboard.type(text)
    table.page.keyboard.press("Enter")

    expect(table.page.locator("#play")).to_have_attribute("data-turn", "theirs")
    assert fresh(game).last_move in ("d6", "g4-g7xb6")


def test_a_move_is_dictated_in_german(sit: Sit, game: Game, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(language="de", confirm_moves=False)
    table = sit(stand_at(game, MILL_NEXT), anna)
    table.page.keyboard.press("t")

    table.page.keyboard.type("g4 nach g7 schlägt b6")
    table.page.keyboard.press("Enter")

    expect(table.page.locator("#play")).to_have_attribute("data-turn", "theirs")
    assert fresh(game).last_move == "g4-g7xb6"


@pytest.mark.parametrize("hands", ["touched", "typed"])
def test_a_typed_mill_asks_for_the_stone_to_take_and_is_sent_with_it(
    sit: Sit, game: Game, anna: User, hands: str
) -> None:
    table = sit(stand_at(game, MILL_NEXT), anna)
    table.page.keyboard.press("t")

    enter(table, "g4 g7")
    said(table.page, "assertive", "Mill closed: choose a stone to take.")
    expect(table.page.locator("#notation")).to_have_value("")
    assert fresh(game).position == MILL_NEXT
    if hands == "touched":
        table.click("b6")
    else:
        enter(table, "b6")
    table.expect_prompt("Send g4-g7xb6?")
    table.send()

    assert fresh(game).last_move == "g4-g7xb6"


def test_a_move_by_hand_takes_the_place_of_what_was_typed(sit: Sit, game: Game, anna: User) -> None:
    table = sit(stand_at(game, MILL_NEXT), anna)
    table.page.keyboard.press("t")

    table.page.keyboard.type("e3-e4")
    table.expect_prompt("Typed: e3-e4")
    table.click("g4", "g7", "b6")
    table.expect_prompt("Send g4-g7xb6?")
    expect(table.page.locator("#notation")).to_have_value("")
    table.send()

    assert fresh(game).last_move == "g4-g7xb6"


def enter(table: Table, text: str) -> None:
    table.page.keyboard.type(text)
    table.page.keyboard.press("Enter")


# --- What the other side did ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "move", "sentence"),
    [
        (MILL_NEXT, "e3-e4", "anna played e3-e4."),
        (MILL_NEXT, "g4-g7xb6", "anna played g4-g7xb6, closed a mill and took the stone on b6."),
    ],
)
def test_the_opponents_move_is_said_with_what_it_took(
    sit: Sit, program: Through, game: Game, anna: User, bert: User, position: str, move: str, sentence: str
) -> None:
    table = sit(stand_at(game, position), bert)

    program(anna).play(game, move)

    said(table.page, "polite", sentence)


def test_marks_can_be_switched_off(sit: Sit, game: Game, anna: User, bert: User) -> None:
    prefer(bert, marks=False)
    play(game, "a7", "b6", "d7", "f6", "g7xb6")
    with_marks, without = sit(game, anna), sit(game, bert)

    assert with_marks.page.locator(".board__mill, .board__went-to").count() == 2
    assert without.page.locator(".board__mill, .board__went-to").count() == 0
    without.expect_stone("d7", "white stone, in a mill")
