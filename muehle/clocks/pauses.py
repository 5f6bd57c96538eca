"""Pauses of clocks: when a clock runs, how much time is left, and when it runs out.

course_of() computes the course of a turn from its beginning, the pauses and the calendars. The clock runs only while
there is no reason for a pause. Nothing here reads the current time.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from itertools import pairwise

# With more days off, a clock would hardly run.
MOST_WEEKDAYS_OFF = 2
_STEP = timedelta(days=14)


class Reason(StrEnum):
    """Why a clock is stopped."""

    LEAVE = "leave"
    EMERGENCY_DAY = "emergency_day"
    DAY_OFF = "day_off"
    HOLIDAY = "holiday"
    DISPUTE = "dispute"
    AGREEMENT = "agreement"


# The reasons that the terms of a game limit for each side; days off are unlimited.
LIMITED = frozenset({Reason.LEAVE, Reason.EMERGENCY_DAY})


@dataclass(frozen=True, slots=True)
class Pause:
    """A reason that applies from start (inclusive) to end (exclusive)."""

    start: datetime
    end: datetime
    reason: Reason


@dataclass(frozen=True, slots=True)
class Standstill:
    """A period in which the clock is stopped, with all reasons; there is at least one."""

    start: datetime
    end: datetime
    reasons: frozenset[Reason]


def standstills_as_text(standstills: Iterable[Standstill]) -> str:
    """A text to store beside a deadline: `day_off+holiday 2026-03-07T00:00:00+00:00 2026-03-08T00:00:00+00:00;…`."""
    return ";".join(
        f"{'+'.join(sorted(each.reasons))} {each.start.astimezone(UTC).isoformat()} "
        f"{each.end.astimezone(UTC).isoformat()}"
        for each in standstills
    )


def standstills_from(text: str) -> tuple[Standstill, ...]:
    """Parse the text of standstills_as_text()."""
    found = []
    for line in filter(None, text.split(";")):
        reasons, start, end = line.split(" ")
        held_by = frozenset(Reason(reason) for reason in reasons.split("+"))
        found.append(Standstill(datetime.fromisoformat(start), datetime.fromisoformat(end), held_by))
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Calendar:
    """Whole days off in a time zone, in force from `since` until the next calendar begins.

    `weekdays` count from 0 for Monday; `holidays` returns the public holidays of a year.
    """

    since: datetime
    zone: tzinfo
    weekdays: frozenset[int] = frozenset()
    holidays: Callable[[int], Collection[date]] = lambda _year: ()

    def __post_init__(self) -> None:
        if len(self.weekdays) > MOST_WEEKDAYS_OFF or not self.weekdays <= set(range(7)):
            raise ValueError(f"days off must be at most {MOST_WEEKDAYS_OFF} weekdays, not {sorted(self.weekdays)}")

    def days_off(self, start: datetime, end: datetime) -> Iterator[Pause]:
        """The days off that overlap the period, each from local midnight to midnight."""
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
        # If daylight saving time skips midnight, this is the instant at which local clocks are put forward.
        return datetime.combine(day, time(), self.zone).astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Course:
    """A turn from its beginning: the time left at that point, and the periods in which the clock is stopped, in order.

    `standstills` are disjoint, and complete up to the deadline.
    """

    started_at: datetime
    seconds_left: int
    standstills: tuple[Standstill, ...] = ()

    @property
    def deadline_at(self) -> datetime:
        """The last instant at which a move is in time. If it is in a standstill, it moves to its end."""
        return self.stands_until(self._has_run_at(timedelta(seconds=self.seconds_left)))

    @property
    def quarter_at(self) -> datetime:
        """The first instant at which a quarter of the time is left."""
        return self._has_run_at(timedelta(seconds=self.seconds_left) * 3 / 4)

    def _has_run_at(self, time_run: timedelta) -> datetime:
        """The first instant at which the clock has run for this time."""
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
        """The time left in whole seconds; never negative, and constant during a standstill."""
        return max(0, self.seconds_left - self.seconds_run(at))

    def reasons_at(self, at: datetime) -> frozenset[Reason]:
        """Why the clock is stopped at this instant; empty while it runs."""
        stretch = self.standstill_at(at)
        return stretch.reasons if stretch else frozenset()

    def standstill_at(self, at: datetime) -> Standstill | None:
        """The standstill at this instant. The end of a standstill is not part of it."""
        return next((each for each in self.standstills if each.start <= at < each.end), None)

    def stands_until(self, at: datetime) -> datetime:
        """The end of the standstill at this instant; the instant itself while the clock runs."""
        for stretch in self.standstills:
            if stretch.start <= at < stretch.end:
                at = stretch.end
        return at

    def limited_seconds(self, at: datetime) -> int:
        """Whole seconds of limited reasons that the side has used up to this instant, rounded down."""
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

    `calendars` are ordered by `since`. `limited_seconds` is how long leave and emergency days may still stop this
    clock; time in which another reason stops it too is not charged.
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
    """The days off of all calendars, each limited to the period in which it is in force."""
    limits = [*(calendar.since for calendar in calendars), end]
    for calendar, (since, until) in zip(calendars, pairwise(limits), strict=True):
        since, until = max(since, start), min(until, end)
        if since < until:
            for pause in calendar.days_off(since, until):
                yield Pause(max(pause.start, since), min(pause.end, until), pause.reason)


def _standstills(pauses: Iterable[Pause], *, since: datetime, limited_seconds: int) -> list[Standstill]:
    """The periods with a reason, cut where the limited reasons are used up, and merged where the reasons are equal."""
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
    """The periods between changes of the set of reasons, with the reasons in force."""
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
