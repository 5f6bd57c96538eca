"""The section *Play* of the rules, sentences 9 to 12: draws, and the order of the tests after a move."""

import pytest

from muehle import RULESETS, Color, Game, Move, Outcome, PlayedAgain, Position, Termination, played_again
from tests.muehle.boards import board, play

WHITE, BLACK = Color.WHITE, Color.BLACK

# Nobody can close a mill soon, and everybody can go to and fro.
QUIET = """
    W---------W---------.
    |  B------.------.  |
    |  |  .---.---.  |  |
    .--.--W       B--.--W
    |  |  .---.---B  |  |
    |  .------.------W  |
    B---------B---------.
"""

# White, to move, hems Black in by b2-d2.
NEARLY_BLOCKED = """
    .---------W---------B
    |  .------.------.  |
    |  |  .---.---.  |  |
    .--.--.       .--W--B
    |  |  W---W---.  |  |
    |  W------.------B  |
    W---------B---------B
"""


# --- 9. Draw by repetition --------------------------------------------------------------------------------------------

TO_AND_FRO = "c4-b4 b6-d6 b4-c4 d6-b6"


def test_the_third_occurrence_of_a_position_draws_and_the_second_does_not() -> None:
    game = Game(position=board(QUIET))

    play(game, TO_AND_FRO)
    second = game.outcome()
    play(game, TO_AND_FRO)

    assert second is None
    assert game.repetitions == 3
    assert game.outcome() == Outcome(Termination.REPETITION)


def test_it_is_the_position_that_counts_and_not_the_moves() -> None:
    game = Game(position=board(QUIET))

    play(game, TO_AND_FRO)
    play(game, "f2-f4 d1-g1 f4-f2 g1-d1")

    assert game.outcome() == Outcome(Termination.REPETITION)


def test_the_same_stones_with_the_other_side_to_move_are_another_position() -> None:
    position = board("""
    W---------W---------.
    |  .------.------.  |
    |  |  .---.---.  |  |
    .--B--.       .--.--.
    |  |  .---.---W  |  |
    |  .------.------.  |
    B---------B---------.
""")
    game = Game(position=position)

    play(game, "e3-c5 b4-f4 c5-d3 f4-f6 d3-e3 f6-b4 e3-c5")

    assert game.position.stones(WHITE) == ("a7", "d7", "c5")
    assert game.repetitions == 2


def test_a_placement_clears_the_history_and_its_position_is_the_first_occurrence() -> None:
    game = Game()

    play(game, "c4 f4 f2 b4 d6 f6 a7 a1 g7 c5 e3 c3 d1 e4 g4 g1 d2 d3")
    after_placing = game.repetitions
    play(game, "a7-a4 b4-b2 a4-a7 b2-b4 a7-a4 b4-b2 a4-a7 b2-b4")

    assert after_placing == 1
    assert game.ply == 26
    assert game.outcome() == Outcome(Termination.REPETITION)


def test_a_removal_clears_the_history_and_its_position_is_the_first_occurrence() -> None:
    game = Game(position=board(QUIET))

    play(game, f"{TO_AND_FRO} g4-g7xb6")
    after_removal = game.repetitions
    play(game, "a1-a4 c4-b4 a4-a1 b4-c4")

    assert after_removal == 1
    assert game.repetitions == 2
    assert game.outcome() is None


# --- 10. Draw by the quiet limit --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("quiet", "outcome"), [(98, None), (99, Outcome(Termination.QUIET_LIMIT))], ids=["99th", "100th"]
)
def test_the_hundredth_quiet_half_move_draws(quiet: int, outcome: Outcome | None) -> None:
    game = Game(position=board(QUIET, quiet=quiet))

    game.play(Move.parse("c4-b4"))

    assert game.outcome() == outcome


def test_a_placement_sets_the_quiet_counter_to_0() -> None:
    position = Position.start().play(Move.parse("d6"))

    assert position.quiet_half_moves == 0


def test_closing_a_mill_sets_the_quiet_counter_to_0() -> None:
    position = board(QUIET, quiet=99).play(Move.parse("g4-g7xb6"))

    assert position.quiet_half_moves == 0


def test_every_other_move_adds_1_to_the_quiet_counter() -> None:
    position = board(QUIET, quiet=41).play(Move.parse("c4-b4"))

    assert position.quiet_half_moves == 42


# --- 12. Order of tests -----------------------------------------------------------------------------------------------


def test_a_win_on_stones_on_the_hundredth_half_move_is_a_win() -> None:
    game = Game(
        position=board(
            """
    W---------W---------.
    |  .------.------.  |
    |  |  .---.---.  |  |
    .--.--W       .--B--W
    |  |  .---B---.  |  |
    |  .------.------.  |
    B---------.---------.
""",
            quiet=99,
        )
    )

    assert game.play(Move.parse("g4-g7xf4")) == Outcome(Termination.STONES, WHITE)


def test_a_block_on_the_hundredth_half_move_is_a_win() -> None:
    game = Game(position=board(NEARLY_BLOCKED, quiet=99))

    assert game.play(Move.parse("b2-d2")) == Outcome(Termination.BLOCKED, WHITE)


def test_stones_are_tested_before_the_block() -> None:
    two_and_hemmed_in = board("""
    W---------B---------W
    |  .------B------.  |
    |  |  .---.---.  |  |
    B--.--.       .--.--B
    |  |  .---.---.  |  |
    |  .------.------.  |
    .---------.---------.
""")

    assert two_and_hemmed_in.outcome() == Outcome(Termination.STONES, BLACK)


def test_the_block_is_tested_before_repetition() -> None:
    position = board(NEARLY_BLOCKED)
    after = position.play(Move.parse("b2-d2"))
    elsewhere = board(QUIET)
    game = Game(position=position, recent=[*[elsewhere, after] * 4, position])

    assert game.play(Move.parse("b2-d2")) == Outcome(Termination.BLOCKED, WHITE)


def test_repetition_is_tested_before_the_quiet_limit() -> None:
    game = Game(position=board(QUIET, quiet=92))

    play(game, f"{TO_AND_FRO} {TO_AND_FRO}")

    assert game.position.quiet_half_moves == 100
    assert game.outcome() == Outcome(Termination.REPETITION)


# --- What has just been repeated --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "found"),
    [
        ("", None),
        ("a", None),
        ("a b", None),
        ("a b c a", None),
        ("a b a b", PlayedAgain(2, 2)),
        ("a b a", None),
        ("a b c a b c a", PlayedAgain(3, 2)),
        ("x a b a b a b", PlayedAgain(2, 3)),
        ("a b a b a b a b", PlayedAgain(2, 4)),
        ("a b a b c a b a b c", PlayedAgain(5, 2)),
        ("a b a b x", None),
        ("b a a", PlayedAgain(1, 2)),
        ("a b b a b b", PlayedAgain(1, 2)),
    ],
)
def test_the_sequence_that_has_just_been_repeated_is_the_one_most_often_played(
    moves: str, found: PlayedAgain | None
) -> None:
    assert played_again(moves.split()) == found


def test_a_game_knows_the_sequence_just_repeated_where_its_rules_draw_by_one() -> None:
    moves = ["c4-b4", "b6-d6", "b4-c4", "d6-b6", "c4-b4", "b6-d6", "b4-c4", "d6-b6"]
    games = {name: Game.resume(RULESETS[name], Position.start(), recent_moves=moves) for name in ("applet", "standard")}

    assert games["applet"].played_again == PlayedAgain(4, 2)
    assert games["standard"].played_again is None
