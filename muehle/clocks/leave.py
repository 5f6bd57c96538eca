"""The leave account of a player: how much is gained and used, and whether planned leave is covered.

Leave is gained at a constant rate up to a cap, and used while it lasts. Nothing here depends on games.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from muehle.clocks.base import DAY

DAYS_A_YEAR = 30
YEAR = timedelta(days=365)
# What an account has when it is opened, so that newcomers can be away as well.
OPENING = timedelta(days=7)
# The balance does not grow beyond this.
CAP = timedelta(days=30)
# Shorter leave could be used to stop the clock overnight.
SHORTEST = timedelta(days=1)
EMERGENCY_DAY = timedelta(seconds=DAY)
# How far ahead leave may be planned.
LONGEST_AHEAD = timedelta(days=365)


@dataclass(frozen=True, slots=True, order=True)
class Absence:
    """Planned or taken leave from start to end; emergency days count too. Absences may overlap, and each is charged."""

    start: datetime
    end: datetime


def balance_at(at: datetime, *, since: datetime, absences: Iterable[Absence]) -> timedelta:
    """The balance at an instant, of an account opened at `since`; negative if too much was used."""
    *_before, (_at, balance) = _balances(since, max(since, at), absences)
    return balance


def is_covered(*, since: datetime, absences: Iterable[Absence], start: datetime) -> bool:
    """Whether the balance is never negative from `start` to the end of the last absence.

    `start` is not before `since`.
    """
    taken = list(absences)
    if start < since:
        return False
    end = max((absence.end for absence in taken), default=start)
    return all(balance >= timedelta() for instant, balance in _balances(since, end, taken) if instant >= start)


def needed_at(at: datetime, *, absences: Iterable[Absence]) -> timedelta:
    """The balance needed at an instant to cover all remaining absences, considering what is gained meanwhile."""
    taken = list(absences)
    end = max((absence.end for absence in taken), default=at)
    needed = timedelta()
    for _end, change in reversed(list(_changes(at, max(at, end), taken))):
        needed = max(timedelta(), needed - change)
    return needed


def _balances(since: datetime, until: datetime, absences: Iterable[Absence]) -> Iterator[tuple[datetime, timedelta]]:
    """The balance at each instant at which its rate changes; in between it is linear, except for the cap."""
    balance = OPENING
    yield since, balance
    for end, change in _changes(since, until, absences):
        balance = min(CAP, balance + change)
        yield end, balance


def _changes(since: datetime, until: datetime, absences: Iterable[Absence]) -> Iterator[tuple[datetime, timedelta]]:
    """Each instant at which the rate changes, with the change of the balance since the last one."""
    taken = sorted(absences)
    instants = {since, until, *(at for each in taken for at in (each.start, each.end) if since < at < until)}
    for start, end in pairwise(sorted(instants)):
        away = sum(1 for each in taken if each.start <= start and each.end >= end)
        yield end, (end - start) * DAYS_A_YEAR / YEAR.days - away * (end - start)
