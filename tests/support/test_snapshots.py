"""A game that was copied is the game that the real code begins."""

import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from tests.conftest import NOON, Begun, begun
from tests.support.people import new_person
from tests.support.playing import snapshot
from tests.support.snapshots import Snapshot, spread_numbers

# What numbers a row, and years besides.
NUMBER = re.compile(r"\b\d{4,}\b")


def everything() -> str:
    """All rows of the games, with numbers that only say which of them are the same."""
    numbers: dict[str, str] = {}
    return NUMBER.sub(lambda found: numbers.setdefault(found[0], f"#{len(numbers)}"), repr(snapshot()))


@pytest.mark.parametrize("now", [NOON, datetime(2027, 10, 30, 23, 59, 59, 123456, tzinfo=UTC)])
def test_it_has_the_rows_of_a_game_that_begins_now(_snapshot: Snapshot[Begun], db: None, now: datetime) -> None:
    nothing = transaction.savepoint()
    _snapshot.write(now)
    written = everything()
    transaction.savepoint_rollback(nothing)

    # As far apart as those of the snapshot: a game and an event of the same number would look the same here.
    spread_numbers(100_000)
    with time_machine.travel(now, tick=False):
        begun(new_person("anna"), new_person("bert"), Agreement())

    assert written == everything()


def test_it_began_just_now(game: Game, anna: User, bert: User) -> None:
    assert (game.white, game.black, game.on_move) == (anna, bert, anna)
    assert abs((timezone.now() - game.started_at).total_seconds()) < 60


def test_it_began_at_the_time_of_a_clock_that_stands_still(game: Game, clock: time_machine.Traveller) -> None:
    assert game.started_at == NOON
