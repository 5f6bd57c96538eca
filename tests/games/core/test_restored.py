"""What becomes of those who follow a log whose end was lost with the database."""

from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from accounts.models import User
from games.core.models.events import Event
from games.core.models.games import Game
from games.streams.logs import GameLog, Log, UserLog
from tests.support.api import Api
from tests.support.database_roles import as_owner
from tests.support.playing import play


def lost(game: Game, *moves: str) -> int:
    """Play the moves and lose them, as a restore does; returns the number that the last event had in the game's log."""
    before = Event.objects.latest("id").pk
    with transaction.atomic():
        play(game, *moves)
        last = Event.objects.latest("id").pk
        transaction.set_rollback(True)
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("SELECT setval(pg_get_serial_sequence('core_event', 'id'), %s)", [before])
    return last


def test_no_number_of_a_webhook_delivery_is_given_twice(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval(pg_get_serial_sequence('webhooks_webhookdelivery', 'id'))")
        (before,) = cursor.fetchone()
        call_command("restored")
        cursor.execute("SELECT nextval(pg_get_serial_sequence('webhooks_webhookdelivery', 'id'))")
        (after,) = cursor.fetchone()

    assert after - before > 1_000_000


@pytest.mark.parametrize("whose", ["game", "user"])
def test_who_has_a_number_that_was_lost_is_told_so(game: Game, anna: User, whose: str) -> None:
    number = {"game": lost(game, "d6", "f4"), "user": 5}[whose]
    logs: dict[str, Log] = {"game": GameLog(game=game, viewer_id=anna.pk), "user": UserLog(user_id=anna.pk)}
    log = logs[whose]

    call_command("restored")
    play(game, "a1", "a4", "a7")

    first, *_others = log.first(number).lines
    assert first.type == "reset"
    assert first.number == log.last() > 1_000_000


def test_pages_say_so_too(api: Api, game: Game, anna: User) -> None:
    lost(game, "d6", "f4")
    call_command("restored")
    play(game, "a1", "a4", "a7")

    page = api(anna).read("events/", after=5)

    assert (page["reset"], page["results"]) == (True, [])
    assert page["last_seq"] == page["newest_seq"] == UserLog(user_id=anna.pk).last()


def test_who_has_a_number_from_before_goes_on(game: Game, anna: User) -> None:
    call_command("restored")
    play(game, "a1")
    log = UserLog(user_id=anna.pk)

    assert log.first(3).lines == ()
    assert [(line.number, line.type) for line in log.following(3).lines] == [(1_000_004, "move_played")]


def test_somebody_new_since_the_backup_gets_no_number_twice_either(
    person: Callable[..., User], begin: Callable[..., Game], bert: User
) -> None:
    nina = person("nina")

    call_command("restored")
    begin(white=nina, black=bert)

    log = UserLog(user_id=nina.pk)
    assert [line.number for line in log.following(0).lines] == [1_000_001, 1_000_002, 1_000_003]
    assert log.first(2).lines[0].type == "reset"
