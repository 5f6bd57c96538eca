"""What a position is worth: proved where the tables or a search to the end of all lines reach, else estimated."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from muehle import Color, Game, Move
from muehle_engine import perfect
from muehle_engine.geometry import CODE, as_move
from muehle_engine.search import DECIDED, Search
from muehle_tables import Result, Tables, Value
from muehle_tables.values import preference

# The most half-moves of a best line, and those of one that keeps a draw.
LINE: Final = 12
DRAWN_LINE: Final = 4
# With an estimate of so many hundredths of a stone a side scores three quarters on average: docs/computer.md.
SCALE: Final = 300
EXPECTED: Final = {Result.WON: 1.0, Result.DRAWN: 0.5, Result.LOST: 0.0}


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


DRAWN: Final = Assessment(result=Result.DRAWN, expected=EXPECTED[Result.DRAWN])


def expected_score(score: int) -> float:
    """The score to be expected, from 0 to 1, with an estimate in hundredths of a stone."""
    return 1 / (1 + math.exp(-score * math.log(3) / SCALE))


def value_by_tables(game: Game, values: dict[Move, Value], tables: Tables) -> Assessment | None:
    """What the position is worth, if the tables prove it."""
    best = min(values.values(), key=preference)
    if best.result is Result.WON or Result.UNKNOWN not in {value.result for value in values.values()}:
        return proved(best)
    value = perfect.value_of(game.position, game.rules, tables)
    # While stones are placed no position repeats. Later, a repetition may make a draw of a win.
    is_placing = any(game.position.hand(color) for color in Color)
    return proved(value) if is_placing or value.result is Result.DRAWN else None


def proved(value: Value) -> Assessment | None:
    """What the tables prove; None if they do not."""
    if not value.is_proved:
        return None
    return Assessment(result=value.result, expected=EXPECTED[value.result], distance=value.distance)


def unproved(expected: float, depth: int) -> Assessment:
    """An expected score after a search of that depth."""
    return Assessment(result=Result.UNKNOWN, expected=expected, depth=depth)


def estimated(score: int, depth: int) -> Assessment:
    """What the search has found, which may be a proof."""
    if abs(score) < DECIDED:
        return unproved(expected_score(score), depth)
    result = Result.WON if score > 0 else Result.LOST
    return Assessment(result=result, expected=EXPECTED[result], depth=depth)


def line_of_tables(game: Game, tables: Tables) -> list[Move]:
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


def line_of_search(game: Game, first: Move, search: Search) -> list[Move]:
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
