"""The year of a player on squared paper, five minutes a square: days off and leave are painted, clocks are read off.

An oracle for the clocks of games. It shares nothing with muehle/clocks but the agreements: a clock that is looked at
square by square needs no arithmetic of pauses. All instants are numbers of squares since the year began, and exact,
because in the simulated year everything happens on the full five minutes.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import pairwise
from zoneinfo import ZoneInfo

import holidays

# With the 29th of February and both changes of daylight saving in it.
BEGINS = datetime(2027, 7, 1, tzinfo=UTC)
SQUARE = timedelta(minutes=5)
DAY = 288
# How much longer than the year the paper is: the longest turn with all its leave and days off.
MARGIN = 150 * DAY

RUNS, OFF, AWAY = 0, 1, 2
_PAINT_OFF = bytes(code | OFF for code in range(256))
_CLEAN_OFF = bytes(code & ~OFF for code in range(256))
_PAINT_AWAY = bytes(code | AWAY for code in range(256))
_CLEAN_AWAY = bytes(code & ~AWAY for code in range(256))
_IGNORE_AWAY = bytes(RUNS if code == AWAY else code for code in range(256))

# Leave is counted in 73rds of a square: 30 days are gained in 365, so six of them with every square.
GAINED, TAKEN = 6, 73
OPENING = 7 * DAY * TAKEN
MOST = 30 * DAY * TAKEN


def square_of(instant: datetime) -> int:
    """The number of the square that begins at the instant; raises ValueError where none does."""
    number, rest = divmod(instant - BEGINS, SQUARE)
    if rest:
        raise ValueError(f"{instant} is not on the five minutes")
    return number


def instant_of(square: int) -> datetime:
    """When the square begins."""
    return BEGINS + square * SQUARE


class Sheet:
    """The squares of one player; `version` grows with every change."""

    def __init__(self, squares: int) -> None:
        self._squares = bytearray(squares)
        self.version = 0

    def take_days_off(self, since: int, zone: str, weekdays: Iterable[int], region: str) -> None:
        """From `since` on these days are off, and no others."""
        self._paint(since, len(self._squares), _CLEAN_OFF)
        off = frozenset(weekdays)
        for day, first, end in _days(zone, len(self._squares)):
            if end > since and (day.weekday() in off or day in _holidays(region)):
                self._paint(max(first, since), end, _PAINT_OFF)

    def go_away(self, start: int, end: int) -> None:
        """On leave from start to end."""
        self._paint(start, end, _PAINT_AWAY)

    def come_back(self, start: int, end: int) -> None:
        """Not on leave from start to end, after all."""
        self._paint(start, end, _CLEAN_AWAY)

    def turn(self, start: int, *, days_off: bool, limit: int, emergency: Iterable[int] = ()) -> bytes:
        """The squares from `start` as a clock sees them: RUNS, OFF, or AWAY, which is at most `limit` squares.

        `emergency` is where emergency days begin, which are leave as well.
        """
        found = self._squares[start : start + MARGIN]
        if not days_off:
            found = found.translate(_CLEAN_OFF)
        for first in emergency:
            # It may have begun in a turn before, and hold this one as well.
            day = slice(max(0, first - start), max(0, first - start + DAY))
            found[day] = found[day].translate(_PAINT_AWAY)
        cut = _place(found, AWAY, limit)
        return bytes(found[:cut] + found[cut:].translate(_IGNORE_AWAY))

    def _paint(self, start: int, end: int, table: bytes) -> None:
        self._squares[start:end] = self._squares[start:end].translate(table)
        self.version += 1


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


def lowest_balance(opened: int, absences: Iterable[tuple[int, int]], since: int) -> int:
    """The least that an account of leave holds from `since` on, in 73rds of a square; it may be negative."""
    taken = list(absences)
    turns = {opened, max(since, opened), *(each for absence in taken for each in absence)}
    held = lowest = OPENING
    if since > opened:
        lowest = MOST
    for start, end in pairwise(sorted(each for each in turns if each >= opened)):
        away = sum(first <= start and end <= last for first, last in taken)
        held = min(MOST, held + (end - start) * (GAINED - away * TAKEN))
        if end >= since:
            lowest = min(lowest, held)
    return lowest


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


@cache
def _holidays(region: str) -> frozenset[date]:
    if not region:
        return frozenset()
    country, _dash, part = region.partition("-")
    return frozenset(holidays.country_holidays(country, subdiv=part or None, years=range(2027, 2030)))
