"""Values of positions, always from the view of the side to move."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from muehle import Move


class Result(StrEnum):
    """What a position is worth for the side to move, if both sides play without a mistake."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    UNKNOWN = "unknown"

    @property
    def opposite(self) -> Result:
        """The same result for the other side."""
        return _OPPOSITE.get(self, self)


_OPPOSITE: Final = {Result.WON: Result.LOST, Result.LOST: Result.WON}


class Value(NamedTuple):
    """The value of a position for the side to move.

    `distance` is the number of half-moves to the next capture or block; None if no side wins, or if it is not stored.
    `is_proved` says that the result holds under the rule set, its draws and the counter of quiet half-moves included.
    Repetition is left out: a side that wins can go forward with each move.
    """

    result: Result
    distance: int | None = None
    is_proved: bool = False


class JudgedMove(NamedTuple):
    """A move and the value that it leads to, for the side that makes it."""

    move: Move
    value: Value


UNKNOWN: Final = Value(Result.UNKNOWN)
DRAWN: Final = Value(Result.DRAWN, is_proved=True)
LOST_ALREADY: Final = Value(Result.LOST, 0, is_proved=True)
WON_ALREADY: Final = Value(Result.WON, 0, is_proved=True)

_ORDER: Final = {Result.WON: 0, Result.DRAWN: 1, Result.UNKNOWN: 2, Result.LOST: 3}


def before(value: Value, *, took: bool) -> Value:
    """The value for the side whose move leads to a position with this value; `took` says that it removed a stone."""
    distance = value.distance
    if took and value.result in _OPPOSITE:
        distance = 1
    elif distance is not None:
        distance += 1
    return Value(value.result.opposite, distance, value.is_proved)


def preference(value: Value) -> tuple[int, int]:
    """A key that sorts the best value first: short wins, draws, unknown ones, long losses."""
    distance = value.distance or 0
    return _ORDER[value.result], -distance if value.result is Result.LOST else distance
