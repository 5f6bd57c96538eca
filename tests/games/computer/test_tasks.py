"""When the worker is woken, and what finds a game when the message is lost."""

from typing import Any

import pytest
from celery import current_app
from django.db import transaction

from accounts.models import User
from games.computer import tasks
from games.computer.models import ComputerGame
from games.core.models.games import Game
from games.play import actions as play
from kit import periodic
from tests.games.computer.test_turns import waiting
from tests.support.computers import Against
from tests.support.servers import wait_for


@pytest.fixture
def queue() -> Any:
    """The queue of the computers on the real broker, empty."""

    def length() -> int:
        return periodic.waiting(tasks.QUEUE)

    purge()
    yield length
    purge()


def purge() -> None:
    with current_app.connection_for_write() as connection:
        channel: Any = connection.default_channel
        channel.queue_purge(tasks.QUEUE)


def usual() -> int:
    """How many messages wait for other workers."""
    return periodic.waiting()


@pytest.mark.django_db(transaction=True)
def test_a_move_wakes_the_worker_after_the_commit(anna: User, against: Against, queue: Any) -> None:
    game, others = against(anna), usual()
    with transaction.atomic():
        play.play_move(game.number, anna, "d6", ply=1)
        assert queue() == 0

    wait_for(lambda: queue() == 1)
    assert usual() == others


@pytest.mark.django_db(transaction=True)
def test_a_move_against_a_person_wakes_nobody(game: Game, anna: User, queue: Any) -> None:
    play.play_move(game.number, anna, "d6", ply=1)

    tasks._sender().submit(lambda: None).result()
    assert queue() == 0


def test_a_game_whose_message_was_lost_is_found(anna: User, against: Against, queue: Any) -> None:
    waiting(against, anna)
    assert queue() == 0

    tasks.look_for_computers()

    assert queue() == 1


def test_messages_do_not_pile_up_without_a_worker(anna: User, against: Against, queue: Any) -> None:
    waiting(against, anna)
    for _look in range(tasks.MOST_MESSAGES + 5):
        tasks.look_for_computers()

    assert queue() == tasks.MOST_MESSAGES


def test_the_sweep_sends_nothing_while_nothing_is_due(anna: User, against: Against, queue: Any) -> None:
    against(anna)

    tasks.look_for_computers()

    assert queue() == 0


def test_the_fallback_beat_plays_itself(anna: User, against: Against, queue: Any) -> None:
    game = waiting(against, anna)

    tasks.look_for_computers.apply()

    assert (Game.objects.get(pk=game.pk).ply, queue()) == (2, 0)


def test_a_broker_that_is_away_costs_the_player_nothing(
    anna: User, against: Against, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "_send", lambda: 1 / 0)

    tasks.wake()
    tasks._sender().submit(lambda: None).result()

    tasks.wake()
    tasks._sender().submit(lambda: None).result()


def test_the_worker_answers_in_all_games_that_are_due(anna: User, bert: User, against: Against) -> None:
    for player in (anna, bert):
        waiting(against, player)

    tasks.play_for_computers()

    assert {*Game.objects.values_list("ply", flat=True)} == {2}
    assert not ComputerGame.objects.filter(due_at__isnull=False).exists()
