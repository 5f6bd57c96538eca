"""From the log to the mail server: once each, by however many, and again after a failure."""

import smtplib
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.core import mail

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.notifications import delivery, queue
from games.notifications.delivery import deliver, dispatch
from games.notifications.models import Delivery
from games.notifications.queue import LEASE, MOST_ATTEMPTS, wait_after
from games.play.timeouts import settle
from kit.outgoing.places import Places
from tests.conftest import NOON
from tests.games.notifications.postbox import PostBox
from tests.support.playing import let_time_run_out, play
from tests.support.racing import at_once

RunDelivery = Callable[[], None]


def owed() -> list[tuple[str, str, str]]:
    """Every delivery as event type, user, status."""
    rows = Delivery.objects.order_by("id").values_list("event__type", "user__username", "status")
    return list(rows)


@pytest.fixture
def waiting(game: Game, anna: User, bert: User, reachable: None) -> Delivery:
    """The one delivery that is owed: Anna is to be told that her game has begun."""
    dispatch()
    return Delivery.objects.get()


# --- What is owed -----------------------------------------------------------------------------------------------------


def test_what_an_event_owes_is_written_down_once(game: Game, reachable: None) -> None:
    first, second = dispatch(), dispatch()

    assert (first, second) == (3, 0)
    assert owed() == [("game_started", "anna", "waiting")]
    assert not Event.objects.filter(dispatched_at=None).exists()


def test_an_event_that_is_looked_at_again_owes_nothing_more(game: Game, reachable: None) -> None:
    dispatch()
    Event.objects.update(dispatched_at=None)

    dispatch()

    assert owed() == [("game_started", "anna", "waiting")]


def test_a_long_log_is_worked_off_in_bounded_steps(game: Game, reachable: None) -> None:
    assert [dispatch(limit=2), dispatch(limit=2), dispatch(limit=2)] == [2, 1, 0]


def test_nobody_without_a_confirmed_address_is_owed_anything(game: Game, anna: User) -> None:
    EmailAddress.objects.create(user=anna, email=anna.email, verified=False, primary=True)
    EmailAddress.objects.create(user=anna, email="other@example.org", verified=True, primary=False)

    dispatch()

    assert owed() == []


def test_nobody_is_owed_what_they_do_not_want(game: Game, anna: User, bert: User, reachable: None) -> None:
    User.objects.filter(pk=anna.pk).update(email_on_game_over=False)
    User.objects.filter(pk=bert.pk).update(email_on_your_move=False)
    play(game, "d6")
    let_time_run_out()
    settle(game.number)

    dispatch()

    assert owed() == [("game_finished", "bert", "waiting")]


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_write_down_everything_once(begin: Callable[..., Game], reachable: None) -> None:
    for _game in range(20):
        begin()

    counts = at_once(*[lambda: dispatch(limit=7)] * 4, lambda: dispatch(limit=100))
    while dispatch():
        pass

    assert sum(int(str(count)) for count in counts) <= 60
    assert owed() == [("game_started", "anna", "waiting")] * 20


# --- Sending ----------------------------------------------------------------------------------------------------------


def test_what_is_owed_is_sent_once(waiting: Delivery, box: PostBox) -> None:
    deliver(seconds=30)
    deliver(seconds=30)

    waiting.refresh_from_db()
    assert [email["To"] for email in box.emails] == ["anna@example.org"]
    assert (waiting.status, waiting.attempts, waiting.error) == ("sent", 1, "")
    assert waiting.sent_at is not None


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_send_everything_once(begin: Callable[..., Game], reachable: None, box: PostBox) -> None:
    for _game in range(12):
        begin()
    dispatch()

    at_once(*[lambda: deliver(seconds=30)] * 4)

    assert len(box.emails) == 12
    assert len({email["Message-ID"] for email in box.emails}) == 12
    assert owed() == [("game_started", "anna", "sent")] * 12


def test_a_move_made_meanwhile_is_sent_to_nobody(
    waiting: Delivery, game: Game, box: PostBox, run_delivery: RunDelivery
) -> None:
    play(game, "d6")

    run_delivery()

    assert [email["To"] for email in box.emails] == ["bert@example.org"]
    assert owed() == [("game_started", "anna", "skipped"), ("move_played", "bert", "sent")]


def test_a_challenge_withdrawn_meanwhile_is_sent_to_nobody(
    anna: User, bert: User, reachable: None, box: PostBox
) -> None:
    challenge = actions.challenge_player(anna, bert, Proposal(agreement=Agreement()))
    dispatch()
    actions.cancel_challenge(challenge.number, anna)

    deliver(seconds=30)

    assert box.emails == []
    assert owed() == [("challenge_received", "bert", "skipped")]


@pytest.mark.parametrize("change", [{"email_on_your_move": False}, {"is_active": False}])
def test_a_player_who_has_changed_their_mind_meanwhile_gets_no_notification(
    waiting: Delivery, anna: User, box: PostBox, change: dict[str, bool]
) -> None:
    User.objects.filter(pk=anna.pk).update(**change)

    deliver(seconds=30)

    assert box.emails == []
    assert owed() == [("game_started", "anna", "skipped")]


def test_the_address_counts_that_is_confirmed_when_the_mail_is_sent(
    waiting: Delivery, anna: User, box: PostBox
) -> None:
    EmailAddress.objects.filter(user=anna).update(email="new@example.org")

    deliver(seconds=30)

    assert [email["To"] for email in box.emails] == ["new@example.org"]


def test_no_more_is_sent_than_there_is_time_for(waiting: Delivery, box: PostBox) -> None:
    assert deliver(seconds=0) is True
    assert box.emails == []


# --- Failing ----------------------------------------------------------------------------------------------------------


def test_a_delivery_that_fails_is_tried_again_later(
    waiting: Delivery, settings: LazySettings, clock: time_machine.Traveller
) -> None:
    Delivery.objects.update(next_attempt_at=NOON)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1

    deliver(seconds=30)

    waiting.refresh_from_db()
    assert (waiting.status, waiting.attempts) == ("waiting", 1)
    assert "refused" in waiting.error
    assert timedelta(seconds=45) <= waiting.next_attempt_at - NOON <= timedelta(seconds=75)


def test_a_mail_server_that_is_away_costs_one_delivery_an_attempt_and_not_all(
    begin: Callable[..., Game], reachable: None, settings: LazySettings
) -> None:
    begin(), begin(), begin()
    dispatch()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1

    deliver(seconds=30)

    assert sorted(Delivery.objects.values_list("attempts", flat=True)) == [0, 0, 1]


def test_an_address_that_does_not_exist_is_given_up_and_the_others_are_served(
    begin: Callable[..., Game], anna: User, bert: User, reachable: None, box: PostBox
) -> None:
    begin(), begin(white=bert, black=anna)
    dispatch()
    box.unknown.add("anna@example.org")

    deliver(seconds=30)

    assert owed() == [("game_started", "anna", "failed"), ("game_started", "bert", "sent")]
    assert "no such user" in Delivery.objects.get(user=anna).error


def test_after_the_last_attempt_a_delivery_is_given_up(waiting: Delivery, settings: LazySettings) -> None:
    Delivery.objects.update(attempts=MOST_ATTEMPTS - 1)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1

    deliver(seconds=30)

    waiting.refresh_from_db()
    assert (waiting.status, waiting.attempts) == ("failed", MOST_ATTEMPTS)


def test_the_waits_grow_threefold_and_the_last_attempt_is_made_after_about_a_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("random.uniform", lambda low, high: (low + high) / 2)

    waits = [wait_after(attempts) for attempts in range(1, MOST_ATTEMPTS)]

    minutes = [int(wait.total_seconds()) // 60 for wait in waits]
    assert minutes == [1, 3, 9, 27, 81, 243, 360, 360, 360]


def test_a_delivery_in_other_hands_is_left_alone_until_the_lease_has_run_out(
    waiting: Delivery, box: PostBox, clock: time_machine.Traveller
) -> None:
    Delivery.objects.update(next_attempt_at=NOON)
    assert delivery._claim(Places(delivery.ONE_AT_A_TIME)) == [waiting]

    clock.move_to(NOON + LEASE - timedelta(seconds=1))
    deliver(seconds=30)
    in_lease = len(box.emails)
    clock.move_to(NOON + LEASE)
    deliver(seconds=30)

    assert (in_lease, len(box.emails)) == (0, 1)
    assert Delivery.objects.get().attempts == 2


def test_a_worker_that_comes_back_after_its_lease_does_not_overwrite_what_another_has_noted(
    waiting: Delivery, box: PostBox, clock: time_machine.Traveller
) -> None:
    Delivery.objects.update(next_attempt_at=NOON)
    (late,) = delivery._claim(Places(delivery.ONE_AT_A_TIME))
    clock.move_to(NOON + LEASE)
    deliver(seconds=30)

    queue.note_failure(late, smtplib.SMTPServerDisconnected("too late"), is_final=False)

    waiting.refresh_from_db()
    assert (waiting.status, waiting.error) == ("sent", "")


def test_a_worker_that_hung_beyond_its_lease_sends_no_mail(
    waiting: Delivery, box: PostBox, clock: time_machine.Traveller
) -> None:
    Delivery.objects.update(next_attempt_at=NOON)
    late = delivery._claim(Places(delivery.ONE_AT_A_TIME))
    clock.move_to(NOON + LEASE)
    deliver(seconds=30)

    line = mail.get_connection()
    delivery._deliver(late, line)
    line.close()

    waiting.refresh_from_db()
    assert (len(box.emails), waiting.status, waiting.error) == (1, "sent", "")


def test_a_delivery_that_ends_every_worker_is_given_up(waiting: Delivery, box: PostBox) -> None:
    Delivery.objects.update(attempts=MOST_ATTEMPTS)

    deliver(seconds=30)

    waiting.refresh_from_db()
    assert (waiting.status, waiting.error, box.emails) == ("failed", "no attempt came to an end", [])


def test_the_lease_is_longer_than_any_task_may_run(settings: LazySettings) -> None:
    assert timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT) < LEASE
