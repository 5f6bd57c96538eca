"""The review of a game that has ended: what each half-move was worth, and what would have been better.

A half-move is judged by proof where the tables or a search to the end of all lines reach, and estimated elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from muehle import Claim, Color, Game, Move
from muehle_engine import perfect
from muehle_engine.choosing import searched, shipped
from muehle_engine.deepening import Found
from muehle_engine.geometry import CODE, as_move, code_of
from muehle_engine.search import DECIDED, INFINITE, OutOfNodesError, Search
from muehle_tables import Result, Tables, Value
from muehle_tables.values import preference

# For the best move of a position, and at most as many again for the move that was played in its place.
NODES: Final = 60_000
# The most half-moves of a best line, and those of one that keeps a draw.
LINE: Final = 12
DRAWN_LINE: Final = 4
# With an estimate of so many hundredths of a stone a side scores three quarters on average: docs/computer.md.
SCALE: Final = 300
# The loss of expected score from which on a half-move is called so.
INACCURACY: Final = 0.05
MISTAKE: Final = 0.1
BLUNDER: Final = 0.2
_EXPECTED: Final = {Result.WON: 1.0, Result.DRAWN: 0.5, Result.LOST: 0.0}


class Mistake(StrEnum):
    """What is wrong with a half-move."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    MISSED_MILL = "missed_mill"
    MISSED_WIN = "missed_win"


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    """What a position is worth for one side.

    `expected` is the score to be expected, from 0 to 1, a draw being one half. `result` is UNKNOWN unless it is proved.
    `distance` is that of the tables, the number of half-moves to the next capture or block. `depth` is the number of
    half-moves searched, 0 without a search.
    """

    result: Result
    expected: float
    distance: int | None = None
    depth: int = 0

    @property
    def is_proved(self) -> bool:
        """Whether the result is proved. Otherwise `expected` is an estimate."""
        return self.result is not Result.UNKNOWN

    def for_opponent(self) -> Assessment:
        """The same position as the other side sees it."""
        return Assessment(
            result=self.result.opposite, expected=1 - self.expected, distance=self.distance, depth=self.depth
        )


_DRAWN: Final = Assessment(result=Result.DRAWN, expected=_EXPECTED[Result.DRAWN])


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
    if claim is not None and best.expected < _DRAWN.expected:
        return _reviewed(move, _DRAWN, played, (), values, claim)
    if played.expected >= best.expected:
        best = played if played.is_proved else best
        return _reviewed(move, best, best, (), values)
    return _reviewed(move, best, played, line, values)


def _compared(
    game: Game,
    move: Move,
    values: dict[Move, Value],
    following: Assessment | None,
    tables: Tables,
    nodes: int,
) -> tuple[Assessment, Assessment, Sequence[Move]]:
    """The position, what the half-move made of it, and the best line."""
    position, played = _position(game, values, tables), _proved(values[move])
    if played is None and following is not None and (following.is_proved or len(values) == 1):
        played = following.for_opponent()
    if position is not None and played is not None:
        return position, played, () if position.expected == played.expected else _line_of_tables(game, tables)
    if len(values) == 1 and played is not None:
        return played, played, ()
    hopeful = [each for each in values if values[each].result is not Result.LOST or each == move]
    search, found = searched(game, hopeful, nodes, tables)
    score, step = found.scored[0]
    best = _estimated(score, found.depth)
    first = as_move(step[0] & CODE)
    if played is None:
        own_score = score if first == move else _score_of(move, game, search, found, nodes)
        played = _estimated(own_score, found.depth)
        if position is not None and not played.is_proved:
            # Only the difference counts where the position is proved.
            expected = max(0.0, position.expected - max(0.0, best.expected - played.expected))
            played = Assessment(result=Result.UNKNOWN, expected=expected, depth=found.depth)
    return position or best, played, _line_of_search(game, first, search)


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
    """The index of the last half-move that changed the result that was to be expected; None if there is none.

    In a game with a winner it is one of the loser. `first` is the side of the first half-move.
    """
    loser = None if winner is None else winner.opponent
    for index in reversed(range(len(reviewed))):
        side = first if index % 2 == 0 else first.opponent
        if reviewed[index].loss >= BLUNDER and loser in (None, side):
            return index
    return None


def expected_score(score: int) -> float:
    """The score to be expected, from 0 to 1, with an estimate in hundredths of a stone."""
    return 1 / (1 + math.exp(-score * math.log(3) / SCALE))


def _position(game: Game, values: dict[Move, Value], tables: Tables) -> Assessment | None:
    """What the position is worth, if the tables prove it."""
    best = min(values.values(), key=preference)
    if best.result is Result.WON or Result.UNKNOWN not in {value.result for value in values.values()}:
        return _proved(best)
    value = perfect.value_of(game.position, game.rules, tables)
    return _proved(value) if value.result is Result.DRAWN else None


def _proved(value: Value) -> Assessment | None:
    if not value.is_proved:
        return None
    return Assessment(result=value.result, expected=_EXPECTED[value.result], distance=value.distance)


def _estimated(score: int, depth: int) -> Assessment:
    """What the search has found, which may be a proof."""
    if abs(score) < DECIDED:
        return Assessment(result=Result.UNKNOWN, expected=expected_score(score), depth=depth)
    result = Result.WON if score > 0 else Result.LOST
    return Assessment(result=result, expected=_EXPECTED[result], depth=depth)


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


def _line_of_tables(game: Game, tables: Tables) -> list[Move]:
    """Best moves of both sides by the tables, to the next capture if a side wins."""
    line: list[Move] = []
    after = game.copy()
    while len(line) < LINE and (moves := after.legal_moves()):
        known = perfect.chosen(after, moves, tables)
        if known is None or (known.result is Result.DRAWN and len(line) >= DRAWN_LINE):
            break
        move = known.moves[0]
        after.play(move)
        line.append(move)
        if known.result is not Result.DRAWN and move.removed is not None:
            break
    return line


def _line_of_search(game: Game, first: Move, search: Search) -> list[Move]:
    """The moves that the search expects after the first one."""
    line: list[Move] = []
    after = game.copy()
    move: Move | None = first
    while move is not None and len(line) < LINE and move in after.legal_moves():
        after.play(move)
        line.append(move)
        code = search.remembered(*after.position.turn)
        move = None if code is None else as_move(code & CODE)
    return line


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
