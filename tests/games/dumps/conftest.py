"""Games that have ended in a month, and the dumps of it."""

import gzip
import json
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest
import time_machine

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.dumps import making
from games.dumps.models import Dump
from games.dumps.tasks import make_dumps
from games.play.actions import resign
from tests.games.explorer.conftest import MOVES
from tests.support.playing import fresh, play

MARCH, APRIL, MAY = (date(2026, month, 1) for month in (3, 4, 5))
Played = Callable[..., Game]


@pytest.fixture
def played(clock: time_machine.Traveller, begin: Callable[..., Game]) -> Played:
    """A factory of games that White has resigned at a time."""

    def make(at: datetime, agreement: Agreement = Agreement(), **players: User) -> Game:  # noqa: B008
        clock.move_to(at)
        game = play(begin(agreement, **players), *MOVES)
        return fresh(resign(game.number, game.white))

    return make


def day(month: int, number: int, hour: int = 12) -> datetime:
    return datetime(2026, month, number, hour, tzinfo=UTC)


def make_all() -> None:
    """What the worker does in one run."""
    make_dumps()


def dump_of(month: date, form: str = "ndjson") -> Dump:
    return Dump.objects.get(month=month, form=form)


def text_of(month: date, form: str = "ndjson") -> str:
    return gzip.decompress(b"".join(making.pieces_of(dump_of(month, form)))).decode()


def games_of(month: date) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text_of(month).splitlines()]


def numbers_of(month: date) -> list[int]:
    return [game["number"] for game in games_of(month)]
