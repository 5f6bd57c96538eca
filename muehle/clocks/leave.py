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
# Changes are computed in 365ths, so that nothing is rounded before the result.
_PARTS = YEAR.days
_MOST = CAP * _PARTS


@dataclass(frozen=True, slots=True, order=True)
class Absence:
    """Planned or taken leave from start to end; emergency days count too. Absences may overlap, and each is charged."""

    start: datetime
    end: datetime


def balance_at(at: datetime, *, since: datetime, absences: Iterable[Absence]) -> timedelta:
    """The balance at an instant, of an account opened at `since`; negative if too much was used."""
    balance = OPENING * _PARTS
    for change in _changes(since, max(since, at), absences):
        balance = min(_MOST, balance + change)
    return balance / _PARTS


def needed_at(at: datetime, *, absences: Iterable[Absence]) -> timedelta:
    """The balance needed at an instant to cover all remaining absences, considering what is gained meanwhile.

    More than CAP if no balance covers them, because more is needed then or later than an account holds.
    """
    taken = list(absences)
    end = max((absence.end for absence in taken), default=at)
    needed = timedelta()
    for change in reversed(list(_changes(at, max(at, end), taken))):
        needed = max(timedelta(), needed - change)
        if needed > _MOST:
            break
    return needed / _PARTS


def free_at(at: datetime, *, since: datetime, absences: Iterable[Absence]) -> timedelta:
    """The part of the balance that the remaining absences do not need; negative if they are not covered."""
    taken = list(absences)
    return balance_at(at, since=since, absences=taken) - needed_at(at, absences=taken)


def is_covered(*, since: datetime, absences: Iterable[Absence], start: datetime) -> bool:
    """Whether the balance is never negative from `start` to the end of the last absence; not before `since`."""
    return start >= since and free_at(start, since=since, absences=absences) >= timedelta()


def _changes(since: datetime, until: datetime, absences: Iterable[Absence]) -> Iterator[timedelta]:
    """The changes of the balance, in 365ths, of the stretches in which its rate is the same."""
    taken = sorted(absences)
    instants = {since, until, *(at for each in taken for at in (each.start, each.end) if since < at < until)}
    for start, end in pairwise(sorted(instants)):
        away = sum(1 for each in taken if each.start <= start and each.end >= end)
        yield (end - start) * (DAYS_A_YEAR - away * _PARTS)
