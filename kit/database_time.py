"""The time that decides: the clock of the database, which is the same for all processes.

A process's own clock may be wrong. Code that stores or compares times asks `now()`, or uses the time that came with a
locked row.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol

import structlog
from django.conf import settings
from django.db import connection
from django.utils import timezone

log = structlog.get_logger(__name__)

# Selected with a row that is locked, after the lock was granted.
TIME = "clock_timestamp()"
# For so long a reading is continued with the time that has passed in this process.
REFRESHED_AFTER = 5.0
# CLOCK_BOOTTIME counts the time in which the machine was suspended, as the database's clock does.
_STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class Clock(Protocol):
    def now(self) -> datetime:
        """The time, without a query in most cases."""

    def read(self) -> datetime:
        """The time, asked for with a query."""

    def heard(self, moment: datetime) -> datetime:
        """Go on from a time that came with a locked row; returns it."""

    def skew(self) -> timedelta:
        """How far the clock of this process is ahead of the database's (negative: behind)."""

    def last_skew(self) -> timedelta | None:
        """The skew at the last reading, without a query."""


@dataclass(frozen=True, slots=True)
class _Reading:
    moment: datetime
    steady: float
    wall: float

    def age(self) -> float:
        """Seconds since the reading, or infinity where this process's clock and its steady one disagree on them."""
        steady, wall = time.clock_gettime(_STEADY) - self.steady, time.time() - self.wall
        return steady if abs(steady - wall) < 1 else float("inf")


class DatabaseClock:
    """Asks the database at most every few seconds, and in between counts on with a clock that cannot be set."""

    _reading: _Reading | None = None

    def now(self) -> datetime:
        reading = self._reading
        if reading is not None and (age := reading.age()) < REFRESHED_AFTER:
            return reading.moment + timedelta(seconds=age)
        return self.read()

    def read(self) -> datetime:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {TIME}")
            (moment,) = cursor.fetchone()
        return self.heard(moment)

    def heard(self, moment: datetime) -> datetime:
        self._reading = _Reading(moment, time.clock_gettime(_STEADY), time.time())
        return moment

    def skew(self) -> timedelta:
        moment = self.read()
        return datetime.now(UTC) - moment

    def last_skew(self) -> timedelta | None:
        reading = self._reading
        return None if reading is None else datetime.fromtimestamp(reading.wall, UTC) - reading.moment


class ProcessClock:
    """The clock of this process, which tests, demo data and simulations move."""

    def now(self) -> datetime:
        return timezone.now()

    def read(self) -> datetime:
        return timezone.now()

    def heard(self, _moment: datetime) -> datetime:
        return timezone.now()

    def skew(self) -> timedelta:
        return timedelta(0)

    def last_skew(self) -> timedelta | None:
        return timedelta(0)


source: Clock = DatabaseClock()


@contextmanager
def process_clock() -> Iterator[None]:
    """Let the clock of this process decide, in programs that move it."""
    global source
    before, source = source, ProcessClock()
    try:
        yield
    finally:
        source = before


def now() -> datetime:
    """The time by the database's clock."""
    return source.now()


def is_skewed() -> bool:
    """Whether this process's clock and the database's differ by more than settings.CLOCK_TOLERANCE seconds, so that one
    of them is wrong. Logs it."""
    skew = source.skew().total_seconds()
    if abs(skew) <= settings.CLOCK_TOLERANCE:
        return False
    log.error("clock_skewed", seconds=round(skew, 3), tolerance=settings.CLOCK_TOLERANCE)
    return True
