"""The account of leave: gained evenly up to a cap, used while it lasts, reserved by what is planned."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from muehle.clocks.leave import (
    CAP,
    DAYS_A_YEAR,
    EMERGENCY_DAY,
    LONGEST_AHEAD,
    OPENING,
    SHORTEST,
    Absence,
    balance_at,
    free_at,
    is_covered,
    needed_at,
)

OPENED = datetime(2026, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)
YEAR = 365 * DAY
SECOND = timedelta(seconds=1)


def away(start: int, days: int) -> Absence:
    """Leave that begins so many days after the account was opened."""
    return Absence(OPENED + start * DAY, OPENED + (start + days) * DAY)


# What is needed on day 390 is more than the cap, although all of it could be gained by then.
MORE_THAN_THE_CAP = [away(0, 1), away(24, 1), away(390, 10), away(390, 12), away(404, 10)]


def test_leave_is_a_day_at_least_and_planned_for_a_year_at_most() -> None:
    assert (SHORTEST, EMERGENCY_DAY, CAP, LONGEST_AHEAD, OPENING) == (DAY, DAY, 30 * DAY, YEAR, 7 * DAY)


@pytest.mark.parametrize(
    ("days", "balance"), [(0, 7 * DAY), (73, 13 * DAY), (146, 19 * DAY), (365, 30 * DAY), (366, 30 * DAY), (999, CAP)]
)
def test_a_week_is_there_at_once_thirty_days_a_year_are_gained_and_no_more_than_the_cap_is_kept(
    days: int, balance: timedelta
) -> None:
    assert balance_at(OPENED + days * DAY, since=OPENED, absences=[]) == balance


def test_leave_is_used_while_it_lasts_and_gained_on() -> None:
    spent = balance_at(OPENED + 375 * DAY, since=OPENED, absences=[away(365, 10)])

    assert spent == 20 * DAY + 10 * DAY * DAYS_A_YEAR / 365


def test_what_is_planned_is_no_cost_before_it_begins() -> None:
    assert balance_at(OPENED + 365 * DAY, since=OPENED, absences=[away(366, 10)]) == 30 * DAY


@pytest.mark.parametrize(("days", "covered"), [(14, True), (15, False)])
def test_a_plan_must_be_covered_by_what_will_be_there(days: int, covered: bool) -> None:
    assert is_covered(since=OPENED, absences=[away(73, days)], start=OPENED) is covered


def test_a_plan_must_leave_enough_for_what_is_planned_after_it() -> None:
    later = away(80, 13)

    assert is_covered(since=OPENED, absences=[later], start=OPENED)
    assert not is_covered(since=OPENED, absences=[away(40, 3), later], start=OPENED)


def test_what_a_plan_needs_now_is_what_will_not_have_been_gained_when_it_ends() -> None:
    gained = 83 * DAY * DAYS_A_YEAR / 365

    assert needed_at(OPENED, absences=[away(73, 10)]) == 10 * DAY - gained
    assert needed_at(OPENED, absences=[away(73, 5)]) == timedelta()


def test_of_leave_under_way_only_the_rest_is_needed() -> None:
    rest = 5 * DAY - 5 * DAY * DAYS_A_YEAR / 365

    assert needed_at(OPENED + 5 * DAY, absences=[away(0, 10)]) == rest
    assert needed_at(OPENED + 20 * DAY, absences=[away(0, 10)]) == timedelta()


def test_an_emergency_day_within_leave_costs_its_day_as_well() -> None:
    both = [away(365, 10), away(367, 1)]

    assert balance_at(OPENED + 375 * DAY, since=OPENED, absences=both) == 19 * DAY + 10 * DAY * DAYS_A_YEAR / 365


def test_before_the_account_was_opened_nothing_can_be_taken() -> None:
    before = away(-10, 1)

    assert balance_at(before.start, since=OPENED, absences=[]) == OPENING
    assert not is_covered(since=OPENED, absences=[before], start=before.start)


@st.composite
def absences(draw: st.DrawFn) -> list[Absence]:
    return [away(draw(st.integers(0, 700)), draw(st.integers(1, 12))) for _each in range(draw(st.integers(0, 6)))]


def step_by_step(days: int, taken: list[Absence]) -> timedelta:
    """The balance as somebody keeps it who writes it down every hour."""
    balance, at, hour = OPENING, OPENED, timedelta(hours=1)
    while at < OPENED + days * DAY:
        used = sum(each.start <= at < each.end for each in taken)
        balance = min(CAP, balance + hour * DAYS_A_YEAR / 365 - used * hour)
        at += hour
    return balance


@given(absences(), st.integers(0, 720))
def test_the_balance_is_that_of_a_book_kept_every_hour(taken: list[Absence], days: int) -> None:
    difference = balance_at(OPENED + days * DAY, since=OPENED, absences=taken) - step_by_step(days, taken)

    assert abs(difference) <= timedelta(seconds=1)


@given(absences(), st.integers(0, 720))
def test_the_balance_never_exceeds_the_cap(taken: list[Absence], days: int) -> None:
    assert balance_at(OPENED + days * DAY, since=OPENED, absences=taken) <= CAP


def lasts(balance: timedelta, days: int, taken: list[Absence]) -> bool:
    """Whether a balance that somebody has after so many days is enough for all that follows; written down daily."""
    for day in range(days, 720):
        used = sum(each.start <= OPENED + day * DAY < each.end for each in taken)
        balance = min(CAP, balance + DAY * DAYS_A_YEAR / 365 - used * DAY)
        if balance < timedelta():
            return False
    return True


@given(absences(), st.integers(0, 720))
@example(MORE_THAN_THE_CAP, 13)
@example(MORE_THAN_THE_CAP, 390)
def test_what_is_needed_is_the_least_with_which_a_book_never_falls_below_zero(taken: list[Absence], days: int) -> None:
    needed = needed_at(OPENED + days * DAY, absences=taken)

    if needed > CAP:
        assert not lasts(CAP, days, taken)
    else:
        assert lasts(needed + SECOND, days, taken)
        assert needed == timedelta() or not lasts(needed - SECOND, days, taken)


@given(absences(), st.integers(0, 720))
@example(MORE_THAN_THE_CAP, 13)
def test_plans_are_covered_exactly_where_what_they_need_is_there(taken: list[Absence], days: int) -> None:
    now = OPENED + days * DAY
    balance = balance_at(now, since=OPENED, absences=taken)
    free = balance - needed_at(now, absences=taken)

    assert free_at(now, since=OPENED, absences=taken) == free
    assert is_covered(since=OPENED, absences=taken, start=now) is (free >= timedelta())
    if abs(free) > SECOND:
        assert (balance >= timedelta() and lasts(balance, days, taken)) is (free > timedelta())


@given(absences(), st.integers(0, 720))
def test_leave_as_long_as_what_is_free_can_begin_now(taken: list[Absence], days: int) -> None:
    now = OPENED + days * DAY
    free = free_at(now, since=OPENED, absences=taken)

    if free > timedelta():
        assert is_covered(since=OPENED, absences=[*taken, Absence(now, now + free)], start=now)


@given(absences(), st.integers(0, 720), st.integers(0, 720))
def test_what_is_covered_stays_covered(taken: list[Absence], days: int, later: int) -> None:
    if is_covered(since=OPENED, absences=taken, start=OPENED + days * DAY):
        assert is_covered(since=OPENED, absences=taken, start=OPENED + max(days, later) * DAY)


def test_what_needs_more_than_the_cap_is_never_covered() -> None:
    asked = [OPENED + days * DAY for days in (0, 13, 200, 390)]

    assert [needed_at(now, absences=MORE_THAN_THE_CAP) > CAP for now in asked] == [True] * 4
    assert not any(is_covered(since=OPENED, absences=MORE_THAN_THE_CAP, start=now) for now in asked)


@pytest.mark.parametrize(("microseconds", "covered"), [(0, True), (1, False)])
def test_what_the_cap_covers_exactly_is_covered(microseconds: int, covered: bool) -> None:
    # Of each 73 days away, 6 are gained meanwhile.
    longest = 30 * DAY * 73 / 67
    start = OPENED + 366 * DAY
    leave = Absence(start, start + longest + timedelta(microseconds=2 * microseconds))

    assert (needed_at(OPENED, absences=[leave]) <= CAP) is covered
    assert is_covered(since=OPENED, absences=[leave], start=OPENED) is covered


@given(absences())
def test_what_is_covered_never_falls_below_zero(taken: list[Absence]) -> None:
    hours = [OPENED + hour * timedelta(hours=6) for hour in range(4 * 720)]

    if is_covered(since=OPENED, absences=taken, start=OPENED):
        assert all(balance_at(at, since=OPENED, absences=taken) >= timedelta() for at in hours[::97])
