"""Deadline notifications: when, to whom, and never twice."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.notifications import bell, choices
from games.play.actions import resign
from games.play.clocks import renew_stale_clocks
from games.play.deadline_notifications import record_due
from games.play.models import DeadlineNotification
from games.play.timeouts import settle_overdue_games
from games.streams.queries import events_of_game
from games.time_off import days_off
from games.time_off.leave import take_leave
from muehle.clocks.days_per_move import DaysPerMove
from muehle.clocks.total_time import TotalTime
from tests.conftest import NOON
from tests.games.notifications.kinds import is_due
from tests.support.playing import fresh, play
from tests.support.racing import at_once

pytestmark = pytest.mark.casual

Begin = Callable[..., Game]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
DEADLINE = NOON + 3 * DAY


def recorded() -> list[tuple[str, int]]:
    """Every deadline notification in the log: its kind, and the half-moves played."""
    rows = Event.objects.filter(type="deadline_near").order_by("id")
    return [(event.data["kind"], event.data["ply"]) for event in rows]


@pytest.mark.parametrize(
    ("days", "hours_left", "kinds"),
    [
        (3, 24.1, []),
        (3, 24, ["day"]),
        (3, 18.1, ["day"]),
        (3, 18, ["quarter"]),
        (7, 42.1, []),
        (7, 42, ["quarter"]),
        (7, 24, ["quarter"]),
        (1, 6.1, []),
        (1, 6, ["quarter"]),
        (4, 24, ["quarter"]),
    ],
)
def test_a_notification_comes_when_a_quarter_of_the_time_is_left_and_when_a_day_is(
    clock: time_machine.Traveller, begin: Begin, days: int, hours_left: float, kinds: list[str]
) -> None:
    begin(Agreement(clock=DaysPerMove(days)))
    clock.move_to(NOON + timedelta(days=days) - timedelta(hours=hours_left))

    record_due()

    assert [kind for kind, _ply in recorded()] == kinds


def test_with_a_total_time_the_quarter_is_one_of_the_time_at_the_start_of_the_turn(
    clock: time_machine.Traveller, begin: Begin
) -> None:
    game = begin(Agreement(clock=TotalTime(10 * 86_400)))
    clock.shift(7.5 * DAY)
    record_due()
    play(game, "d6", "f4")
    # Of two and a half days, three quarters.
    clock.shift(45 * HOUR)

    record_due()

    assert recorded() == [("quarter", 0), ("quarter", 2)]


def test_each_kind_comes_once_for_each_half_move(clock: time_machine.Traveller, game: Game) -> None:
    for hours in (48, 50, 54, 60, 71):
        clock.move_to(NOON + timedelta(hours=hours))
        record_due()
        record_due()
    play(game, "d6")
    clock.shift(timedelta(hours=48))
    record_due()

    assert recorded() == [("day", 0), ("quarter", 0), ("day", 1)]


def test_after_an_outage_one_event_is_recorded_for_both_kinds(clock: time_machine.Traveller, game: Game) -> None:
    clock.move_to(NOON + timedelta(hours=70))

    counts = record_due(), record_due()

    assert counts == (1, 0)
    assert recorded() == [("quarter", 0)]
    assert set(DeadlineNotification.objects.values_list("kind", flat=True)) == {"quarter", "day"}


def test_nobody_is_notified_of_a_game_that_is_over(clock: time_machine.Traveller, begin: Begin, bert: User) -> None:
    lost, ended = begin(), begin()
    resign(ended.number, bert)
    clock.move_to(NOON + timedelta(days=3, seconds=1))

    record_due()

    assert recorded() == []
    assert lost.deadline_notifications.count() == 0
    assert (fresh(ended).quarter_at, fresh(ended).deadline_notification_at) == (None, None)


def test_a_game_is_looked_at_when_a_notification_may_be_due_and_not_before(
    clock: time_machine.Traveller, begin: Begin
) -> None:
    begin(Agreement(clock=DaysPerMove(7)))
    looks = []
    for hours_left in (43, 42, 41, 24, 23, -1):
        clock.move_to(NOON + timedelta(days=7) - timedelta(hours=hours_left))
        looks.append(record_due())

    assert looks == [0, 1, 0, 1, 0, 0]


def test_only_the_player_on_move_is_notified_and_no_log_of_a_game_shows_it(
    clock: time_machine.Traveller, game: Game, anna: User
) -> None:
    clock.move_to(NOON + timedelta(hours=60))
    record_due()

    event = Event.objects.get(type="deadline_near")
    assert [row.user_id for row in event.user_events.all()] == [anna.pk]
    assert event not in events_of_game(game, anna.pk)


# --- Deadlines that move ----------------------------------------------------------------------------------------------


@pytest.fixture
def long_here(clock: time_machine.Traveller, anna: User) -> None:
    """It is noon, and Anna has gained all the leave there is."""
    User.objects.update(emergency_day=True, date_joined=NOON - 400 * DAY)
    anna.refresh_from_db()


def moments(clock: time_machine.Traveller, *, until: int) -> list[float]:
    """Sweep every three hours until so many hours after noon; the hours left at each deadline notification."""
    found = []
    while timezone.now() < NOON + until * HOUR:
        clock.shift(3 * HOUR)
        settle_overdue_games()
        before = len(recorded())
        record_due()
        news = Event.objects.filter(type="deadline_near").order_by("id")[before:]
        found += [(datetime.fromisoformat(event.data["deadline_at"]) - event.created_at) / HOUR for event in news]
    return found


@pytest.mark.parametrize(
    ("weekdays", "hours_left"),
    [
        # Of the four days three have run on Thursday noon; the last one is cut in two by days off, or comes after them.
        ([], [24]),
        ([4, 5], [72, 24]),
        ([5, 6], [24]),
        ([3, 4], [24]),
    ],
)
def test_days_off_in_the_last_quarter_do_not_delay_the_notification_that_it_has_begun(
    clock: time_machine.Traveller, begin: Begin, anna: User, weekdays: list[int], hours_left: list[float]
) -> None:
    days_off.change_days_off(anna, weekdays=weekdays, time_zone="UTC")
    begin(Agreement(clock=DaysPerMove(4)))

    assert moments(clock, until=24 * 7) == hours_left


def test_leave_before_three_quarters_of_the_time_have_run_delays_the_notification(
    clock: time_machine.Traveller, long_here: None, game: Game, anna: User
) -> None:
    before = moments(clock, until=30)
    take_leave(anna, ends_at=NOON + 30 * HOUR + 2 * DAY)
    renew_stale_clocks()

    assert (before, moments(clock, until=119)) == ([], [24, 18])


def test_a_worker_that_was_down_records_on_a_day_off_that_the_last_quarter_began_before_it(
    clock: time_machine.Traveller, begin: Begin, anna: User
) -> None:
    days_off.change_days_off(anna, weekdays=[4, 5], time_zone="UTC")
    begin(Agreement(clock=DaysPerMove(4)))
    clock.move_to(NOON + 4 * DAY)

    counts = record_due(), record_due()

    assert (counts, recorded()) == ((1, 0), [("quarter", 0)])


def test_leave_after_a_notification_moves_the_deadline_which_has_notifications_of_its_own(
    clock: time_machine.Traveller, long_here: None, game: Game, anna: User
) -> None:
    before = moments(clock, until=60)
    take_leave(anna, ends_at=NOON + 60 * HOUR + 2 * DAY)
    renew_stale_clocks()

    # That three quarters of the time had run was notified, and does not become true again.
    assert before == [24, 18]
    assert moments(clock, until=60 + 48 + 11) == [24]


def test_days_off_after_a_notification_move_the_deadline_which_has_notifications_of_its_own(
    clock: time_machine.Traveller, long_here: None, game: Game, anna: User
) -> None:
    before = moments(clock, until=60)
    days_off.change_days_off(anna, weekdays=[3, 4], time_zone="UTC")
    renew_stale_clocks()

    assert fresh(game).deadline_at == DEADLINE + 2 * DAY
    assert (before, moments(clock, until=119)) == ([24, 18], [24])


def test_a_deadline_that_comes_back_is_not_sent_again(clock: time_machine.Traveller, game: Game) -> None:
    clock.move_to(DEADLINE - 10 * HOUR)
    record_due()
    looks = []
    for deadline in (DEADLINE + 5 * DAY, DEADLINE):
        Game.objects.update(deadline_at=deadline, deadline_notification_at=timezone.now())
        looks.append(record_due())

    assert (looks, recorded()) == ([1, 1], [("quarter", 0)])


@pytest.mark.parametrize("days", [7, 4, 3, 1])
def test_an_emergency_day_has_no_deadline_notification(
    clock: time_machine.Traveller, long_here: None, begin: Begin, days: int
) -> None:
    game = begin(Agreement(clock=DaysPerMove(days)))
    moments(clock, until=24 * days)
    clock.shift(timedelta(seconds=1))
    settle_overdue_games()

    found = moments(clock, until=24 * days + 21)

    assert fresh(game).deadline_at == NOON + (days + 1) * DAY
    assert found == []


def test_a_waiting_notification_of_a_deadline_that_has_moved_is_not_sent_and_not_unread(
    clock: time_machine.Traveller, long_here: None, game: Game, anna: User
) -> None:
    clock.move_to(DEADLINE - 10 * HOUR)
    record_due()
    bell.mark_seen(anna, Event.objects.filter(user_events__user=anna).count() - 1)
    event, row = Event.objects.select_related("game").get(type="deadline_near"), choices.settings_of(anna)
    before = is_due(event, now=timezone.now()), bell.unread_count(anna, row)
    take_leave(anna, ends_at=DEADLINE + 5 * DAY)
    renew_stale_clocks()
    event = Event.objects.select_related("game").get(pk=event.pk)

    assert before == (True, 1)
    assert (is_due(event, now=timezone.now()), bell.unread_count(anna, row)) == (False, 0)


def test_an_old_row_without_deadline_stands_for_all_deadlines_of_the_half_move(
    clock: time_machine.Traveller, game: Game
) -> None:
    DeadlineNotification.objects.create(game=game, ply=0, kind=DeadlineNotification.Kind.DAY)
    clock.move_to(DEADLINE - 20 * HOUR)

    assert (record_due(), recorded()) == (1, [])


@pytest.mark.django_db(transaction=True)
def test_sweeps_at_the_same_time_notify_once(begin: Begin) -> None:
    for _game in range(10):
        begin()
    then = Game.objects.latest("number").started_at + timedelta(hours=60)

    counts = at_once(*[lambda: record_due(now=then)] * 4, lambda: record_due(limit=3, now=then))
    while record_due(now=then):
        pass

    assert sum(int(str(count)) for count in counts) <= 10
    assert recorded() == [("quarter", 0)] * 10


# --- Steps that a player has chosen -----------------------------------------------------------------------------------


def steps() -> list[int]:
    """The hours of every step in the log."""
    rows = Event.objects.filter(type="deadline_near", data__kind="step").order_by("id")
    return [event.data["hours"] for event in rows]


def test_steps_that_a_player_has_chosen_replace_the_usual_ones(
    clock: time_machine.Traveller, begin: Begin, anna: User
) -> None:
    choices.change(anna, deadline_hours=[72, 24, 6])
    begin(Agreement(clock=DaysPerMove(7)))
    for hours_left in (73, 72, 71, 42, 24, 7, 6, 5, 1):
        clock.move_to(NOON + 7 * DAY - hours_left * HOUR)
        record_due()

    assert steps() == [72, 24, 6]
    assert recorded() == [("step", 0)] * 3


def test_steps_are_those_of_the_player_on_move(clock: time_machine.Traveller, begin: Begin, bert: User) -> None:
    choices.change(bert, deadline_hours=[6])
    game = begin(Agreement(clock=DaysPerMove(7)))
    clock.move_to(NOON + 6 * DAY)
    record_due()
    play(game, "d6")
    for hours_left in (24, 6):
        clock.move_to(NOON + 13 * DAY - hours_left * HOUR)
        record_due()

    assert recorded() == [("quarter", 0), ("step", 1)]


def test_steps_whose_moments_came_together_are_one_notification(
    clock: time_machine.Traveller, game: Game, anna: User
) -> None:
    choices.change(anna, deadline_hours=[48, 24, 12])
    clock.move_to(DEADLINE - 11 * HOUR)

    record_due()
    record_due()

    assert steps() == [12]
    assert set(DeadlineNotification.objects.values_list("kind", flat=True)) == {"step48", "step24", "step12"}


def test_a_step_as_long_as_the_turn_is_no_news(clock: time_machine.Traveller, begin: Begin, anna: User) -> None:
    choices.change(anna, deadline_hours=[72])
    begin()
    clock.move_to(DEADLINE - 1 * HOUR)

    record_due()

    assert recorded() == []


def test_a_step_chosen_after_its_moment_is_not_made_up_for(
    clock: time_machine.Traveller, game: Game, anna: User
) -> None:
    clock.move_to(DEADLINE - 30 * HOUR)
    choices.change(anna, deadline_hours=[48, 6])
    record_due()
    early = steps()
    clock.move_to(DEADLINE - 6 * HOUR)
    record_due()

    assert (early, steps()) == ([], [6])


def test_who_chooses_no_steps_any_more_gets_the_usual_ones(
    clock: time_machine.Traveller, game: Game, anna: User
) -> None:
    choices.change(anna, deadline_hours=[6])
    choices.change(anna, deadline_hours=[])
    clock.move_to(DEADLINE - 18 * HOUR)

    record_due()

    assert recorded() == [("quarter", 0)]


def test_a_deadline_that_leave_has_moved_has_all_steps_again(
    clock: time_machine.Traveller, long_here: None, game: Game, anna: User
) -> None:
    choices.change(anna, deadline_hours=[24, 6])
    clock.move_to(DEADLINE - 20 * HOUR)
    record_due()
    take_leave(anna, ends_at=DEADLINE + 5 * DAY)
    renew_stale_clocks()
    moved = fresh(game).deadline_at
    assert moved is not None
    for hours_left in (24, 6):
        clock.move_to(moved - hours_left * HOUR)
        record_due()

    assert steps() == [24, 24, 6]


@pytest.mark.parametrize("count", [1, 20])
def test_a_sweep_with_steps_costs_the_same_for_any_number_of_games(
    clock: time_machine.Traveller,
    begin: Begin,
    anna: User,
    django_assert_num_queries: DjangoAssertNumQueries,
    count: int,
) -> None:
    choices.change(anna, deadline_hours=[6])
    for _game in range(count):
        begin()
    clock.move_to(DEADLINE - 6 * HOUR)
    savepoint, held, own_steps, sent, saved, store, events, next_look = 2, 1, 1, 1, 1, 1, 1, 1

    with django_assert_num_queries(savepoint + held + own_steps + sent + saved + store + events + next_look):
        record_due()
