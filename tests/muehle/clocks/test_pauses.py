"""Time with pauses, held against a clock that is looked at every minute, and against what must hold for any clock."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from time import tzset
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from muehle.clocks import DAY, deadline, seconds_between
from muehle.clocks.pauses import (
    LIMITED,
    Calendar,
    Course,
    Pause,
    Reason,
    Standstill,
    course_of,
    standstills_as_text,
    standstills_from,
)

MONDAY = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
HOUR, MINUTE, SECOND = timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)
BERLIN, AUCKLAND, SANTIAGO = ZoneInfo("Europe/Berlin"), ZoneInfo("Pacific/Auckland"), ZoneInfo("America/Santiago")
WEEKEND = frozenset({5, 6})
ZONES = (
    "UTC",
    "Europe/Berlin",
    "Pacific/Auckland",
    "America/Santiago",
    "America/Havana",
    "Asia/Kathmandu",
    "Africa/Cairo",
)
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def weekends(zone: ZoneInfo = BERLIN, since: datetime = LONG_AGO) -> Calendar:
    return Calendar(since=since, zone=zone, weekdays=WEEKEND)


# --- The oracle -------------------------------------------------------------------------------------------------------


def looked_at_every_minute(
    started_at: datetime, minutes: int, pauses: Sequence[Pause], calendars: Sequence[Calendar], limited: int
) -> datetime:
    """The deadline of a clock of so many minutes, found by nothing but looking; `limited` is in minutes too."""
    at = started_at
    while True:
        reasons = {pause.reason for pause in pauses if pause.start <= at < pause.end}
        for calendar in [each for each in calendars if each.since <= at][-1:]:
            here = at.astimezone(calendar.zone).date()
            reasons |= {Reason.DAY_OFF} if here.weekday() in calendar.weekdays else set()
            reasons |= {Reason.HOLIDAY} if here in calendar.holidays(here.year) else set()
        stands = bool(reasons - LIMITED)
        if reasons and not stands and limited:
            stands, limited = True, limited - 1
        if not stands and minutes == 0:
            return at
        minutes -= not stands
        at += MINUTE


# --- What is drawn ----------------------------------------------------------------------------------------------------

# Around the days on which clocks are changed, leap days, and the ends of years.
starts = st.sampled_from(
    [
        *(datetime(2026, 3, day, tzinfo=UTC) for day in (2, 6, 27, 29)),
        *(datetime(2026, 10, day, tzinfo=UTC) for day in (23, 25)),
        *(datetime(2028, 2, day, tzinfo=UTC) for day in (25, 28, 29)),
        datetime(2026, 9, 4, tzinfo=UTC),
        datetime(2026, 4, 3, tzinfo=UTC),
        datetime(2026, 12, 30, tzinfo=UTC),
    ]
).flatmap(lambda day: st.integers(0, 2 * 1440).map(lambda minute: day + minute * MINUTE))


@st.composite
def pauses(draw: st.DrawFn, start: datetime) -> list[Pause]:
    found = []
    for _each in range(draw(st.integers(0, 4))):
        begins = start + draw(st.integers(-1440, 6 * 1440)) * MINUTE
        length = draw(st.integers(0, 3 * 1440)) * MINUTE
        found.append(Pause(begins, begins + length, draw(st.sampled_from(Reason))))
    return found


def every_year(days: set[date]) -> Callable[[int], set[date]]:
    return lambda _year: days


@st.composite
def calendars(draw: st.DrawFn, start: datetime) -> list[Calendar]:
    found, since = [], start - timedelta(days=30)
    for _each in range(draw(st.integers(0, 2))):
        days = draw(st.sets(st.integers(0, 4), max_size=2))
        holidays = {(start + timedelta(days=day)).date() for day in days}
        weekdays = draw(st.frozensets(st.integers(0, 6), max_size=2))
        zone = ZoneInfo(draw(st.sampled_from(ZONES)))
        found.append(Calendar(since=since, zone=zone, weekdays=weekdays, holidays=every_year(holidays)))
        since = start + draw(st.integers(-600, 5 * 1440)) * MINUTE
    return found


@st.composite
def turns(draw: st.DrawFn) -> tuple[datetime, int, list[Pause], list[Calendar], int]:
    """When a turn begins, its minutes, pauses, calendars, and the minutes of leave that the terms allow."""
    start = draw(starts)
    limited = draw(st.sampled_from([0, 60, 1440, 30 * 1440]))
    return start, draw(st.integers(0, 4 * 1440)), draw(pauses(start)), draw(calendars(start)), limited


def course(turn: tuple[datetime, int, list[Pause], list[Calendar], int]) -> Course:
    start, minutes, paused, off, limited = turn
    return course_of(
        started_at=start, seconds_left=minutes * 60, pauses=paused, calendars=off, limited_seconds=limited * 60
    )


# --- Properties -------------------------------------------------------------------------------------------------------


@given(turns())
@settings(max_examples=settings().max_examples * 3 // 2)
def test_the_deadline_is_that_of_a_clock_looked_at_every_minute(
    turn: tuple[datetime, int, list[Pause], list[Calendar], int],
) -> None:
    assert course(turn).deadline_at == looked_at_every_minute(*turn)


@given(turns())
def test_until_the_deadline_the_clock_runs_for_exactly_what_it_had(
    turn: tuple[datetime, int, list[Pause], list[Calendar], int],
) -> None:
    found = course(turn)

    assert found.seconds_run(found.deadline_at) == found.seconds_left == turn[1] * 60
    assert found.seconds_left_at(found.deadline_at) == 0
    assert found.seconds_left_at(found.started_at) == found.seconds_left


@given(turns(), st.lists(st.integers(-1440, 12 * 1440), min_size=2, max_size=8))
def test_time_left_is_never_negative_and_never_grows(
    turn: tuple[datetime, int, list[Pause], list[Calendar], int], minutes: list[int]
) -> None:
    found = course(turn)

    left = [found.seconds_left_at(turn[0] + minute * MINUTE) for minute in sorted(minutes)]

    assert left == sorted(left, reverse=True)
    assert min(left) >= 0
    assert max(left) <= found.seconds_left


@given(turns(), st.randoms())
def test_the_order_in_which_pauses_are_given_does_not_matter(
    turn: tuple[datetime, int, list[Pause], list[Calendar], int], random: object
) -> None:
    shuffled = list(turn[2])
    random.shuffle(shuffled)  # type: ignore[attr-defined]

    assert course((turn[0], turn[1], shuffled, *turn[3:])) == course(turn)


@given(turns(), st.integers(0, 4 * 1440))
def test_pausing_and_resuming_at_once_changes_nothing(
    turn: tuple[datetime, int, list[Pause], list[Calendar], int], minute: int
) -> None:
    at = turn[0] + minute * MINUTE
    nothing = [Pause(at, at, reason) for reason in Reason]

    assert course((turn[0], turn[1], turn[2] + nothing, *turn[3:])) == course(turn)


@given(turns(), st.integers(0, 5 * 1440), st.integers(0, 3 * 1440), st.sampled_from(Reason))
def test_another_pause_never_brings_the_deadline_nearer(
    turn: tuple[datetime, int, list[Pause], list[Calendar], int], minute: int, length: int, reason: Reason
) -> None:
    # Leave that comes earlier may use up what a later one would have used; together they hold no less.
    begins = turn[0] + minute * MINUTE
    more = Pause(begins, begins + length * MINUTE, reason)

    assert course((turn[0], turn[1], [*turn[2], more], *turn[3:])).deadline_at >= course(turn).deadline_at


@given(turns(), st.integers(0, 3 * 1440))
def test_more_on_the_clock_never_brings_the_deadline_nearer(
    turn: tuple[datetime, int, list[Pause], list[Calendar], int], more: int
) -> None:
    longer = course((turn[0], turn[1] + more, *turn[2:]))

    assert longer.deadline_at - course(turn).deadline_at >= more * MINUTE


@given(turns(), st.floats(0, 1))
def test_a_turn_taken_up_in_its_middle_ends_at_the_same_instant(
    turn: tuple[datetime, int, list[Pause], list[Calendar], int], share: float
) -> None:
    whole = course(turn)
    at = turn[0] + int((whole.deadline_at - turn[0]) / SECOND * share) * SECOND
    left, used = whole.seconds_left_at(at), whole.limited_seconds(at)

    rest = course_of(
        started_at=at, seconds_left=left, pauses=turn[2], calendars=turn[3], limited_seconds=turn[4] * 60 - used
    )

    assert rest.deadline_at == whole.deadline_at


@given(turns())
def test_a_quarter_is_left_from_the_instant_on_at_which_the_clock_has_run_for_the_rest(
    turn: tuple[datetime, int, list[Pause], list[Calendar], int],
) -> None:
    found = course(turn)

    assert found.started_at <= found.quarter_at <= found.deadline_at
    assert found.seconds_run(found.quarter_at) == turn[1] * 45
    assert found.seconds_run(found.quarter_at - SECOND) == max(0, turn[1] * 45 - 1)


@given(turns(), st.integers(0, 3 * 1440), st.sampled_from(sorted(set(Reason) - LIMITED)))
def test_a_pause_once_a_quarter_is_left_no_longer_moves_that_instant(
    turn: tuple[datetime, int, list[Pause], list[Calendar], int], length: int, reason: Reason
) -> None:
    at = course(turn).quarter_at
    later = Pause(at, at + length * MINUTE, reason)

    assert course((turn[0], turn[1], [*turn[2], later], *turn[3:])).quarter_at == at


@given(turns())
def test_standstills_are_in_order_apart_and_have_reasons(
    turn: tuple[datetime, int, list[Pause], list[Calendar], int],
) -> None:
    stretches = course(turn).standstills

    assert all(each.start < each.end and each.reasons for each in stretches)
    assert all(one.end <= other.start for one, other in pairwise(stretches))
    assert all(one.end < other.start or one.reasons != other.reasons for one, other in pairwise(stretches))


@given(turns())
def test_leave_is_never_used_beyond_what_the_terms_allow(
    turn: tuple[datetime, int, list[Pause], list[Calendar], int],
) -> None:
    found = course(turn)

    assert 0 <= found.limited_seconds(found.deadline_at) <= turn[4] * 60


@given(
    started_at=st.datetimes(datetime(2020, 1, 1), datetime(2090, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
    seconds=st.integers(0, 30 * DAY),
    elapsed=st.timedeltas(-HOUR, timedelta(days=40)),
)
def test_without_pauses_the_clock_is_the_one_it_always_was(
    started_at: datetime, seconds: int, elapsed: timedelta
) -> None:
    found = course_of(started_at=started_at, seconds_left=seconds)

    assert found.deadline_at == deadline(turn_started_at=started_at, seconds_left=seconds)
    assert found.quarter_at == started_at + timedelta(seconds=seconds * 0.75)
    assert found.seconds_run(started_at + elapsed) == seconds_between(started_at, started_at + elapsed)
    assert (found.standstills, found.reasons_at(started_at)) == ((), frozenset())


# --- Days -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "started_at", "days", "deadline_at"),
    [
        # Monday noon, three days: no weekend on the way.
        (BERLIN, MONDAY, 3, MONDAY + timedelta(days=3)),
        # Friday noon in Berlin, one day: Saturday noon would be off, so half a day is left on Monday.
        (BERLIN, datetime(2026, 3, 6, 11, 0, tzinfo=UTC), 1, datetime(2026, 3, 9, 11, 0, tzinfo=UTC)),
        # The weekend that loses an hour is 47 hours long, and the one that gains one 49.
        (BERLIN, datetime(2026, 3, 27, 11, 0, tzinfo=UTC), 1, datetime(2026, 3, 30, 10, 0, tzinfo=UTC)),
        (BERLIN, datetime(2026, 10, 23, 10, 0, tzinfo=UTC), 1, datetime(2026, 10, 26, 11, 0, tzinfo=UTC)),
        # In Auckland it is Saturday while Berlin has Friday noon.
        (AUCKLAND, datetime(2026, 3, 6, 11, 0, tzinfo=UTC), 1, datetime(2026, 3, 9, 11, 0, tzinfo=UTC)),
        # In Santiago the clocks are put forward at midnight: Sunday begins at one, an hour after Saturday's end.
        (SANTIAGO, datetime(2026, 9, 4, 16, 0, tzinfo=UTC), 1, datetime(2026, 9, 7, 15, 0, tzinfo=UTC)),
        # 29 February 2032 is a Sunday.
        (BERLIN, datetime(2032, 2, 27, 11, 0, tzinfo=UTC), 1, datetime(2032, 3, 1, 11, 0, tzinfo=UTC)),
    ],
)
def test_weekends_are_those_of_the_players_own_place(
    zone: ZoneInfo, started_at: datetime, days: int, deadline_at: datetime
) -> None:
    found = course_of(started_at=started_at, seconds_left=days * DAY, calendars=[weekends(zone)])

    assert found.deadline_at == deadline_at


def test_a_clock_that_runs_out_on_a_day_off_runs_out_when_that_ends() -> None:
    friday = datetime(2026, 3, 6, 0, 0, tzinfo=UTC)
    utc = ZoneInfo("UTC")

    found = course_of(started_at=friday, seconds_left=DAY, calendars=[weekends(utc)])

    assert found.deadline_at == friday + timedelta(days=3)
    assert found.seconds_left_at(friday + timedelta(days=2)) == 0
    assert found.reasons_at(friday + timedelta(days=1)) == {Reason.DAY_OFF}
    assert found.reasons_at(friday + timedelta(days=1) - SECOND) == frozenset()
    assert found.reasons_at(friday + timedelta(days=3)) == frozenset()
    assert found.stands_until(friday + timedelta(days=2)) == friday + timedelta(days=3)


def test_a_quarter_that_is_left_as_a_day_off_begins_is_left_before_and_not_after_it() -> None:
    tuesday = datetime(2026, 3, 3, 0, 0, tzinfo=UTC)

    found = course_of(started_at=tuesday, seconds_left=4 * DAY, calendars=[Calendar(since=LONG_AGO, zone=BERLIN)])
    paused = course_of(started_at=tuesday, seconds_left=4 * DAY, calendars=[weekends(ZoneInfo("UTC"))])
    fridays = Calendar(since=LONG_AGO, zone=ZoneInfo("UTC"), weekdays=frozenset({4}))
    before_friday = course_of(started_at=tuesday, seconds_left=4 * DAY, calendars=[fridays])

    assert found.quarter_at == paused.quarter_at == before_friday.quarter_at == tuesday + timedelta(days=3)
    assert [each.deadline_at - tuesday for each in (found, paused, before_friday)] == [
        timedelta(days=days) for days in (4, 6, 5)
    ]


def test_a_change_of_the_calendar_does_not_reach_back() -> None:
    sunday = datetime(2026, 3, 8, 12, 0, tzinfo=UTC)
    friday = sunday - timedelta(days=2)

    found = course_of(started_at=friday, seconds_left=3 * DAY, calendars=[weekends(ZoneInfo("UTC"), since=sunday)])

    assert found.deadline_at == friday + timedelta(days=3, hours=12)


def test_a_day_off_that_is_not_over_at_the_players_place_holds_a_turn_that_begins_in_it() -> None:
    saturday_night = datetime(2026, 3, 8, 1, 0, tzinfo=UTC)  # 10 p.m. on Saturday in Santiago
    saturdays = Calendar(since=LONG_AGO, zone=SANTIAGO, weekdays=frozenset({5}))

    found = course_of(started_at=saturday_night, seconds_left=3600, calendars=[saturdays])

    assert found.deadline_at == saturday_night + timedelta(hours=3)


def test_a_day_off_right_after_a_dispute_of_two_weeks_counts() -> None:
    sunday = datetime(2026, 3, 1, 0, 0, tzinfo=UTC)
    dispute = Pause(sunday, sunday + timedelta(days=14), Reason.DISPUTE)
    mondays = Calendar(since=LONG_AGO, zone=ZoneInfo("UTC"), weekdays=frozenset({0}))

    found = course_of(started_at=sunday, seconds_left=DAY, pauses=[dispute], calendars=[mondays])

    assert found.deadline_at == sunday + timedelta(days=16)
    assert found.standstills[-1].reasons == {Reason.DAY_OFF}


def test_a_holiday_on_a_day_off_is_one_day_with_two_reasons() -> None:
    calendar = Calendar(
        since=LONG_AGO, zone=ZoneInfo("UTC"), weekdays=WEEKEND, holidays=lambda _year: {date(2026, 3, 7)}
    )
    friday = datetime(2026, 3, 6, 12, 0, tzinfo=UTC)

    found = course_of(started_at=friday, seconds_left=DAY, calendars=[calendar])

    assert found.deadline_at == friday + timedelta(days=3)
    assert [each.reasons for each in found.standstills] == [{Reason.DAY_OFF, Reason.HOLIDAY}, {Reason.DAY_OFF}]


@pytest.mark.parametrize("weekdays", [{0, 1, 2}, {7}, {-1}])
def test_a_calendar_leaves_a_clock_that_runs(weekdays: set[int]) -> None:
    with pytest.raises(ValueError, match="weekdays"):
        Calendar(since=LONG_AGO, zone=BERLIN, weekdays=frozenset(weekdays))


# --- Leave ------------------------------------------------------------------------------------------------------------


def test_leave_holds_the_clock_as_long_as_the_terms_allow() -> None:
    leave = Pause(MONDAY + HOUR, MONDAY + timedelta(days=20), Reason.LEAVE)

    found = course_of(started_at=MONDAY, seconds_left=DAY, pauses=[leave], limited_seconds=5 * DAY)

    assert found.deadline_at == MONDAY + timedelta(days=6)
    assert found.limited_seconds(found.deadline_at) == 5 * DAY
    assert found.reasons_at(MONDAY + timedelta(days=5)) == {Reason.LEAVE}
    assert found.reasons_at(MONDAY + timedelta(days=5) + HOUR) == frozenset()


def test_terms_that_say_nothing_of_leave_allow_none() -> None:
    leave = Pause(MONDAY, MONDAY + HOUR, Reason.LEAVE)

    assert course_of(started_at=MONDAY, seconds_left=DAY, pauses=[leave]).deadline_at == MONDAY + timedelta(days=1)


def test_used_leave_is_counted_in_whole_seconds_rounded_down() -> None:
    leave = Pause(MONDAY, MONDAY + HOUR, Reason.LEAVE)

    found = course_of(started_at=MONDAY, seconds_left=DAY, pauses=[leave], limited_seconds=DAY)

    assert found.limited_seconds(MONDAY + timedelta(seconds=1.9)) == 1


def test_days_off_within_leave_cost_none_of_it() -> None:
    leave = Pause(MONDAY, MONDAY + timedelta(days=7), Reason.LEAVE)

    found = course_of(
        started_at=MONDAY,
        seconds_left=DAY,
        pauses=[leave],
        calendars=[weekends(ZoneInfo("UTC"))],
        limited_seconds=30 * DAY,
    )

    assert found.limited_seconds(found.deadline_at) == 5 * DAY
    assert found.deadline_at == MONDAY + timedelta(days=8)


def test_an_emergency_day_at_the_deadline_gives_one_more_day() -> None:
    plain = course_of(started_at=MONDAY, seconds_left=DAY)
    day = Pause(plain.deadline_at, plain.deadline_at + timedelta(days=1), Reason.EMERGENCY_DAY)

    found = course_of(started_at=MONDAY, seconds_left=DAY, pauses=[day], limited_seconds=DAY)

    assert found.deadline_at == plain.deadline_at + timedelta(days=1)
    assert found.standstills == (Standstill(day.start, day.end, frozenset({Reason.EMERGENCY_DAY})),)


@given(turns())
def test_leave_alone_moves_the_deadline_by_what_is_used_of_it(
    turn: tuple[datetime, int, list[Pause], list[Calendar], int],
) -> None:
    start, minutes, paused, _off, limited = turn
    leave = [Pause(each.start, each.end, Reason.LEAVE) for each in paused]
    assume(leave)

    found = course((start, minutes, leave, [], limited))

    used = timedelta(seconds=found.limited_seconds(found.deadline_at))
    assert found.deadline_at == start + minutes * MINUTE + used


@given(turns())
@example((MONDAY, 60, [Pause(MONDAY, MONDAY + HOUR, Reason.LEAVE)], [], 60))
def test_without_leave_in_the_terms_leave_holds_nothing(
    turn: tuple[datetime, int, list[Pause], list[Calendar], int],
) -> None:
    start, minutes, paused, off, _limited = turn
    others = [each for each in paused if each.reason not in LIMITED]

    assert course((start, minutes, paused, off, 0)).deadline_at == course((start, minutes, others, off, 0)).deadline_at


# --- As text ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def _in_tokyo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The time zone of the machine."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Asia/Tokyo")
        tzset()
        yield
    tzset()


@pytest.mark.usefixtures("_in_tokyo")
def test_standstills_are_stored_as_text_in_utc_and_read_back() -> None:
    midnight = datetime(2026, 3, 7, tzinfo=BERLIN)
    weekend = Standstill(midnight, midnight + timedelta(days=1), frozenset({Reason.HOLIDAY, Reason.DAY_OFF}))
    leave = Standstill(MONDAY, MONDAY + HOUR, frozenset({Reason.LEAVE}))

    text = standstills_as_text([weekend, leave])

    assert text == (
        "day_off+holiday 2026-03-06T23:00:00+00:00 2026-03-07T23:00:00+00:00;"
        "leave 2026-03-02T12:00:00+00:00 2026-03-02T13:00:00+00:00"
    )
    assert standstills_from(text) == (weekend, leave)


def test_no_standstills_are_an_empty_text() -> None:
    assert standstills_as_text([]) == ""
    assert standstills_from("") == ()
