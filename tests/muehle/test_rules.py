"""The section *Play* of the rules, sentences 1 to 8, under the rule set `standard`."""

import pytest

from muehle import Color, Game, IllegalMove, IllegalReason, Move, Outcome, Position, Termination
from tests.muehle.boards import board, notations, play

WHITE, BLACK = Color.WHITE, Color.BLACK

FOUR_AGAINST_FOUR = """
    W---------W---------.
    |  .------.------.  |
    |  |  .---.---B  |  |
    .--W--.       .--B--.
    |  |  .---B---.  |  |
    |  .------.------.  |
    B---------.---------W
"""

WHITE_CAN_CLOSE = """
    W---------W---------.
    |  .------.------.  |
    |  |  .---.---.  |  |
    .--.--W       .--B--W
    |  |  .---.---.  |  |
    |  .------.------.  |
    B---------B---------B
"""

THREE_AGAINST_THREE = """
    W---------W---------.
    |  .------.------.  |
    |  |  .---.---.  |  |
    .--B--.       .--.--.
    |  |  .---.---W  |  |
    |  .------.------.  |
    B---------B---------.
"""

# Black's last stone on d1 hems White in.
NEARLY_BLOCKED = """
    W---------B---------W
    |  .------.------.  |
    |  |  .---.---.  |  |
    B--.--.       .--.--B
    |  |  .---.---.  |  |
    |  .------B------.  |
    W---------.---------W
"""


# --- 1. White begins --------------------------------------------------------------------------------------------------


def test_white_begins() -> None:
    assert Position.start().to_move is WHITE


# --- 2. Placing -------------------------------------------------------------------------------------------------------


def test_each_side_has_nine_stones_in_hand_and_none_on_the_board_at_first() -> None:
    start = Position.start()

    assert (start.hand(WHITE), start.hand(BLACK)) == (9, 9)
    assert (start.stones(WHITE), start.stones(BLACK)) == ((), ())


def test_stones_are_placed_in_turn() -> None:
    position = Position.start().play(Move.parse("d6")).play(Move.parse("f4"))

    assert position.text == "....W........B.......... w 8 8 0"


def test_stones_are_placed_on_any_free_point_and_on_no_other() -> None:
    position = Position.start().play(Move.parse("d6"))

    assert len(position.legal_moves()) == 23
    assert not position.is_legal(Move.parse("d6"))


def test_moving_starts_when_all_eighteen_are_placed() -> None:
    game = Game()

    play(game, "c4 f4 f2 b4 d6 f6 a7 a1 g7 c5 e3 c3 d1 e4 g4 g1 d2")
    before = game.legal_moves()
    play(game, "d3")

    assert {move.source for move in before} == {None}
    assert {move.source for move in game.legal_moves()} == {"a7", "d2", "d6", "g7"}


def test_three_stones_on_the_board_do_not_fly_while_stones_are_in_hand() -> None:
    position = board(
        """
    W---------W---------.
    |  .------.------.  |
    |  |  .---.---.  |  |
    .--W--.       .--.--.
    |  |  .---.---B  |  |
    |  B------.------B  |
    .---------.---------.
""",
        hands=(6, 6),
    )

    with pytest.raises(IllegalMove) as refused:
        position.play(Move.parse("a7-g4"))

    assert refused.value.reason is IllegalReason.PLACING_FIRST


# --- 3. Moving --------------------------------------------------------------------------------------------------------


def test_one_own_stone_moves_to_an_adjacent_free_point() -> None:
    assert notations(board(FOUR_AGAINST_FOUR)) == [
        "a7-a4", "b4-a4", "b4-b2", "b4-b6", "b4-c4", "d7-d6", "d7-g7", "g1-d1", "g1-g4",
    ]  # fmt: skip


@pytest.mark.parametrize("move", ["d5-d3", "c4-e4", "a7-b6"])
def test_no_move_leads_across_the_centre_or_along_a_diagonal(move: str) -> None:
    position = board("""
    W---------.---------.
    |  .------.------B  |
    |  |  .---W---.  |  |
    .--B--W       .--.--.
    |  |  .---.---.  |  |
    |  B------.------B  |
    .---------.---------W
""")

    assert not position.is_legal(Move.parse(move))


# --- 4. Flying --------------------------------------------------------------------------------------------------------


def test_a_side_with_exactly_three_stones_and_none_in_hand_moves_to_any_free_point() -> None:
    position = board(THREE_AGAINST_THREE)

    after = position.play(Move.parse("a7-f2"))

    assert len({str(move)[:5] for move in position.legal_moves()}) == 3 * 18
    assert after.stones(WHITE) == ("d7", "e3", "f2")


def test_four_stones_do_not_fly() -> None:
    assert not board(FOUR_AGAINST_FOUR).is_legal(Move.parse("a7-f2"))


def test_each_side_flies_for_itself() -> None:
    position = board("""
    W---------W---------.
    |  .------.------.  |
    |  |  .---.---B  |  |
    .--.--.       .--B--.
    |  |  .---B---.  |  |
    |  .------.------.  |
    B---------.---------W
""")

    after = position.play(Move.parse("a7-c3"))

    assert notations(after) == [
        "a1-a4",
        "a1-d1",
        "d3-d2",
        "d3-e3",
        "e5-d5",
        "e5-e4",
        "f4-e4",
        "f4-f2",
        "f4-f6",
        "f4-g4",
    ]


# --- 5. Mill ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawing", "hands", "moves"),
    [
        (
            """
    W---------W---------.
    |  .------.------.  |
    |  |  .---.---.  |  |
    .--.--.       .--.--.
    |  |  .---.---.  |  |
    |  B------.------B  |
    .---------.---------.
""",
            (7, 7),
            ["g7xb2", "g7xf2"],
        ),
        (WHITE_CAN_CLOSE, (0, 0), ["g4-g7xf4"]),
        (THREE_AGAINST_THREE, (0, 0), ["e3-g7xa1", "e3-g7xb4", "e3-g7xd1"]),
    ],
    ids=["placing", "moving", "flying"],
)
def test_closing_a_mill_takes_one_opposing_stone(drawing: str, hands: tuple[int, int], moves: list[str]) -> None:
    position = board(drawing, hands=hands)

    closing = [move for move in position.legal_moves() if position.closes_mill(move)]
    after = position.play(closing[0])

    assert [str(move) for move in closing] == moves
    assert after.lost(BLACK) == position.lost(BLACK) + 1
    assert after.mills(WHITE) == (("a7", "d7", "g7"),)


def test_one_placement_that_closes_two_mills_takes_one_stone() -> None:
    position = board(
        """
    W---------.---------W
    |  .------W------.  |
    |  |  .---W---.  |  |
    .--B--.       .--B--.
    |  |  .---.---B  |  |
    |  B------.------.  |
    .---------.---------.
""",
        hands=(5, 5),
    )

    after = position.play(Move.parse("d7xb4"))

    assert after.mills(WHITE) == (("a7", "d7", "g7"), ("d7", "d6", "d5"))
    assert after.stones(BLACK) == ("f4", "e3", "b2")
    assert after.to_move is BLACK


def test_the_removal_is_compulsory() -> None:
    position = board(WHITE_CAN_CLOSE)

    with pytest.raises(IllegalMove) as refused:
        position.play(Move.parse("g4-g7"))

    assert refused.value.reason is IllegalReason.MUST_TAKE
    assert refused.value.alternatives == ("f4",)


def test_without_a_mill_nothing_is_taken() -> None:
    position = board(WHITE_CAN_CLOSE)

    with pytest.raises(IllegalMove) as refused:
        position.play(Move.parse("c4-c5xf4"))

    assert refused.value.reason is IllegalReason.NOTHING_TO_TAKE


def test_a_mill_opened_and_closed_again_takes_again() -> None:
    game = Game(
        position=board("""
    W---------W---------W
    |  .------.------B  |
    |  |  .---.---.  |  |
    .--.--W       B--.--.
    |  |  .---.---B  |  |
    |  B------.------W  |
    B---------B---------.
""")
    )

    play(game, "g7-g4 f6-d6 g4-g7xa1")

    assert game.position.stones(BLACK) == ("d6", "e4", "e3", "b2", "d1")


def test_moving_a_stone_out_of_a_mill_closes_none() -> None:
    position = board("""
    W---------W---------W
    |  .------.------B  |
    |  |  .---.---.  |  |
    .--.--W       B--.--.
    |  |  .---.---B  |  |
    |  B------.------W  |
    B---------B---------.
""")

    assert not position.closes_mill(Move.parse("g7-g4"))


# --- 6. Protection ----------------------------------------------------------------------------------------------------


def test_a_stone_in_a_mill_is_protected_while_another_is_not() -> None:
    position = board(WHITE_CAN_CLOSE)

    with pytest.raises(IllegalMove) as refused:
        position.play(Move.parse("g4-g7xa1"))

    assert refused.value.reason is IllegalReason.PROTECTED
    assert refused.value.alternatives == ("f4",)


def test_any_stone_may_be_taken_if_all_on_the_board_are_in_mills() -> None:
    position = board("""
    W---------W---------.
    |  .------.------.  |
    |  |  .---.---.  |  |
    .--.--W       .--.--W
    |  |  .---.---.  |  |
    |  B------B------B  |
    B---------B---------B
""")

    takes = [move.removed for move in position.legal_moves() if move.target == "g7" and move.source == "g4"]

    assert takes == ["a1", "b2", "d1", "d2", "f2", "g1"]


def test_stones_in_hand_do_not_count_as_unprotected() -> None:
    position = board(
        """
    W---------W---------.
    |  .------.------.  |
    |  |  .---.---.  |  |
    .--.--.       .--.--.
    |  |  .---.---.  |  |
    |  .------.------.  |
    B---------B---------B
""",
        hands=(6, 6),
    )

    takes = [move.removed for move in position.legal_moves() if move.target == "g7"]

    assert takes == ["a1", "d1", "g1"]


# --- 7. Win on stones -------------------------------------------------------------------------------------------------


def test_a_side_with_fewer_than_three_stones_has_lost() -> None:
    game = Game(
        position=board("""
    W---------W---------.
    |  .------.------.  |
    |  |  .---.---.  |  |
    .--.--W       .--.--W
    |  |  .---.---.  |  |
    |  .------.------.  |
    B---------B---------B
""")
    )

    outcome = game.play(Move.parse("g4-g7xd1"))

    assert outcome == Outcome(Termination.STONES, WHITE)
    assert outcome.result == "1-0"
    assert game.legal_moves() == []


def test_stones_in_hand_count_against_a_loss() -> None:
    game = Game()

    play(game, "a7 b2 d7 f2 g7xb2")

    assert game.position.stones(BLACK) == ("f2",)
    assert game.outcome() is None


def test_two_on_the_board_and_one_in_hand_are_three() -> None:
    position = board(
        """
    W---------W---------W
    |  W------.------.  |
    |  |  .---.---B  |  |
    W--.--.       .--W--.
    |  |  W---W---.  |  |
    |  B------.------.  |
    .---------.---------.
""",
        to_move="b",
        hands=(0, 1),
    )

    assert position.outcome() is None
    assert len(position.legal_moves()) == 14


def test_a_win_on_stones_can_happen_at_ply_18_and_then_white_has_lost() -> None:
    game = Game()

    play(game, "c5 a7 a4 g7 d5 d7xa4 e5xd7 d7xd5 d5xd7 d7xe5 e5xg7 g7xc5 c5xa7 a7xe5 e5xg7 g7xc5 c5xg7 g7xe5")

    assert game.ply == 18
    assert game.outcome() == Outcome(Termination.STONES, BLACK)


# --- 8. Win by block --------------------------------------------------------------------------------------------------


def test_a_side_to_move_that_has_no_legal_move_has_lost() -> None:
    game = Game(position=board(NEARLY_BLOCKED, to_move="b"))

    outcome = game.play(Move.parse("d2-d1"))

    assert outcome == Outcome(Termination.BLOCKED, BLACK)
    assert outcome.result == "0-1"


def test_three_stones_are_never_blocked_because_they_fly() -> None:
    position = board("""
    W---------B---------W
    |  .------.------.  |
    |  |  .---.---.  |  |
    B--.--.       .--.--B
    |  |  .---.---.  |  |
    |  .------.------.  |
    W---------B---------.
""")

    assert position.outcome() is None
    assert len(position.legal_moves()) == 51


def test_nobody_is_blocked_while_a_stone_is_in_hand() -> None:
    position = board(
        """
    W---------B---------W
    |  .------.------.  |
    |  |  .---.---.  |  |
    B--.--.       .--.--B
    |  |  .---.---.  |  |
    |  .------.------.  |
    W---------B---------W
""",
        hands=(1, 1),
    )

    assert position.outcome() is None
    assert len(position.legal_moves()) == 16


def test_the_eighteenth_placement_can_block() -> None:
    game = Game()

    play(game, "f2 g4 b4 e3 f4 a4 a1 c3 b2 f6 e4 b6 c4 d2 e5 d5 c5 d1")

    assert game.outcome() == Outcome(Termination.BLOCKED, BLACK)


# --- Facts that follow ------------------------------------------------------------------------------------------------


def test_a_double_mill_is_possible_only_by_placing() -> None:
    position = board("""
    W---------W---------.
    |  .------W------.  |
    |  |  .---W---.  |  |
    .--B--.       .--B--W
    |  |  B---.---B  |  |
    |  B------.------.  |
    .---------.---------.
""")

    after = position.play(Move.parse("g4-g7xb4"))

    assert len(position.mills(WHITE)) == 1
    assert len(after.mills(WHITE)) == 2


def test_the_earliest_capture_is_at_ply_5() -> None:
    game = Game()

    play(game, "a7 b2 d7 f2")

    assert [move for move in notations(game) if "x" in move] == ["g7xb2", "g7xf2"]
