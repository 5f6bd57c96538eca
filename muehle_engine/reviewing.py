"""The review of a game that has ended: what each half-move was worth, and what would have been better.

A half-move is judged by proof where the tables or a search to the end of all lines reach, and estimated elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from muehle import Claim, Color, Game, Move
from muehle_engine import perfect
from muehle_engine.assessing import (
    DRAWN,
    Assessment,
    estimated,
    line_of_search,
    line_of_tables,
    proved,
    unproved,
    value_by_tables,
)
from muehle_engine.choosing import searched, shipped
from muehle_engine.deepening import Found
from muehle_engine.geometry import CODE, as_move, code_of
from muehle_engine.search import INFINITE, OutOfNodesError, Search
from muehle_tables import Result, Tables, Value

# For the best move of a position, and at most as many again for the move that was played in its place.
NODES: Final = 60_000
# The loss of expected score from which on a half-move is called so.
INACCURACY: Final = 0.05
MISTAKE: Final = 0.1
BLUNDER: Final = 0.2
# A side that expects less than this counts as lost.
HOPE: Final = 0.4


class Mistake(StrEnum):
    """What is wrong with a half-move."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    MISSED_MILL = "missed_mill"
    MISSED_WIN = "missed_win"


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A half-move that was played, and what was better. All values are those of the side that moved.

    `best` is what the position was worth, `played` what it was worth after the half-move. `line` is a best line, empty
    if the half-move lost nothing. `claim` is the draw that should have been claimed in place of any move. `choices`
    counts the legal moves, and `keeping` those of them that keep the value of the position; None if not all are proved.
    """

    move: Move
    best: Assessment
    played: Assessment
    line: tuple[Move, ...]
    choices: int
    keeping: int | None
    mistake: Mistake | None
    claim: Claim | None = None

    @property
    def loss(self) -> float:
        """The part of the expected score that the half-move gave away."""
        return self.best.expected - self.played.expected

    @property
    def is_proved(self) -> bool:
        """Whether the loss is proved."""
        return self.best.is_proved and self.played.is_proved


def review(
    game: Game, moves: Sequence[Move], *, tables: Tables | None = None, nodes: int = NODES
) -> list[ReviewedMove]:
    """The review of moves that were played from a position of a game on, in their order.

    Raises IllegalMove if one of them is not legal.
    """
    reviewed = list(backwards(game, moves, tables=tables, nodes=nodes))
    reviewed.reverse()
    return reviewed


def backwards(
    game: Game, moves: Sequence[Move], *, tables: Tables | None = None, nodes: int = NODES
) -> Iterator[ReviewedMove]:
    """The same, one by one from the last half-move to the first: what came out helps to judge what led to it."""
    before = [game.copy()]
    for move in moves:
        after = before[-1].copy()
        after.play(move)
        before.append(after)
    following: Assessment | None = None
    for number in reversed(range(len(moves))):
        reviewed = review_move(before[number], moves[number], following, tables=tables, nodes=nodes)
        following = reviewed.best
        yield reviewed


def review_move(
    game: Game, move: Move, following: Assessment | None = None, *, tables: Tables | None = None, nodes: int = NODES
) -> ReviewedMove:
    """The review of one half-move; `following` is what the position after it is worth, for the opponent, if known.

    The same arguments and tables give the same review on every machine: `nodes` bounds the search, not time.
    """
    tables = tables or shipped()
    moves = game.legal_moves()
    values = {each.move: each.value for each in perfect.judged(game, moves, tables)}
    best, played, line = _compared(game, move, values, following, tables, nodes)
    claim = next((Claim(kind) for kind in game.claimable_draws()), None)
    if claim is not None and best.expected < DRAWN.expected:
        drawn = DRAWN if best.is_proved else unproved(DRAWN.expected, best.depth)
        return _reviewed(move, drawn, played, (), values, claim)
    if played.expected >= best.expected:
        return _reviewed(move, *_without_loss(best, played), (), values)
    return _reviewed(move, best, played, line, values)


def _without_loss(best: Assessment, played: Assessment) -> tuple[Assessment, Assessment]:
    """The position, and what a half-move made of it that seems to be the best; each as far as it is proved."""
    if best.is_proved and not played.is_proved:
        return best, unproved(best.expected, played.depth)
    if not played.is_proved:
        return best, best
    # Another move may be better than a proved draw if its value is not proved.
    return played if best.is_proved or played.result is Result.WON else unproved(played.expected, best.depth), played


def _compared(
    game: Game,
    move: Move,
    values: dict[Move, Value],
    following: Assessment | None,
    tables: Tables,
    nodes: int,
) -> tuple[Assessment, Assessment, Sequence[Move]]:
    """The position, what the half-move made of it, and the best line."""
    position, played = value_by_tables(game, values, tables), proved(values[move])
    if played is None and following is not None and (following.is_proved or len(values) == 1):
        played = following.for_opponent()
    if played is None and position is not None and position.result is Result.LOST:
        # So is each of its moves.
        played = replace(position, distance=None)
    if position is not None and played is not None:
        return position, played, () if position.expected == played.expected else line_of_tables(game, tables)
    if len(values) == 1 and played is not None:
        return played, played, ()
    hopeful = [each for each in values if values[each].result is not Result.LOST or each == move]
    search, found = searched(game, hopeful, nodes, tables)
    score, step = found.scored[0]
    best = estimated(score, found.depth)
    first = as_move(step[0] & CODE)
    if played is None:
        own_score = score if first == move else _score_of(move, game, search, found, nodes)
        played = estimated(own_score, found.depth)
        if position is not None and not played.is_proved:
            # Only the difference counts where the position is proved.
            expected = max(0.0, position.expected - max(0.0, best.expected - played.expected))
            played = unproved(expected, found.depth)
    return position or best, played, line_of_search(game, first, search)


def _reviewed(
    move: Move,
    best: Assessment,
    played: Assessment,
    line: Sequence[Move],
    values: dict[Move, Value],
    claim: Claim | None = None,
) -> ReviewedMove:
    keeping = None
    if all(value.is_proved for value in values.values()):
        keeping = sum(value.result is best.result for value in values.values())
    mistake = _mistake(move, line, best, played)
    return ReviewedMove(move, best, played, tuple(line), len(values), keeping, mistake, claim)


def accuracy(reviewed: Sequence[ReviewedMove]) -> float | None:
    """How well a side has played, from 0 to 100; None if it never had a choice.

    A half-move without a loss counts 100, one that gives away half a point 14. What was forced does not count.
    """
    free = [each for each in reviewed if each.choices > 1]
    return 100 * sum(math.exp(-4 * each.loss) for each in free) / len(free) if free else None


def turning_point(reviewed: Sequence[ReviewedMove], first: Color, winner: Color | None) -> int | None:
    """The index of the half-move that changed the result that was to be expected; None if there is none.

    In a game with a winner it is one of the loser: the last one before which they could hope for a draw, or else the
    last one that was a blunder. `first` is the side of the first half-move.
    """
    loser = None if winner is None else winner.opponent
    blunders = [
        index
        for index, each in enumerate(reviewed)
        if each.loss >= BLUNDER and loser in (None, first if index % 2 == 0 else first.opponent)
    ]
    hopeful = [index for index in blunders if reviewed[index].best.expected >= HOPE]
    return max(hopeful or blunders, default=None)


def _score_of(move: Move, game: Game, search: Search, found: Found, nodes: int) -> int:
    """The score of another move than the best one, as deep as the search was, or less if that takes too long."""
    bound, step = next(each for each in found.scored if each[1][0] & CODE == code_of(move))
    position = game.position
    left = nodes
    for depth in range(found.depth, 0, -1):
        # Half of what is left for each try: a search that is less deep needs less.
        left = search.left = left // 2
        try:
            score = search.after(step, position.turn, position.quiet_half_moves, depth - 1, -INFINITE, INFINITE)
        except OutOfNodesError:
            continue
        return min(score, found.best)
    return min(bound, found.best)


def _mistake(move: Move, line: Sequence[Move], best: Assessment, played: Assessment) -> Mistake | None:
    loss = best.expected - played.expected
    if best.result is Result.WON and played.result is Result.DRAWN:
        return Mistake.MISSED_WIN
    if loss >= BLUNDER:
        return Mistake.BLUNDER
    if loss >= INACCURACY and line and line[0].removed is not None and move.removed is None:
        return Mistake.MISSED_MILL
    if loss >= MISTAKE:
        return Mistake.MISTAKE
    return Mistake.INACCURACY if loss >= INACCURACY else None
