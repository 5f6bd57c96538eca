"""The proof of a refusal sees every way of writing a row, and no writing that was undone."""

from collections.abc import Callable

import pytest
from django.db import connection, transaction

from accounts.models import User
from games.chat.models import Note
from games.core.models.events import UserEvent
from games.core.models.games import Game
from tests.support.playing import rows_written, unchanged


def insert(game: Game) -> None:
    Note.objects.create(game=game, author=game.white, text="Mind a7.")


def update(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(ply=2)


def delete(game: Game) -> None:
    UserEvent.objects.all().delete()


def write_by_sql(game: Game) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE core_game SET ply = 2 WHERE number = %s", [game.number])


@pytest.mark.parametrize("write", [insert, update, delete, write_by_sql])
def test_what_was_written_is_seen(game: Game, write: Callable[[Game], None]) -> None:
    with pytest.raises(AssertionError), unchanged():
        write(game)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("write", [insert, update, delete, write_by_sql])
def test_what_was_committed_is_seen(game: Game, write: Callable[[Game], None]) -> None:
    with pytest.raises(AssertionError), unchanged():
        write(game)


def test_what_was_written_and_undone_is_no_change(game: Game) -> None:
    before = rows_written()

    with unchanged():
        sid = transaction.savepoint()
        update(game)
        transaction.savepoint_rollback(sid)

    assert rows_written() != before
    assert Game.objects.get().ply == 0


def test_what_is_not_the_games_may_change(anna: User) -> None:
    with unchanged():
        User.objects.filter(pk=anna.pk).update(language="de")

    assert User.objects.get().language == "de"
