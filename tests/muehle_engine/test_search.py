"""What the search proves holds, and it knows the draws of the rules."""

from itertools import islice

import pytest

from muehle import RULESETS, SYMMETRIES, Position
from muehle_engine.deepening import Found, merged
from muehle_engine.evaluation import evaluate
from muehle_engine.generation import CLOSES, Step
from muehle_engine.geometry import code_of
from muehle_engine.search import DECIDED, INFINITE, WON, OutOfNodesError, Search
from muehle_engine.shapes import EVERY_LINE
from muehle_tables import Result, Tables
from tests.muehle_engine.positions import positions_of_games, solved

STANDARD = RULESETS["standard"]


def steps(position: Position) -> list[Step]:
    own, other, _, _ = position.turn
    return [
        (
            code_of(move) | CLOSES * position.closes_mill(move),
            own & ~move.source_bit | move.target_bit,
            other & ~move.removed_bit,
        )
        for move in position.legal_moves(STANDARD)
    ]


def score(search: Search, position: Position, depth: int) -> int:
    """The score of the best move."""
    quiet = position.quiet_half_moves
    return max(search.after(step, position.turn, quiet, depth - 1, -INFINITE, INFINITE) for step in steps(position))


@pytest.mark.parametrize("result", [Result.WON, Result.LOST])
def test_a_short_win_or_loss_is_proved_without_tables(tables: Tables, result: Result) -> None:
    found = (position for position, distance in solved(tables, STANDARD, 3, 3, result) if distance <= 2)
    for position in islice(found, 10):
        best = score(Search(STANDARD, EVERY_LINE, 10**6, {}), position, 4)

        assert abs(best) >= DECIDED
        assert (best > 0) is (result is Result.WON)


def test_what_is_proved_is_what_the_tables_say(tables: Tables) -> None:
    proved = 0
    # All positions of three stones against three that are drawn are a few hundred; none of 3-4 is lost.
    for own, other, results in (
        (3, 3, (Result.WON, Result.LOST)),
        (4, 3, (Result.WON, Result.LOST, Result.DRAWN)),
        (3, 4, (Result.WON, Result.DRAWN)),
    ):
        for result in results:
            for position, _distance in islice(solved(tables, STANDARD, own, other, result), 6):
                best = score(Search(STANDARD, EVERY_LINE, 10**6, {}), position, 3)
                if abs(best) >= DECIDED:
                    assert (best > 0) is (result is Result.WON)
                    assert result is not Result.DRAWN
                    proved += 1
    assert proved > 5


def test_the_quiet_limit_ends_the_lines_that_reach_it() -> None:
    position = Position.parse("W..B....WB.W.B.....B.W.. w 0 0 98")
    far = position._replace(quiet_half_moves=0)

    near, later = (score(Search(STANDARD, EVERY_LINE, 10**6, {}), each, 4) for each in (position, far))

    assert near == 0
    assert later != 0


def test_a_search_ends_when_its_budget_is_used_up() -> None:
    search = Search(STANDARD, EVERY_LINE, 500, {})

    with pytest.raises(OutOfNodesError):
        score(search, Position.start(), 6)

    assert search.left == 0


def test_the_estimate_is_the_same_for_every_image_of_a_position() -> None:
    for position in positions_of_games(STANDARD, every=300, step=4):
        assert {evaluate(EVERY_LINE, *position.transformed(each).turn) for each in SYMMETRIES} == {
            evaluate(EVERY_LINE, *position.turn)
        }


def test_a_move_that_loses_decides_nothing_about_moves_that_were_not_searched_any_more() -> None:
    losing, other = steps(Position.start())[:2]

    found = Found(merged([(3 - WON, losing)], [(10, losing), (5, other)]), depth=4)

    assert found.best == 5
    assert [step for _score, step in found.scored] == [other, losing]


def test_what_was_searched_deeper_stands_before_what_was_not() -> None:
    first, second, third = steps(Position.start())[:3]

    found = Found(merged([(7, first), (9, second)], [(30, first), (20, third), (10, second)]), depth=4)

    assert [step for _score, step in found.scored] == [second, first, third]
