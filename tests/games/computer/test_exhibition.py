"""The game between two computers, for spectators: one at a time, always, and never in the way of people."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
import redis
from django.conf import settings
from django.test import override_settings

from accounts.models import User
from games.computer import exhibition, playing
from games.computer.models import ComputerGame
from games.computer.news import LONG_PAUSE, PAUSE
from games.computer.tasks import keep_exhibition
from games.core import pubsub
from games.core.models.games import Game
from games.core.pubsub import Topic
from games.play import actions as play
from kit import database_time
from tests.support.computers import Against
from tests.support.racing import at_once
from tests.support.servers import wait_for

ON = override_settings(COMPUTER_EXHIBITION=True)


@contextmanager
def followed(game: int) -> Iterator[None]:
    """Somebody's stream follows the game."""
    # A client of its own, as that of another process.
    with redis.Redis.from_url(settings.PUBSUB_URL) as client, client.pubsub() as line:
        line.subscribe(pubsub.channel_of(Topic("game", game)))
        wait_for(lambda: pubsub.is_followed(game))
        yield


def wait_of(game: int) -> timedelta:
    """How long after the last move the next one is due."""
    row = ComputerGame.objects.select_related("game").get(game=game)
    assert row.due_at is not None
    return row.due_at - row.game.turn_started_at


@ON
def test_a_game_begins_by_itself_and_the_next_when_it_has_ended(computers: dict[int, User]) -> None:
    keep_exhibition()
    keep_exhibition()
    first = Game.objects.get()
    play.resign(first.number, first.white)

    keep_exhibition()

    second = Game.objects.latest("number")
    assert Game.objects.count() == 2
    assert (second.white.is_computer, second.black.is_computer, second.rated) == (True, True, False)
    assert exhibition.watch() == second.number


def test_an_operator_who_wants_none_has_games_on_request_only(computers: dict[int, User]) -> None:
    with override_settings(COMPUTER_EXHIBITION=False):
        keep_exhibition()
        assert not Game.objects.exists()

        assert exhibition.watch() == Game.objects.get().number


@ON
@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_none_begins_while_people_use_half_of_the_places(anna: User, against: Against, most: int) -> None:
    against(anna)

    with override_settings(MOST_COMPUTER_GAMES=most):
        keep_exhibition()

    assert Game.objects.count() == 1


@ON
def test_one_begins_while_there_is_room_for_people_too(anna: User, against: Against) -> None:
    against(anna)

    with override_settings(MOST_COMPUTER_GAMES=4):
        keep_exhibition()

    assert Game.objects.count() == 2


@ON
def test_a_server_without_computers_begins_none(db: None) -> None:
    keep_exhibition()

    assert not Game.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_there_is_one_game_whoever_begins_it_at_once(computers: dict[int, User]) -> None:
    numbers = at_once(*[exhibition.watch] * 3, *[lambda: exhibition.keep()] * 3)

    assert {number for number in numbers if number} == {Game.objects.get().number}


def test_a_game_that_nobody_watches_is_slow(computers: dict[int, User]) -> None:
    number = exhibition.watch()
    assert wait_of(number) == LONG_PAUSE
    ComputerGame.objects.update(due_at=database_time.now(), moves_at=database_time.now())
    playing.play_next()

    assert Game.objects.get().ply == 1
    assert wait_of(number) == LONG_PAUSE


def test_a_game_that_is_watched_has_a_move_every_few_seconds(computers: dict[int, User]) -> None:
    number = exhibition.watch()
    ComputerGame.objects.update(due_at=database_time.now(), moves_at=database_time.now())
    with followed(number):
        playing.play_next()

    assert Game.objects.get().ply == 1
    assert wait_of(number) == PAUSE


def test_whoever_begins_to_watch_sees_the_next_move_soon(computers: dict[int, User]) -> None:
    number = exhibition.watch()
    exhibition.keep()
    assert wait_of(number) == LONG_PAUSE

    with followed(number):
        exhibition.keep()

    assert wait_of(number) < LONG_PAUSE - PAUSE


def test_a_game_with_a_person_is_not_slowed_down(anna: User, against: Against) -> None:
    game = against(anna, colour="black")

    assert wait_of(game.number) == timedelta(0)
