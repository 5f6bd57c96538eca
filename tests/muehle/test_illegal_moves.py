"""Why a move is refused: the code, the words, and what would do instead."""

import pytest

from muehle import (
    POINTS,
    RULESETS,
    Color,
    IllegalMove,
    IllegalReason,
    Move,
    Outcome,
    Position,
    Termination,
)
from tests.muehle.boards import board

PLACING = """
    W---------W---------.
    |  W------.------.  |
    |  |  .---.---.  |  |
    .--.--.       .--.--.
    |  |  .---.---.  |  |
    |  B------.------B  |
    .---------.---------B
"""
MOVING = """
    W---------W---------.
    |  .------.------.  |
    |  |  .---.---.  |  |
    .--.--W       .--B--W
    |  |  .---.---.  |  |
    |  .------.------.  |
    B---------B---------B
"""

FREE = tuple(point for point in POINTS if point not in {"a7", "d7", "b6", "b2", "f2", "g1"})

CASES = [
    (PLACING, (6, 6), "a7-a4", "placing_first", (), "you still have 6 in hand; place those first"),
    (PLACING, (6, 6), "b2", "occupied", FREE, "b2 is occupied"),
    (
        PLACING,
        (6, 6),
        "g7",
        "must_take",
        ("b2", "f2", "g1"),
        "this closes a mill, so you must take a stone: b2, f2 or g1",
    ),
    (PLACING, (6, 6), "d6xb2", "nothing_to_take", (), "this does not close a mill, so you cannot take a stone"),
    (PLACING, (6, 6), "g7xg7", "own_stone", ("b2", "f2", "g1"), "g7 is your own stone; take b2, f2 or g1"),
    (MOVING, (0, 0), "d6", "nothing_in_hand", (), "all your stones are placed; move one of them"),
    (MOVING, (0, 0), "b4-b6", "empty_source", ("a7", "d7", "c4", "g4"), "there is no stone on b4"),
    (MOVING, (0, 0), "f4-f6", "not_your_stone", ("a7", "d7", "c4", "g4"), "the stone on f4 is not yours"),
    (MOVING, (0, 0), "g4-f4", "occupied", ("g7",), "f4 is occupied"),
    (MOVING, (0, 0), "d7-d7", "occupied", ("g7", "d6"), "d7 is occupied"),
    (MOVING, (0, 0), "c4-b6", "not_adjacent", ("c5", "b4", "c3"), "b6 is not adjacent to c4"),
    (MOVING, (0, 0), "g4-g7xa7", "own_stone", ("f4",), "a7 is your own stone; take f4"),
    (MOVING, (0, 0), "g4-g7xg4", "no_stone_there", ("f4",), "there is no stone to take on g4; choose f4"),
    (MOVING, (0, 0), "g4-g7xd1", "protected", ("f4",), "d1 is in a mill; take f4"),
]


def refused(position: Position, move: str, rules: str = "standard") -> IllegalMove:
    """The refusal of the move."""
    with pytest.raises(IllegalMove) as caught:
        position.play(Move.parse(move), RULESETS[rules])
    assert not position.is_legal(Move.parse(move), RULESETS[rules])
    return caught.value


@pytest.mark.parametrize(("drawing", "hands", "move", "reason", "alternatives", "words"), CASES)
def test_an_illegal_move_says_why(
    drawing: str, hands: tuple[int, int], move: str, reason: str, alternatives: tuple[str, ...], words: str
) -> None:
    error = refused(board(drawing, hands=hands), move)

    assert (error.reason, error.alternatives, error.words) == (reason, alternatives, words)


def test_every_mill_of_the_opponent_being_protected_is_a_reason_of_its_own() -> None:
    error = refused(
        board("""
    W---------W---------.
    |  .------.------.  |
    |  |  .---.---.  |  |
    .--.--W       .--.--W
    |  |  .---.---.  |  |
    |  B------B------B  |
    B---------B---------B
"""),
        "g4-g7xa1",
        "classic",
    )

    assert (error.reason, error.alternatives) == ("all_protected", ())
    assert error.words == "every opposing stone is in a mill and protected; you take nothing"


def test_the_side_to_move_has_won_against_two_stones() -> None:
    position = Position.parse("WB.......B...W.......WW. w 0 0 0")

    assert position.outcome() == Outcome(Termination.STONES, Color.WHITE)


@pytest.mark.parametrize(
    "drawing",
    [
        """
    W---------B---------W
    |  .------.------.  |
    |  |  .---.---.  |  |
    B--.--.       .--.--B
    |  |  .---.---.  |  |
    |  .------.------.  |
    .---------B---------.
""",
        """
    W---------B---------W
    |  .------.------.  |
    |  |  .---.---.  |  |
    B--.--.       .--.--.
    |  |  .---.---.  |  |
    |  .------.------.  |
    W---------.---------.
""",
        """
    W---------B---------W
    |  .------.------.  |
    |  |  .---.---.  |  |
    B--.--.       .--.--B
    |  |  .---.---.  |  |
    |  .------.------.  |
    W---------B---------W
""",
    ],
    ids=["fewer than three", "opponent fewer than three", "blocked"],
)
def test_no_move_is_legal_once_the_game_is_over(drawing: str) -> None:
    position = board(drawing)

    error = refused(position, "a7-b6")

    assert (error.reason, error.alternatives, error.words) == ("game_over", (), "the game is over")
    assert position.legal_moves() == []


def test_the_message_holds_the_move_and_the_position() -> None:
    error = refused(board(MOVING, quiet=7), "g4-g7xd1")

    assert str(error) == (
        "illegal move g4-g7xd1 in WW.........W.BW......BBB w 0 0 7: d1 is in a mill; take f4"
    )  # fmt: skip


def test_the_parameters_are_what_a_translation_needs() -> None:
    error = refused(board(MOVING), "g4-g7xd1")

    assert error.params == {
        "move": "g4-g7xd1", "source": "g4", "target": "g7", "removed": "d1", "hand": "0", "alternatives": "f4",
    }  # fmt: skip


def test_a_point_that_a_move_does_not_name_is_an_empty_parameter() -> None:
    error = refused(board(PLACING, hands=(6, 6)), "b2")

    assert (error.params["source"], error.params["removed"]) == ("", "")


def test_the_refusal_knows_the_move_and_the_position() -> None:
    error = refused(board(MOVING, quiet=7), "g4-g7xd1")

    assert (error.move, error.position) == ("g4-g7xd1", "WW.........W.BW......BBB w 0 0 7")


def test_stones_that_cannot_move_do_not_end_the_game_while_there_are_more_in_hand() -> None:
    position = board(
        """
    W---------B---------.
    |  .------.------.  |
    |  |  .---.---.  |  |
    B--.--.       .--.--.
    |  |  .---.---.  |  |
    |  .------.------.  |
    .---------.---------.
""",
        hands=(2, 2),
    )

    assert refused(position, "d7").reason is IllegalReason.OCCUPIED


def test_the_first_rule_that_a_move_breaks_is_named() -> None:
    error = refused(board(MOVING), "f4-b6xa7")

    assert error.reason is IllegalReason.NOT_YOUR_STONE


def test_with_no_opposing_stone_on_the_board_a_mill_takes_nothing() -> None:
    position = board(
        """
    W---------W---------.
    |  .------.------.  |
    |  |  .---.---.  |  |
    .--.--.       .--.--.
    |  |  .---.---.  |  |
    |  .------.------.  |
    .---------.---------.
""",
        hands=(7, 8),
    )

    after = position.play(Move.parse("g7"))

    assert after.mills(position.to_move) == (("a7", "d7", "g7"),)
    assert refused(position, "g7xb2").reason is IllegalReason.NO_STONE_THERE
