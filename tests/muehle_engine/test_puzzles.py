"""A puzzle is a position in which one move keeps the proved value, and so is each position of the solver after it."""

import pytest

from muehle import STANDARD, SYMMETRIES, Move, Position
from muehle_engine.puzzles import Puzzle, Theme, canonical_key, puzzle_at
from muehle_tables import Result, Tables

# One move wins, by a mill that can be closed in two ways.
QUIET = Position.parse(".........B...B..W.BW..W. b 0 0 0")


def puzzle_in(text: str, tables: Tables) -> Puzzle:
    puzzle = puzzle_at(Position.parse(text), STANDARD, tables)
    assert puzzle is not None
    return puzzle


def moves(puzzle: Puzzle) -> str:
    return " ".join(map(str, puzzle.line))


def results(position: Position, tables: Tables) -> dict[Move, Result]:
    """What the moves lead to, for the side that makes them."""
    after = {move: position.play(move, STANDARD) for move in position.legal_moves(STANDARD)}
    return {move: tables.value(each, STANDARD).result.opposite for move, each in after.items()}


def test_a_position_with_one_winning_move_is_a_puzzle(tables: Tables) -> None:
    puzzle = puzzle_in(QUIET.text, tables)

    assert (moves(puzzle), puzzle.result) == ("f4-b4", Result.WON)
    assert [move for move, result in results(QUIET, tables).items() if result is Result.WON] == [puzzle.line[0]]


def test_a_position_after_a_mill_with_several_stones_to_take_is_none(tables: Tables) -> None:
    threat = QUIET.play(Move.parse("f4-b4"), STANDARD)
    position = threat.play(threat.legal_moves(STANDARD)[0], STANDARD)
    assert list(results(position, tables).values()).count(Result.WON) > 1

    assert puzzle_at(position, STANDARD, tables) is None


def test_a_lost_position_is_none(tables: Tables) -> None:
    lost = QUIET.play(Move.parse("f4-b4"), STANDARD)
    assert tables.value(lost, STANDARD).result is Result.LOST

    assert puzzle_at(lost, STANDARD, tables) is None


def test_a_position_that_the_tables_lack_is_none(tables: Tables) -> None:
    assert puzzle_at(Position.parse("WWWB.WWWB.BBBWW.BBB.WB.. w 0 0 0"), STANDARD, tables) is None


def test_each_move_of_the_solver_is_the_only_one_and_the_opponent_delays_the_loss(tables: Tables) -> None:
    puzzle = puzzle_in("..WWB.W..BW..........B.. b 0 0 0", tables)

    assert moves(puzzle) == "d6-a7xb4 b6-g1 a4-g4"
    position = puzzle.position
    for index, move in enumerate(puzzle.line):
        found = results(position, tables)
        if index % 2 == 0:
            assert [each for each, result in found.items() if result is Result.WON] == [move]
        else:
            best = tables.best_moves(position, STANDARD)
            assert move in [each.move for each in best]
        position = position.play(move, STANDARD)


def test_a_puzzle_begins_without_quiet_half_moves(tables: Tables) -> None:
    late = puzzle_at(QUIET._replace(quiet_half_moves=98), STANDARD, tables)

    assert late == puzzle_at(QUIET, STANDARD, tables)


@pytest.mark.parametrize(
    ("text", "themes"),
    [
        (QUIET.text, (Theme.THREE_AGAINST_THREE,)),
        (".W....B..B.BWW.W........ b 0 0 0", (Theme.MILL,)),
        ("....WBWBB...WW.W.B...... w 0 0 0", (Theme.BLOCK,)),
        (".B.W......B.BW...W..W... b 5 6 0", ()),
    ],
    ids=["three against three", "mill", "block", "none"],
)
def test_themes(text: str, themes: tuple[Theme, ...], tables: Tables) -> None:
    assert puzzle_in(text, tables).themes == themes


def test_the_key_is_the_same_for_symmetric_positions_and_exchanged_colours() -> None:
    turned = {canonical_key(QUIET.transformed(symmetry)) for symmetry in SYMMETRIES}

    assert turned == {canonical_key(QUIET)}
    assert canonical_key(QUIET.swapped()) == canonical_key(QUIET)
    assert canonical_key(QUIET._replace(to_move=QUIET.to_move.opponent)) != canonical_key(QUIET)
