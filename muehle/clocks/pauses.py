"""Time with pauses: when a clock runs, what its side has left at any instant, and the instant at which that runs out.

One pure function, course_of(): from the beginning of a turn, the pauses and the calendars to the course of that turn.
Pauses are a set of reasons, and the clock runs only while the set is empty. Nothing here reads the time of day.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from itertools import pairwise

# More would leave a clock that hardly runs.
MOST_WEEKDAYS_OFF = 2
_STEP = timedelta(days=14)


class Reason(StrEnum):
    """Why a clock stands still."""

    LEAVE = "leave"
    EMERGENCY_DAY = "emergency_day"
    DAY_OFF = "day_off"
    HOLIDAY = "holiday"
    DISPUTE = "dispute"


# What the terms limit for each side of a game; days off come and go by themselves.
LIMITED = frozenset({Reason.LEAVE, Reason.EMERGENCY_DAY})


@dataclass(frozen=True, slots=True)
class Pause:
    """A reason that holds from start (included) to end."""

    start: datetime
    end: datetime
    reason: Reason


@dataclass(frozen=True, slots=True)
class Standstill:
    """A stretch in which the clock stands, and all that holds it; `reasons` is never empty."""

    start: datetime
    end: datetime
    reasons: frozenset[Reason]


def standstills_as_text(standstills: Iterable[Standstill]) -> str:
    """To be kept beside a deadline: `day_off+holiday 2026-03-07T00:00:00+00:00 2026-03-08T00:00:00+00:00;…`."""
    return ";".join(
        f"{'+'.join(sorted(each.reasons))} {each.start.astimezone(UTC).isoformat()} "
        f"{each.end.astimezone(UTC).isoformat()}"
        for each in standstills
    )


def standstills_from(text: str) -> tuple[Standstill, ...]:
    """What standstills_as_text() has written."""
    found = []
    for line in filter(None, text.split(";")):
        reasons, start, end = line.split(" ")
        held_by = frozenset(Reason(reason) for reason in reasons.split("+"))
        found.append(Standstill(datetime.fromisoformat(start), datetime.fromisoformat(end), held_by))
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Calendar:
    """Whole days off in the zone of a place, in force from `since` until the next calendar is.

    `weekdays` counts from Monday, which is 0; `holidays` says the public holidays of a year.
    """

    since: datetime
    zone: tzinfo
    weekdays: frozenset[int] = frozenset()
    holidays: Callable[[int], Collection[date]] = lambda _year: ()

    def __post_init__(self) -> None:
        if len(self.weekdays) > MOST_WEEKDAYS_OFF or not self.weekdays <= set(range(7)):
            raise ValueError(f"days off must be at most {MOST_WEEKDAYS_OFF} weekdays, not {sorted(self.weekdays)}")

    def days_off(self, start: datetime, end: datetime) -> Iterator[Pause]:
        """The days off that begin before end and end after start; each from midnight to midnight there."""
        day, last = start.astimezone(self.zone).date(), end.astimezone(self.zone).date()
        while day <= last:
            begins, day = self._midnight(day), day + timedelta(days=1)
            for reason in self._reasons(day - timedelta(days=1)):
                yield Pause(begins, self._midnight(day), reason)

    def _reasons(self, day: date) -> Iterator[Reason]:
        if day.weekday() in self.weekdays:
            yield Reason.DAY_OFF
        if day in self.holidays(day.year):
            yield Reason.HOLIDAY

    def _midnight(self, day: date) -> datetime:
        # A midnight that daylight saving leaves out is the instant at which the clocks of the place are put forward.
        return datetime.combine(day, time(), self.zone).astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Course:
    """A turn from its beginning: what the side had then, and the stretches in which its clock stands, in order.

    `standstills` are disjoint and reach as far as they matter, to the deadline.
    """

    started_at: datetime
    seconds_left: int
    standstills: tuple[Standstill, ...] = ()

    @property
    def deadline_at(self) -> datetime:
        """The last instant at which a move is in time; one that falls on a standstill moves to the end of that."""
        return self.stands_until(self._has_run_at(timedelta(seconds=self.seconds_left)))

    @property
    def quarter_at(self) -> datetime:
        """The first instant at which three quarters of the time have run, and a quarter is left."""
        return self._has_run_at(timedelta(seconds=self.seconds_left) * 3 / 4)

    def _has_run_at(self, time_run: timedelta) -> datetime:
        """The first instant at which the clock has run so long."""
        at, left = self.started_at, time_run
        for stretch in self.standstills:
            if stretch.start - at >= left:
                break
            left -= stretch.start - at
            at = stretch.end
        return at + left

    def seconds_run(self, at: datetime) -> int:
        """Whole seconds for which the clock has run, rounded down in favour of the player; never negative."""
        ran = at - self.started_at - sum((_overlap(each, at) for each in self.standstills), timedelta())
        return max(0, ran // timedelta(seconds=1))

    def seconds_left_at(self, at: datetime) -> int:
        """What the side has left, in whole seconds; never negative, and the same throughout a standstill."""
        return max(0, self.seconds_left - self.seconds_run(at))

    def reasons_at(self, at: datetime) -> frozenset[Reason]:
        """Why the clock stands at this instant; empty while it runs."""
        stretch = self.standstill_at(at)
        return stretch.reasons if stretch else frozenset()

    def standstill_at(self, at: datetime) -> Standstill | None:
        """The stretch that this instant belongs to; one ends where the next may begin."""
        return next((each for each in self.standstills if each.start <= at < each.end), None)

    def stands_until(self, at: datetime) -> datetime:
        """When the clock runs again, seen from an instant of a standstill; the instant itself while it runs."""
        for stretch in self.standstills:
            if stretch.start <= at < stretch.end:
                at = stretch.end
        return at

    def limited_seconds(self, at: datetime) -> int:
        """Whole seconds of the limited reasons that the side has used up to this instant, rounded down."""
        used = (_overlap(each, at) for each in self.standstills if each.reasons <= LIMITED)
        return sum(used, timedelta()) // timedelta(seconds=1)


def course_of(
    *,
    started_at: datetime,
    seconds_left: int,
    pauses: Iterable[Pause] = (),
    calendars: Sequence[Calendar] = (),
    limited_seconds: int = 0,
) -> Course:
    """The course of a turn that began at `started_at` with `seconds_left` on the clock.

    `calendars` come in the order of `since`. `limited_seconds` is how long leave and emergency days may still hold this
    clock; while another reason holds it as well, none of that is used.
    """
    fixed, horizon = list(pauses), started_at + timedelta(seconds=seconds_left) + _STEP
    while True:
        days_off = _days_off(calendars, started_at, horizon)
        standing = _standstills([*fixed, *days_off], since=started_at, limited_seconds=limited_seconds)
        deadline_at = Course(started_at, seconds_left, tuple(standing)).deadline_at
        if deadline_at < horizon:
            needed = tuple(each for each in standing if each.start <= deadline_at)
            return Course(started_at, seconds_left, needed)
        horizon = deadline_at + _STEP


def _days_off(calendars: Sequence[Calendar], start: datetime, end: datetime) -> Iterator[Pause]:
    """The days off of all calendars, each cut to the time in which it is in force."""
    limits = [*(calendar.since for calendar in calendars), end]
    for calendar, (since, until) in zip(calendars, pairwise(limits), strict=True):
        since, until = max(since, start), min(until, end)
        if since < until:
            for pause in calendar.days_off(since, until):
                yield Pause(max(pause.start, since), min(pause.end, until), pause.reason)


def _standstills(pauses: Iterable[Pause], *, since: datetime, limited_seconds: int) -> list[Standstill]:
    """The stretches with a reason, cut where the limited reasons are used up, and joined where nothing changes."""
    left = timedelta(seconds=limited_seconds)
    found: list[Standstill] = []
    for stretch in _stretches(pauses, since):
        if stretch.reasons <= LIMITED:
            stretch = Standstill(stretch.start, min(stretch.end, stretch.start + left), stretch.reasons)
            left -= stretch.end - stretch.start
        if found and (found[-1].end, found[-1].reasons) == (stretch.start, stretch.reasons):
            found[-1] = Standstill(found[-1].start, stretch.end, stretch.reasons)
        elif stretch.start < stretch.end:
            found.append(stretch)
    return found


def _stretches(pauses: Iterable[Pause], since: datetime) -> Iterator[Standstill]:
    """From instant to instant at which a reason begins or ends, the set of those that hold."""
    changes: dict[datetime, Counter[Reason]] = {}
    for pause in pauses:
        start = max(pause.start, since)
        if start < pause.end:
            changes.setdefault(start, Counter())[pause.reason] += 1
            changes.setdefault(pause.end, Counter())[pause.reason] -= 1
    holding: Counter[Reason] = Counter()
    for start, end in pairwise(sorted(changes)):
        for reason, change in changes[start].items():
            holding[reason] += change
        reasons = frozenset(reason for reason, times in holding.items() if times)
        if reasons:
            yield Standstill(start, end, reasons)


def _overlap(stretch: Standstill, at: datetime) -> timedelta:
    return max(timedelta(), min(stretch.end, at) - stretch.start)
