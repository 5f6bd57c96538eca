"""The tasks as functions: everything that is due, once, however often and by however many they are run."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings as django_settings
from django.contrib.sessions.models import Session
from django.core import mail
from django.utils import timezone

import accounts.tasks
import games.chat.tasks
import games.notifications.tasks
from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.models import Challenge
from games.challenges.tasks import expire_challenges
from games.chat import spectators
from games.chat.models import SpectatorMessage
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.notifications.tasks import deliver_notifications
from games.play.tasks import settle_overdue_games
from kit.periodic import EXPIRES_SECONDS
from muehle_server.celery import app
from tests.games.notifications.people import confirm
from tests.support.playing import let_time_run_out
from tests.support.racing import at_once

PAST = timedelta(days=-1)


def test_every_tick_of_the_beat_asks_for_a_task_that_exists_and_may_miss_it() -> None:
    app.finalize()
    app.loader.import_default_modules()

    periodic = {name: task.every for name, task in app.tasks.items() if hasattr(task, "every")}
    schedule = {entry["task"]: entry["schedule"] for entry in app.conf.beat_schedule.values()}
    assert schedule == periodic
    assert schedule["games.play.tasks.settle_overdue_games"] == 10.0
    assert all(entry["options"]["expires"] <= entry["schedule"] for entry in app.conf.beat_schedule.values())


@pytest.mark.casual
def test_overdue_games_are_ended_whatever_their_number(
    begin: Callable[..., Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.play.timeouts.BATCH", 2)
    for _game in range(5):
        begin()
    let_time_run_out()

    settle_overdue_games()

    assert Game.objects.filter(status="finished", termination="timeout").count() == 5


@pytest.mark.django_db(transaction=True)
@pytest.mark.casual
def test_two_sweeps_at_once_end_every_game_once(begin: Callable[..., Game]) -> None:
    games = [begin() for _game in range(6)]
    let_time_run_out()

    at_once(*[settle_overdue_games] * 4)

    assert Game.objects.filter(termination="timeout").count() == 6
    assert Event.objects.filter(type="game_finished").count() == len(games)


def test_a_sweep_with_nothing_due_changes_nothing(game: Game) -> None:
    last = Event.objects.latest("id").pk

    settle_overdue_games()

    game.refresh_from_db()
    assert (game.status, Event.objects.latest("id").pk) == ("ongoing", last)


def test_challenges_that_nobody_took_are_closed(anna: User) -> None:
    challenge = actions.challenge_anyone(anna, Proposal(agreement=Agreement()))
    Challenge.objects.update(expires_at=timezone.now() + PAST)

    expire_challenges()
    expire_challenges()

    challenge.refresh_from_db()
    assert challenge.status == "expired"
    assert Event.objects.filter(type="challenge_expired").count() == 1


def test_notifications_are_written_down_and_sent(game: Game, anna: User) -> None:
    confirm(anna)

    deliver_notifications()
    deliver_notifications()

    assert [email.to for email in mail.outbox] == [["anna@example.org"]]


def test_work_that_does_not_fit_into_a_run_is_asked_for_again(
    game: Game, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    confirm(anna)
    monkeypatch.setattr("kit.periodic.SECONDS_A_RUN", 0.0)
    asked: list[dict[str, object]] = []
    monkeypatch.setattr(deliver_notifications, "apply_async", lambda **options: asked.append(options))

    deliver_notifications()

    assert asked == [{"expires": EXPIRES_SECONDS}]


def test_words_taken_back_long_ago_go_and_later_ones_stay(game: Game, carla: User) -> None:
    for days in (91, 89):
        spectators.delete(game.number, carla, spectators.write(game.number, carla, f"{days} days").pk)
        SpectatorMessage.objects.filter(text=f"{days} days").update(deleted_at=timezone.now() - timedelta(days=days))

    games.chat.tasks.clean_up()

    assert list(SpectatorMessage.objects.values_list("text", flat=True)) == ["89 days"]


def test_ended_sessions_go_and_open_ones_stay(anna: User) -> None:
    for key, days in (("ended", -1), ("open", 1)):
        Session.objects.create(session_key=key, session_data="", expire_date=timezone.now() + timedelta(days=days))
        UserSession.objects.create(user=anna, session_key=key, ip="127.0.0.1", user_agent="")

    accounts.tasks.clean_up()

    assert list(Session.objects.values_list("session_key", flat=True)) == ["open"]
    assert list(UserSession.objects.values_list("session_key", flat=True)) == ["open"]


def test_no_task_keeps_a_result_and_each_is_acknowledged_late() -> None:
    assert django_settings.CELERY_TASK_ACKS_LATE
    assert django_settings.CELERY_TASK_IGNORE_RESULT
    assert app.conf.result_backend is None
