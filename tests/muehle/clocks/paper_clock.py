"""The year of a player on squared paper, five minutes a square: days off and leave are painted, clocks are read off.

An oracle for the clocks of games. It shares nothing with muehle/clocks but the agreements: a clock that is looked at
square by square needs no arithmetic of pauses. All instants are numbers of squares since the year began.
"""

from collections.abc import Collection
from datetime import UTC, date, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

# With the 29th of February and both changes of daylight saving in it.
BEGINS = datetime(2027, 7, 1, tzinfo=UTC)
SQUARE = timedelta(minutes=5)
DAY = 288
# How much longer than the year the paper is: the longest turn with all its leave and days off.
MARGIN = 150 * DAY

RUNS, OFF, AWAY = 0, 1, 2
_PAINT_OFF = bytes(code | OFF for code in range(256))
_PAINT_AWAY = bytes(code | AWAY for code in range(256))
_IGNORE_AWAY = bytes(RUNS if code == AWAY else code for code in range(256))


def instant_of(square: int) -> datetime:
    """When the square begins."""
    return BEGINS + square * SQUARE


class Sheet:
    """The squares of one player."""

    def __init__(self, squares: int) -> None:
        self._squares = bytearray(squares)

    def take_days_off(self, since: int, zone: str, weekdays: Collection[int]) -> None:
        """From `since` on these days are off."""
        for day, first, end in _days(zone, len(self._squares)):
            if end > since and day.weekday() in weekdays:
                self._paint(max(first, since), end, _PAINT_OFF)

    def go_away(self, start: int, end: int) -> None:
        """On leave from start to end."""
        self._paint(start, end, _PAINT_AWAY)

    def turn(self, start: int, *, limit: int) -> bytes:
        """The squares from `start` as a clock sees them: RUNS, OFF, or AWAY, which is at most `limit` squares."""
        found = self._squares[start : start + MARGIN]
        cut = _place(found, AWAY, limit)
        return bytes(found[:cut] + found[cut:].translate(_IGNORE_AWAY))

    def _paint(self, start: int, end: int, table: bytes) -> None:
        self._squares[start:end] = self._squares[start:end].translate(table)


def runs_out(turn: bytes, squares: int) -> int:
    """The place in the turn at which a clock with so many squares would have to run once more, and cannot."""
    return _place(turn, RUNS, squares)


def _place(turn: bytes | bytearray, code: int, passed: int) -> int:
    """The place of the first square with this code after so many others of it; the end where there is none."""
    at, wanted = 0, passed + 1
    while wanted:
        if at >= len(turn):
            return len(turn)
        found = turn.count(code, at, at + wanted)
        if found == 0:
            at = turn.find(code, at)
            if at < 0:
                return len(turn)
            continue
        at, wanted = at + wanted, wanted - found
    return at - 1


@cache
def _days(zone: str, squares: int) -> list[tuple[date, int, int]]:
    """The days of the place with their first square and the first after them, found by looking at every square."""
    there, found, first = ZoneInfo(zone), [], 0
    day = instant_of(0).astimezone(there).date()
    for square in range(1, squares):
        today = instant_of(square).astimezone(there).date()
        if today != day:
            found.append((day, first, square))
            day, first = today, square
    return [*found, (day, first, squares)]
