"""A reminder: when it may be given, who hears of it, and that there is one in a turn."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from importlib import import_module

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.core.errors import GameOver, NotAPlayer
from games.core.models.events import Event, UserEvent
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import filing
from games.disputes.verdict_kinds import Verdict
from games.notifications import choices
from games.notifications.models import NotificationSettings
from games.play import opponent_reminders
from games.play.actions import resign
from games.play.clocks import renew_stale_clocks
from games.play.errors import AlreadyReminded, ClockStands, ReminderOnOwnTurn, ReminderTooSoon
from games.play.models import Reminder
from games.play.opponent_reminders import remind
from games.players import relations
from games.players.errors import PlayerBlocked, PlayerUnavailable, Silenced
from games.streams.queries import events_of_game, last_event_of
from games.time_off import days_off
from games.time_off.leave import take_leave
from games.webhooks import actions as webhook_actions
from games.webhooks.models import Webhook
from kit.errors import NotFound, Refusal
from muehle.clocks import DAY
from muehle.clocks.fischer import FischerBank
from tests.conftest import NOON
from tests.support.playing import event_types, fresh, play, unchanged
from tests.support.racing import at_once, while_locked
from tests.support.ruling import decided

pytestmark = pytest.mark.casual

Begin = Callable[..., Game]
ONE, MICROSECOND = timedelta(days=1), timedelta(microseconds=1)


@pytest.fixture(autouse=True)
def _at_noon(clock: time_machine.Traveller, anna: User, bert: User) -> None:
    """Everything begins at noon; both have gained all the leave there is."""
    User.objects.update(emergency_day=True, date_joined=NOON - 400 * ONE)
    anna.refresh_from_db()
    bert.refresh_from_db()


@pytest.fixture
def slow(clock: time_machine.Traveller, game: Game) -> Game:
    """Anna has not moved for two of her three days."""
    clock.shift(2 * ONE)
    return game


def test_the_opponent_is_reminded_and_the_game_stays_as_it_is(slow: Game, anna: User, bert: User) -> None:
    before = Game.objects.values().get()

    remind(slow.number, bert)

    assert Game.objects.values().get() == before
    assert Reminder.objects.values_list("game", "ply").get() == (slow.pk, 0)
    event = Event.objects.get(type="opponent_reminded")
    assert (event.game, event.actor, event.data) == (slow, bert, {"ply": 0})
    assert event.created_at == Reminder.objects.get().created_at == NOON + 2 * ONE
    assert set(UserEvent.objects.filter(event=event).values_list("user", flat=True)) == {anna.pk, bert.pk}


# --- When -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terms", "waiting"),
    [
        (Agreement(), 1.5 * ONE),
        (Agreement(clock=FischerBank(2 * DAY, DAY, 2 * DAY)), ONE),
    ],
)
def test_it_is_possible_when_half_of_the_time_has_gone(
    clock: time_machine.Traveller, begin: Begin, bert: User, terms: Agreement, waiting: timedelta
) -> None:
    game = begin(terms)
    clock.move_to(NOON + waiting - MICROSECOND)
    with unchanged(), pytest.raises(ReminderTooSoon):
        remind(game.number, bert)

    clock.move_to(NOON + waiting)
    remind(game.number, bert)

    assert event_types(game) == ["game_started", "opponent_reminded"]


def test_it_is_possible_after_three_days_where_half_of_the_time_is_longer(
    clock: time_machine.Traveller, begin: Begin, bert: User
) -> None:
    game = begin(Agreement(clock=FischerBank(20 * DAY, DAY, 20 * DAY)))
    clock.shift(3 * ONE - MICROSECOND)
    with unchanged(), pytest.raises(ReminderTooSoon) as refusal:
        remind(game.number, bert)
    clock.shift(MICROSECOND)
    remind(game.number, bert)

    assert refusal.value.details == {"may_remind_at": "2026-03-05T12:00:00Z"}


def test_while_the_clock_stands_nobody_is_reminded_and_the_pause_does_not_count(
    clock: time_machine.Traveller, game: Game, anna: User, bert: User
) -> None:
    take_leave(anna, ends_at=NOON + 10 * ONE)
    renew_stale_clocks()
    clock.move_to(NOON + 9 * ONE)
    with unchanged(), pytest.raises(ClockStands):
        remind(game.number, bert)

    clock.move_to(NOON + 11 * ONE)
    with unchanged(), pytest.raises(ReminderTooSoon) as refusal:
        remind(game.number, bert)
    clock.move_to(NOON + 11.5 * ONE)
    remind(game.number, bert)

    assert refusal.value.details == {"may_remind_at": "2026-03-14T00:00:00Z"}


def test_leave_of_which_the_game_has_not_been_told_holds_a_reminder_back(slow: Game, anna: User, bert: User) -> None:
    take_leave(anna, ends_at=NOON + 10 * ONE)

    assert fresh(slow).course.standstills == ()
    with unchanged(), pytest.raises(ClockStands):
        remind(slow.number, bert)


def test_days_off_are_let_be(clock: time_machine.Traveller, begin: Begin, anna: User, bert: User) -> None:
    # It is a Monday.
    days_off.change_days_off(anna, weekdays=[2], time_zone="UTC")
    game = begin()
    clock.shift(2 * ONE)
    with unchanged(), pytest.raises(ClockStands):
        remind(game.number, bert)

    clock.move_to(NOON + 2.5 * ONE)
    remind(game.number, bert)

    assert Reminder.objects.exists()


def test_where_the_terms_know_no_leave_the_clock_runs_and_so_does_the_patience(
    clock: time_machine.Traveller, begin: Begin, anna: User, bert: User
) -> None:
    game = begin(Agreement(leave_days=0, days_off=False))
    take_leave(anna, ends_at=NOON + 10 * ONE)
    clock.shift(2 * ONE)

    remind(game.number, bert)

    assert Reminder.objects.exists()


def test_who_may_still_move_in_a_game_of_claims_can_be_reminded(
    clock: time_machine.Traveller, begin: Begin, bert: User
) -> None:
    game = begin(Agreement(timeout="claim", leave_days=0))
    clock.shift(4 * ONE)

    remind(game.number, bert)

    assert event_types(game) == ["game_started", "time_ran_out", "opponent_reminded"]


# --- Who --------------------------------------------------------------------------------------------------------------


def test_who_is_on_move_has_nobody_to_remind(slow: Game, anna: User) -> None:
    with unchanged(), pytest.raises(ReminderOnOwnTurn):
        remind(slow.number, anna)


def test_a_stranger_reminds_nobody(slow: Game, carla: User) -> None:
    with unchanged(), pytest.raises(NotAPlayer):
        remind(slow.number, carla)


def test_in_no_game_nobody_is_found(bert: User) -> None:
    with unchanged(), pytest.raises(NotFound):
        remind(4711, bert)


def test_in_a_game_that_has_ended_no_move_is_waited_for(slow: Game, anna: User, bert: User) -> None:
    resign(slow.number, anna)

    with unchanged(), pytest.raises(GameOver):
        remind(slow.number, bert)


def test_an_overdue_game_is_ended_instead(clock: time_machine.Traveller, begin: Begin, bert: User) -> None:
    game = begin(Agreement(leave_days=0))
    clock.shift(4 * ONE)

    with pytest.raises(GameOver):
        remind(game.number, bert)

    assert (fresh(game).termination, event_types(game)) == ("timeout", ["game_started", "game_finished"])
    assert not Reminder.objects.exists()


# --- Once -------------------------------------------------------------------------------------------------------------


def test_there_is_one_in_a_turn(slow: Game, bert: User) -> None:
    remind(slow.number, bert)

    with unchanged(), pytest.raises(AlreadyReminded) as refusal:
        remind(slow.number, bert)

    assert refusal.value.game == slow


def test_the_next_turn_has_one_of_its_own(clock: time_machine.Traveller, slow: Game, anna: User, bert: User) -> None:
    remind(slow.number, bert)
    play(slow, "d6")
    clock.shift(2 * ONE)
    remind(slow.number, anna)
    play(slow, "f4")
    clock.shift(2 * ONE)
    remind(slow.number, bert)

    assert list(Reminder.objects.values_list("ply", flat=True)) == [0, 1, 2]


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_one_is_given(slow: Game, bert: User) -> None:
    answers = at_once(*[partial(remind, slow.number, bert)] * 5)

    assert sum(isinstance(answer, Game) for answer in answers) == 1
    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["already_reminded"] * 4
    assert event_types(slow) == ["game_started", "opponent_reminded"]


@pytest.mark.django_db(transaction=True)
def test_a_move_that_comes_first_leaves_nothing_to_remind_of(slow: Game, bert: User) -> None:
    with while_locked(slow, lambda: remind(slow.number, bert), first=lambda: play(slow, "d6")) as answer:
        pass

    assert isinstance(answer.result(), ReminderOnOwnTurn)
    assert not Reminder.objects.exists()


# --- Blocked and muted ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("by_anna", "refused"), [(True, PlayerUnavailable), (False, PlayerBlocked)])
def test_who_is_at_odds_reminds_nobody(
    slow: Game, anna: User, bert: User, *, by_anna: bool, refused: type[Refusal]
) -> None:
    owner, other = (anna, bert) if by_anna else (bert, anna)
    relations.change(owner, other, blocked=True)

    with unchanged(), pytest.raises(refused):
        remind(slow.number, bert)


@pytest.mark.parametrize(("by_anna", "refused"), [(True, PlayerBlocked), (False, PlayerUnavailable)])
def test_who_is_at_odds_with_black_reminds_nobody_either(
    slow: Game, clock: time_machine.Traveller, anna: User, bert: User, *, by_anna: bool, refused: type[Refusal]
) -> None:
    play(slow, "d6")
    clock.shift(2 * ONE)
    owner, other = (anna, bert) if by_anna else (bert, anna)
    relations.change(owner, other, blocked=True)

    with unchanged(), pytest.raises(refused):
        remind(slow.number, anna)


def test_who_may_not_write_reminds_nobody(slow: Game, bert: User, anna: User, arbiter: User) -> None:
    dispute = filing.open_dispute(slow.number, anna, category="abuse", text="Look at that.")
    decided(dispute, arbiter, Verdict.MUTED, against=bert, days=2)

    with unchanged(), pytest.raises(Silenced):
        remind(slow.number, bert)


def test_who_has_muted_the_other_is_not_told_and_the_other_does_not_notice(slow: Game, anna: User, bert: User) -> None:
    relations.change(anna, bert, muted=True)
    last = last_event_of(slow.pk, anna.pk)

    remind(slow.number, bert)

    event = Event.objects.get(type="opponent_reminded")
    assert list(UserEvent.objects.filter(event=event).values_list("user", flat=True)) == [bert.pk]
    assert event not in events_of_game(slow, anna.pk)
    assert event in events_of_game(slow, bert.pk)
    assert last_event_of(slow.pk, anna.pk) == last
    with unchanged(), pytest.raises(AlreadyReminded):
        remind(slow.number, bert)


def test_a_spectator_learns_nothing_of_it(slow: Game, bert: User, carla: User) -> None:
    before = last_event_of(slow.pk, carla.pk)

    remind(slow.number, bert)

    for viewer in (carla.pk, None):
        assert [event.type for event in events_of_game(slow, viewer)] == ["game_started"]
        assert last_event_of(slow.pk, viewer) == before


# --- Known beforehand -------------------------------------------------------------------------------------------------


def test_what_is_known_beforehand_is_what_is_done(
    clock: time_machine.Traveller, game: Game, anna: User, bert: User
) -> None:
    def known() -> list[bool]:
        row, now = fresh(game), timezone.now()
        return [
            opponent_reminders.is_possible(row, bert.pk, now=now),
            opponent_reminders.is_possible(row, anna.pk, now=now),
            opponent_reminders.was_given(row, now=now),
        ]

    at_first = known()
    clock.shift(2 * ONE)
    after_two_days = known()
    remind(game.number, bert)

    assert (at_first, after_two_days) == ([False, False, False], [True, False, False])
    assert known() == [False, False, True]


# --- The former name --------------------------------------------------------------------------------------------------


def test_what_was_stored_under_the_former_names_is_renamed(slow: Game, anna: User, bert: User) -> None:
    remind(slow.number, bert)
    Event.objects.filter(type="opponent_reminded").update(type="nudged")
    webhook = webhook_actions.create(anna, url="https://8.8.8.8/", description="", types=["opponent_reminded"])
    Webhook.objects.update(types=["move_played", "nudged"])
    choices.change(anna, table={"reminder": {"email": False}})
    NotificationSettings.objects.update(choices={"nudge": {"email": False}, "message": {"email": False}})

    for app, name in (("play", "0008"), ("webhooks", "0006"), ("notifications", "0010")):
        module = import_module(f"games.{app}.migrations.{name}_reminders")
        with connection.cursor() as cursor:
            cursor.execute(module.Migration.operations[-1].sql)

    webhook.refresh_from_db()
    settings = NotificationSettings.objects.get(user=anna)
    assert event_types(slow) == ["game_started", "opponent_reminded"]
    assert webhook.types == ["move_played", "opponent_reminded"]
    assert settings.choices == {"reminder": {"email": False}, "message": {"email": False}}
