"""The arithmetic of pauses beside clocks that are read off squared paper, which share nothing with it."""

from math import ceil, floor
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from muehle.clocks.pauses import Calendar, Pause, Reason, course_of
from tests.muehle.clocks.paper_clock import DAY, RUNS, SQUARE, Sheet, instant_of, runs_out

ZONES = ("Europe/Berlin", "America/Santiago", "Asia/Kathmandu", "Pacific/Auckland")
SQUARES = 420 * DAY


@st.composite
def leaves(draw: st.DrawFn) -> list[tuple[int, int]]:
    starts = draw(st.lists(st.integers(0, 60 * DAY), max_size=4))
    return [(start, start + draw(st.integers(1, 20 * DAY))) for start in starts]


@given(
    started=st.integers(0, 250 * DAY),
    left=st.integers(0, 14 * DAY),
    away=leaves(),
    limit=st.integers(0, 30 * DAY),
    zone=st.sampled_from(ZONES),
    weekdays=st.sets(st.integers(0, 6), max_size=2),
    since=st.integers(0, 30 * DAY),
)
def test_a_deadline_is_where_a_clock_on_paper_runs_out(
    started: int, left: int, away: list[tuple[int, int]], limit: int, zone: str, weekdays: set[int], since: int
) -> None:
    sheet = Sheet(SQUARES)
    sheet.take_days_off(started + since, zone, weekdays)
    for start, end in away:
        sheet.go_away(started + start, started + end)
    turn = sheet.turn(started, limit=limit)

    course = course_of(
        started_at=instant_of(started),
        seconds_left=int(left * SQUARE.total_seconds()),
        pauses=[Pause(instant_of(started + start), instant_of(started + end), Reason.LEAVE) for start, end in away],
        calendars=[Calendar(since=instant_of(started + since), zone=ZoneInfo(zone), weekdays=frozenset(weekdays))],
        limited_seconds=int(limit * SQUARE.total_seconds()),
    )

    assert course.deadline_at == instant_of(started + runs_out(turn, left))
    quarter = (course.quarter_at - instant_of(started)) / SQUARE
    assert turn[: floor(quarter)].count(RUNS) * 4 <= left * 3 <= turn[: ceil(quarter)].count(RUNS) * 4
