"""Conditional moves: which lines can be stored, and what they answer."""

import pytest

from muehle import STANDARD, IllegalReason, ImpossibleLine, LineFault, Move
from muehle.conditional_moves import Line, answer_to, check_lines
from tests.muehle.boards import board

# Black moves next; the one who has stored them is White, who waits with two stones for a mill on a7-d7-g7.
WAITING = """
    W---------W---------.
    |  .------.------.  |
    |  |  W---.---.  |  |
    .--B--.       .--.--W
    |  |  .---.---B  |  |
    |  .------B------.  |
    B---------.---------B
"""


def lines(*texts: str) -> tuple[Line, ...]:
    return tuple(tuple(map(Move.parse, text.split())) for text in texts)


def test_lines_that_begin_alike_belong_together() -> None:
    check_lines(
        board(WAITING, to_move="b", quiet=4),
        lines("d2-d3 g4-g7xb4 d3-d2 c5-d5", "d2-d3 g4-g7xb4 e3-e4 c5-d5", "d2-f2 g4-g7xe3"),
        STANDARD,
    )


@pytest.mark.parametrize(
    ("texts", "where", "fault"),
    [
        (["d2-d3 g4-g7xb4", "d2-d3"], (2, 2), LineFault.ANSWER_MISSING),
        ([""], (1, 1), LineFault.ANSWER_MISSING),
        (["d2-d3 g4-g7xb4 d3-d2"], (1, 4), LineFault.ANSWER_MISSING),
        (["d2-d3 g4-g7xb4", "d2-f2 c5-d5", "d2-d3 c5-d5"], (3, 2), LineFault.TWO_ANSWERS),
        (["d2-d3 c5-d5 d3-d2 d5-c5", "d2-d3 c5-d5 d3-d2 d5-e5"], (2, 4), LineFault.TWO_ANSWERS),
    ],
)
def test_a_line_that_cannot_be_stored_is_refused_where_it_is_wrong(
    texts: list[str], where: tuple[int, int], fault: LineFault
) -> None:
    with pytest.raises(ImpossibleLine) as refused:
        check_lines(board(WAITING, to_move="b", quiet=4), lines(*texts), STANDARD)

    assert (refused.value.line, refused.value.half_move) == where
    assert (refused.value.fault, refused.value.illegal) == (fault, None)


@pytest.mark.parametrize(
    ("text", "half_move", "reason"),
    [
        ("d2-d7 c5-d5", 1, IllegalReason.OCCUPIED),
        ("d2-d3 g4-g7", 2, IllegalReason.MUST_TAKE),
        ("d2-d3 c5-d5 g4-g7 d5-c5", 3, IllegalReason.NOT_YOUR_STONE),
    ],
)
def test_every_half_move_obeys_the_rules_of_the_game(text: str, half_move: int, reason: IllegalReason) -> None:
    with pytest.raises(ImpossibleLine) as refused:
        check_lines(board(WAITING, to_move="b", quiet=4), lines(text), STANDARD)

    assert refused.value.half_move == half_move
    assert refused.value.illegal is not None
    assert refused.value.illegal.reason is reason


def test_an_answer_leaves_what_was_stored_behind_it() -> None:
    stored = lines("d2-d3 g4-g7xb4 d3-d2 c5-d5", "d2-d3 g4-g7xb4", "d2-f2 g4-g7xe3")

    answer = answer_to(Move.parse("d2-d3"), stored)

    assert answer == (Move.parse("g4-g7xb4"), lines("d3-d2 c5-d5"))


def test_a_removal_is_part_of_the_move_that_was_foreseen() -> None:
    assert answer_to(Move.parse("d2-d3xa7"), lines("d2-d3 g4-g7xb4")) is None
