"""Weekly days off: in the deadline from the start, in the player's own zone, and held for a week."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.clocks import renew_stale_clocks
from games.time_off import days_off, errors
from games.time_off.models import DaysOff
from muehle import Color
from muehle.clocks import DAY
from muehle.clocks.days_per_move import DaysPerMove
from muehle.clocks.pauses import Reason
from tests.conftest import NOON
from tests.support.playing import fresh, play, unchanged

Begin = Callable[..., Game]
ONE = timedelta(days=1)
WEEKEND = [5, 6]
# Noon in London; in Berlin and Auckland the days begin earlier.
FRIDAY = datetime(2026, 3, 6, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _on_a_friday(clock: time_machine.Traveller) -> None:
    clock.move_to(FRIDAY)


def off(player: User, weekdays: list[int], zone: str = "UTC") -> None:
    days_off.change_days_off(player, weekdays=weekdays, time_zone=zone)
    renew_stale_clocks()


@pytest.mark.parametrize(
    ("zone", "deadline_at"),
    [
        ("UTC", FRIDAY + 3 * ONE),
        ("Europe/Berlin", FRIDAY + 3 * ONE),
        ("Pacific/Auckland", FRIDAY + 3 * ONE - timedelta(hours=1)),
    ],
)
def test_a_day_off_is_in_the_deadline_of_a_game_that_begins(
    begin: Begin, anna: User, zone: str, deadline_at: datetime
) -> None:
    off(anna, WEEKEND, zone)

    game = begin(Agreement(clock=DaysPerMove(1)))

    assert fresh(game).deadline_at == deadline_at


def test_a_change_moves_the_deadlines_that_run_and_is_logged(game: Game, anna: User) -> None:
    off(anna, WEEKEND)

    assert fresh(game).deadline_at == FRIDAY + 5 * ONE
    assert Event.objects.get(type="deadline_moved").data["why"] == "calendar"


def test_days_off_of_the_one_are_nothing_to_the_other(game: Game, bert: User) -> None:
    off(bert, WEEKEND)

    assert fresh(game).deadline_at == FRIDAY + 3 * ONE
    assert play(game, "d6").deadline_at == FRIDAY + 5 * ONE


def test_a_game_without_days_off_runs_every_day(begin: Begin, anna: User) -> None:
    off(anna, WEEKEND)

    assert begin(Agreement(days_off=False)).deadline_at == FRIDAY + 3 * ONE


def test_days_off_count_in_a_game_without_leave(begin: Begin, anna: User) -> None:
    off(anna, WEEKEND)

    assert begin(Agreement(leave_days=0)).deadline_at == FRIDAY + 5 * ONE


def test_a_move_on_a_day_off_costs_no_time_and_no_leave(
    clock: time_machine.Traveller, begin: Begin, anna: User
) -> None:
    off(anna, WEEKEND)
    game = begin()
    clock.shift(2 * ONE)

    after = play(game, "d6")

    assert after.moves.get().seconds_spent == DAY // 2
    assert after.leave_seconds_of(Color.WHITE) == 0


def test_a_change_does_not_reach_back(clock: time_machine.Traveller, game: Game, anna: User) -> None:
    clock.shift(3 * ONE - timedelta(hours=1))

    off(anna, [0])

    assert fresh(game).deadline_at == FRIDAY + 3 * ONE + timedelta(hours=13)


def test_days_off_hold_for_a_week(clock: time_machine.Traveller, anna: User) -> None:
    off(anna, WEEKEND)
    off(anna, WEEKEND)
    clock.shift(7 * ONE - timedelta(seconds=1))
    with unchanged(), pytest.raises(errors.DaysOffJustChanged) as refusal:
        days_off.change_days_off(anna, weekdays=[1], time_zone="UTC")
    clock.shift(timedelta(seconds=1))

    off(anna, [1])

    assert refusal.value.details == {"may_change_at": "2026-03-13T12:00:00Z"}
    assert [row.weekdays for row in DaysOff.objects.all()] == [WEEKEND, [1]]


@pytest.mark.parametrize("weekdays", [[0, 1, 2], [7], [-1]])
def test_two_weekdays_are_the_most(anna: User, weekdays: list[int]) -> None:
    with unchanged(), pytest.raises(errors.DaysOffInvalid):
        days_off.change_days_off(anna, weekdays=weekdays, time_zone="UTC")


def test_nobody_has_days_off_who_has_not_said_which(anna: User) -> None:
    week = days_off.week_of(anna, now=NOON)

    assert (week.weekdays, week.region, week.time_zone, week.may_change_at) == ([], "", "Europe/Berlin", None)


# --- Public holidays --------------------------------------------------------------------------------------------------

# Thursday noon; Good Friday and Easter Monday follow. The clocks of Bavaria are two hours ahead of UTC.
MAUNDY_THURSDAY = datetime(2026, 4, 2, 12, tzinfo=UTC)


@pytest.mark.parametrize(("region", "days"), [("", 3), ("DE-BY", 5), ("DE-BE", 5), ("FR", 3), ("AT", 3), ("US", 3)])
def test_the_holidays_of_the_chosen_region_are_in_the_deadline(
    clock: time_machine.Traveller, begin: Begin, anna: User, region: str, days: int
) -> None:
    clock.move_to(MAUNDY_THURSDAY)
    days_off.change_days_off(anna, weekdays=[], region=region, time_zone="Europe/Berlin")
    renew_stale_clocks()

    game = begin(Agreement(clock=DaysPerMove(3)))

    assert game.deadline_at == MAUNDY_THURSDAY + days * ONE


def test_a_clock_stands_for_a_holiday(clock: time_machine.Traveller, begin: Begin, anna: User) -> None:
    clock.move_to(MAUNDY_THURSDAY)
    days_off.change_days_off(anna, weekdays=[4], region="DE-BY", time_zone="Europe/Berlin")
    renew_stale_clocks()
    game = begin()

    course = fresh(game).course

    assert course.reasons_at(MAUNDY_THURSDAY + ONE) == {Reason.DAY_OFF, Reason.HOLIDAY}
    assert course.reasons_at(MAUNDY_THURSDAY + 4 * ONE) == {Reason.HOLIDAY}


def test_another_region_is_a_change_of_days_off(clock: time_machine.Traveller, anna: User) -> None:
    days_off.change_days_off(anna, weekdays=[], region="DE-BY", time_zone="Europe/Berlin")
    with unchanged(), pytest.raises(errors.DaysOffJustChanged):
        days_off.change_days_off(anna, weekdays=[], region="DE-NW", time_zone="Europe/Berlin")
    clock.shift(7 * ONE)

    week = days_off.change_days_off(anna, weekdays=[], region="DE-NW", time_zone="Europe/Berlin")

    assert (week.region, [row.region for row in DaysOff.objects.all()]) == ("DE-NW", ["DE-BY", "DE-NW"])


@pytest.mark.parametrize("region", ["de-by", "DE", "DE-XX", "XX", "Bayern"])
def test_what_is_no_region_is_refused(anna: User, region: str) -> None:
    with unchanged(), pytest.raises(errors.DaysOffInvalid):
        days_off.change_days_off(anna, weekdays=[], region=region, time_zone="UTC")
