"""What a position is worth, with its moves in their order: for people who look at a position on the analysis board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import starmap
from typing import Final

from muehle import Color, Game, Move
from muehle_engine import perfect
from muehle_engine.assessing import (
    EXPECTED,
    Assessment,
    estimated,
    line_of_search,
    line_of_tables,
    proved,
    unproved,
    value_by_tables,
)
from muehle_engine.choosing import searched, shipped
from muehle_engine.geometry import CODE, as_move
from muehle_engine.search import INFINITE
from muehle_tables import Result, Tables

# A quarter to half a second of processor time.
NODES: Final = 30_000


@dataclass(frozen=True, slots=True)
class EvaluatedMove:
    """A legal move, and what the position is worth after it for the side that makes it."""

    move: Move
    value: Assessment


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a position is worth for the side to move, its legal moves, the best first, and a best line."""

    value: Assessment
    moves: tuple[EvaluatedMove, ...]
    line: tuple[Move, ...]


def evaluate(game: Game, *, tables: Tables | None = None, nodes: int = NODES) -> Evaluation:
    """The evaluation of the last position of a game, without moves if the game is over.

    The same arguments and tables give the same evaluation on every machine: `nodes` bounds the search, not time.
    """
    if (outcome := game.outcome()) is not None:
        return Evaluation(_ended(game.position.to_move, outcome.winner), (), ())
    tables = tables or shipped()
    values = {each.move: each.value for each in perfect.judged(game, game.legal_moves(), tables)}
    position = value_by_tables(game, values, tables)
    found = {move: known for move, value in values.items() if (known := proved(value)) is not None}
    by_tables, line = set(found), list[Move]()
    unknown = [move for move in values if move not in found]
    if unknown:
        searched_moves, line = _searched(game, unknown, nodes, tables)
        found |= {move: _within(value, position) for move, value in searched_moves.items()}
    moves = sorted(starmap(EvaluatedMove, found.items()), key=_preference)
    if moves[0].move in by_tables:
        line = line_of_tables(game, tables)
        if not line or found[line[0]].expected < moves[0].value.expected:
            line = [moves[0].move]
    moves.sort(key=lambda each: each.move != line[0])
    return Evaluation(position or _best(moves), tuple(moves), tuple(line))


def _searched(game: Game, moves: list[Move], nodes: int, tables: Tables) -> tuple[dict[Move, Assessment], list[Move]]:
    """What a search says of the moves, and the line that it expects."""
    # With this slack the scores of all moves are exact.
    search, found = searched(game, moves, nodes, tables, slack=2 * INFINITE)
    best, step = found.scored[0]
    # A move that was searched less deep than the best one is not called better.
    values = {as_move(code & CODE): estimated(min(score, best), found.depth) for score, (code, *_) in found.scored}
    return values, line_of_search(game, as_move(step[0] & CODE), search)


def _within(value: Assessment, position: Assessment | None) -> Assessment:
    """The estimate of a move, which is worth no more than its position if that is proved, and loses if that is lost."""
    if position is None or value.is_proved:
        return value
    if position.result is Result.LOST:
        return replace(position, distance=None)
    return replace(value, expected=min(value.expected, position.expected))


def _preference(each: EvaluatedMove) -> tuple[float, int]:
    """A key that sorts the best move first: of those that win the fastest, of those that lose the slowest."""
    value = each.value
    distance = value.distance or 0
    return -value.expected, -distance if value.result is Result.LOST else distance


def _best(moves: Sequence[EvaluatedMove]) -> Assessment:
    """What the position is worth by its moves. A draw is proved only if all moves are."""
    best = moves[0].value
    if best.result is Result.WON or all(each.value.is_proved for each in moves):
        return best
    return unproved(best.expected, max(each.value.depth for each in moves))


def _ended(side: Color, winner: Color | None) -> Assessment:
    result = Result.DRAWN if winner is None else Result.WON if winner is side else Result.LOST
    return Assessment(result=result, expected=EXPECTED[result])
