"""The account of a player's leave: how much has been gained, how much is used, and whether a plan is covered.

Leave is gained at an even pace up to a cap and used at the pace of time while it lasts. Nothing here knows of games.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from muehle.clocks.base import DAY

DAYS_A_YEAR = 30
YEAR = timedelta(days=365)
# More than this is not kept for later.
CAP = timedelta(days=30)
# So short a leave would be a way to stop the clock for a night.
SHORTEST = timedelta(days=1)
EMERGENCY_DAY = timedelta(seconds=DAY)
# So far ahead leave may be planned.
LONGEST_AHEAD = timedelta(days=365)


@dataclass(frozen=True, slots=True, order=True)
class Absence:
    """Leave taken or planned, from start to end; an emergency day is one as well. Two may overlap, and both cost."""

    start: datetime
    end: datetime


def balance_at(at: datetime, *, since: datetime, absences: Iterable[Absence]) -> timedelta:
    """The leave that is left at an instant, for an account opened empty at `since`; negative if too much was used."""
    *_before, (_at, balance) = _balances(since, max(since, at), absences)
    return balance


def is_covered(*, since: datetime, absences: Iterable[Absence], start: datetime) -> bool:
    """Whether the balance never falls below zero from `start` to the last absence's end; never before `since`."""
    taken = list(absences)
    if start < since:
        return False
    end = max((absence.end for absence in taken), default=start)
    return all(balance >= timedelta() for instant, balance in _balances(since, end, taken) if instant >= start)


def needed_at(at: datetime, *, absences: Iterable[Absence]) -> timedelta:
    """What must be left at an instant so that all that is still to come is covered, with what is gained meanwhile."""
    taken = list(absences)
    end = max((absence.end for absence in taken), default=at)
    needed = timedelta()
    for _end, change in reversed(list(_changes(at, max(at, end), taken))):
        needed = max(timedelta(), needed - change)
    return needed


def _balances(since: datetime, until: datetime, absences: Iterable[Absence]) -> Iterator[tuple[datetime, timedelta]]:
    """The balance at each instant at which its pace changes; between two of them it is straight, but for the cap."""
    balance = timedelta()
    yield since, balance
    for end, change in _changes(since, until, absences):
        balance = min(CAP, balance + change)
        yield end, balance


def _changes(since: datetime, until: datetime, absences: Iterable[Absence]) -> Iterator[tuple[datetime, timedelta]]:
    """From pace to pace: the instant at which it changes, and what was gained until then less what was used."""
    taken = sorted(absences)
    instants = {since, until, *(at for each in taken for at in (each.start, each.end) if since < at < until)}
    for start, end in pairwise(sorted(instants)):
        away = sum(1 for each in taken if each.start <= start and each.end >= end)
        yield end, (end - start) * DAYS_A_YEAR / YEAR.days - away * (end - start)
