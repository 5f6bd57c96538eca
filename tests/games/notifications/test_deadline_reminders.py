"""Reminders of deadlines: when, to whom, and never twice."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.notifications import bell, choices
from games.notifications.deadline_reminders import remind
from games.notifications.models import Reminder
from games.play.actions import resign
from games.play.clocks import renew_stale_clocks
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

Begin = Callable[..., Game]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
DEADLINE = NOON + 3 * DAY


def reminded() -> list[tuple[str, int]]:
    """Every reminder in the log: its kind, and the half-moves played."""
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
def test_a_reminder_comes_when_a_quarter_of_the_time_is_left_and_when_a_day_is(
    clock: time_machine.Traveller, begin: Begin, days: int, hours_left: float, kinds: list[str]
) -> None:
    begin(Agreement(clock=DaysPerMove(days)))
    clock.move_to(NOON + timedelta(days=days) - timedelta(hours=hours_left))

    remind()

    assert [kind for kind, _ply in reminded()] == kinds


def test_of_a_total_time_every_turn_is_reminded_of_what_it_began_with(
    clock: time_machine.Traveller, begin: Begin
) -> None:
    game = begin(Agreement(clock=TotalTime(10 * 86_400)))
    clock.shift(7.5 * DAY)
    remind()
    play(game, "d6", "f4")
    # Of two and a half days, three quarters.
    clock.shift(45 * HOUR)

    remind()

    assert reminded() == [("quarter", 0), ("quarter", 2)]


def test_each_kind_comes_once_for_each_half_move(clock: time_machine.Traveller, game: Game) -> None:
    for hours in (48, 50, 54, 60, 71):
        clock.move_to(NOON + timedelta(hours=hours))
        remind()
        remind()
    play(game, "d6")
    clock.shift(timedelta(hours=48))
    remind()

    assert reminded() == [("day", 0), ("quarter", 0), ("day", 1)]


def test_after_an_outage_one_word_speaks_for_both_kinds(clock: time_machine.Traveller, game: Game) -> None:
    clock.move_to(NOON + timedelta(hours=70))

    counts = remind(), remind()

    assert counts == (1, 0)
    assert reminded() == [("quarter", 0)]
    assert set(Reminder.objects.values_list("kind", flat=True)) == {"quarter", "day"}


def test_nobody_is_reminded_of_what_is_over(clock: time_machine.Traveller, begin: Begin, bert: User) -> None:
    lost, ended = begin(), begin()
    resign(ended.number, bert)
    clock.move_to(NOON + timedelta(days=3, seconds=1))

    assert remind() == 0
    assert lost.reminders.count() == 0
    assert fresh(ended).quarter_at is None


def test_only_the_player_on_move_hears_of_it_and_no_log_of_a_game_shows_it(
    clock: time_machine.Traveller, game: Game, anna: User
) -> None:
    clock.move_to(NOON + timedelta(hours=60))
    remind()

    event = Event.objects.get(type="deadline_near")
    assert [row.user_id for row in event.user_events.all()] == [anna.pk]
    assert event not in events_of_game(game, anna.pk)


# --- Deadlines that move ----------------------------------------------------------------------------------------------


@pytest.fixture
def long_here(clock: time_machine.Traveller, anna: User) -> None:
    """It is noon, and Anna has gained all the leave there is."""
    User.objects.update(date_joined=NOON - 400 * DAY)
    anna.refresh_from_db()


def moments(clock: time_machine.Traveller, *, until: int) -> list[float]:
    """Sweep every three hours up to so many hours after noon; how many hours before the deadline each reminder came."""
    found = []
    while timezone.now() < NOON + until * HOUR:
        clock.shift(3 * HOUR)
        settle_overdue_games()
        if remind():
            event = Event.objects.filter(type="deadline_near").latest("id")
            found.append((datetime.fromisoformat(event.data["deadline_at"]) - event.created_at) / HOUR)
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
def test_days_off_in_the_last_quarter_do_not_put_off_the_word_that_it_has_begun(
    clock: time_machine.Traveller, begin: Begin, anna: User, weekdays: list[int], hours_left: list[float]
) -> None:
    days_off.change_days_off(anna, weekdays=weekdays, time_zone="UTC")
    begin(Agreement(clock=DaysPerMove(4)))

    assert moments(clock, until=24 * 7) == hours_left


def test_leave_before_three_quarters_of_the_time_have_run_puts_off_the_word_of_it(
    clock: time_machine.Traveller, long_here: None, game: Game, anna: User
) -> None:
    before = moments(clock, until=30)
    take_leave(anna, ends_at=NOON + 30 * HOUR + 2 * DAY)
    renew_stale_clocks()

    assert (before, moments(clock, until=119)) == ([], [24, 18])


def test_a_worker_that_was_away_tells_on_a_day_off_that_the_last_quarter_has_begun_before_it(
    clock: time_machine.Traveller, begin: Begin, anna: User
) -> None:
    days_off.change_days_off(anna, weekdays=[4, 5], time_zone="UTC")
    begin(Agreement(clock=DaysPerMove(4)))
    clock.move_to(NOON + 4 * DAY)

    counts = remind(), remind()

    assert (counts, reminded()) == ((1, 0), [("quarter", 0)])


def test_leave_after_a_reminder_moves_the_deadline_which_has_reminders_of_its_own(
    clock: time_machine.Traveller, long_here: None, game: Game, anna: User
) -> None:
    before = moments(clock, until=60)
    take_leave(anna, ends_at=NOON + 60 * HOUR + 2 * DAY)
    renew_stale_clocks()

    # That three quarters of the time had run, he was told, and that does not become true again.
    assert before == [24, 18]
    assert moments(clock, until=60 + 48 + 11) == [24]


def test_days_off_after_a_reminder_move_the_deadline_which_has_reminders_of_its_own(
    clock: time_machine.Traveller, long_here: None, game: Game, anna: User
) -> None:
    before = moments(clock, until=60)
    days_off.change_days_off(anna, weekdays=[3, 4], time_zone="UTC")
    renew_stale_clocks()

    assert fresh(game).deadline_at == DEADLINE + 2 * DAY
    assert (before, moments(clock, until=119)) == ([24, 18], [24])


def test_a_deadline_that_comes_back_is_not_sent_again(clock: time_machine.Traveller, game: Game) -> None:
    clock.move_to(DEADLINE - 10 * HOUR)
    counts = [remind()]
    for deadline in (DEADLINE + 5 * DAY, DEADLINE):
        Game.objects.update(deadline_at=deadline)
        counts.append(remind())

    assert counts == [1, 0, 0]


@pytest.mark.parametrize("days", [7, 4, 3, 1])
def test_the_day_that_has_saved_a_game_has_one_notification_of_its_own(
    clock: time_machine.Traveller, long_here: None, begin: Begin, days: int
) -> None:
    game = begin(Agreement(clock=DaysPerMove(days)))
    moments(clock, until=24 * days)
    clock.shift(timedelta(seconds=1))
    settle_overdue_games()

    found = moments(clock, until=24 * days + 21)

    assert fresh(game).deadline_at == NOON + (days + 1) * DAY
    assert found == []


def test_what_still_waits_of_a_deadline_that_has_moved_is_not_sent_and_no_news(
    clock: time_machine.Traveller, long_here: None, game: Game, anna: User
) -> None:
    clock.move_to(DEADLINE - 10 * HOUR)
    remind()
    bell.mark_seen(anna, Event.objects.filter(user_events__user=anna).count() - 1)
    event, row = Event.objects.select_related("game").get(type="deadline_near"), choices.settings_of(anna)
    before = is_due(event, now=timezone.now()), bell.unread_count(anna, row)
    take_leave(anna, ends_at=DEADLINE + 5 * DAY)
    renew_stale_clocks()
    event = Event.objects.select_related("game").get(pk=event.pk)

    assert before == (True, 1)
    assert (is_due(event, now=timezone.now()), bell.unread_count(anna, row)) == (False, 0)


def test_a_reminder_from_before_deadlines_were_kept_stands_for_all_of_the_half_move(
    clock: time_machine.Traveller, game: Game
) -> None:
    Reminder.objects.create(game=game, ply=0, kind=Reminder.Kind.DAY)
    clock.move_to(DEADLINE - 20 * HOUR)

    assert remind() == 0


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_remind_once(begin: Begin) -> None:
    for _game in range(10):
        begin()
    then = Game.objects.latest("number").started_at + timedelta(hours=60)

    counts = at_once(*[lambda: remind(now=then)] * 4, lambda: remind(limit=3, now=then))
    while remind(now=then):
        pass

    assert sum(int(str(count)) for count in counts) <= 10
    assert reminded() == [("quarter", 0)] * 10
