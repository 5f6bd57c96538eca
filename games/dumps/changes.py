"""Dumps are made anew where a game of the month counts no more, or a player has another name or has left."""

from datetime import UTC
from typing import Any, Final

from django.db.models import QuerySet
from django.db.models.functions import TruncMonth

from accounts.models import User
from games.core.models.games import Game
from games.dumps.models import Dump
from games.dumps.months import month_of
from kit import locks

# Shared by what changes games that may be in a dump, and held by what adds dumps.
LOCK: Final = __name__
# How the making of the next edition begins.
ANEW: Final = {"next_pieces": 0, "next_games": 0, "reached_at": None, "reached_number": 0}


def begin_anew(dumps: "QuerySet[Dump]") -> None:
    """Let a new edition of these dumps be made, from its beginning."""
    # Locked in the same order by all who do so.
    rows = list(dumps.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True))
    Dump.objects.filter(pk__in=rows).update(is_due=True, **ANEW)


def hear_of_game(game: Game) -> None:
    """An ended game is to have another end, or goes on."""
    if game.rated and game.finished_at is not None:
        locks.share(LOCK)
        begin_anew(Dump.objects.filter(month=month_of(game.finished_at)))


def hear_of_player(user: User, **_signal: Any) -> None:
    """A player gets another name, or the one of a deleted account."""
    locks.share(LOCK)
    ended = Game.objects.of(user.pk).filter(rated=True, status=Game.Status.FINISHED)
    months = ended.order_by().values_list(TruncMonth("finished_at", tzinfo=UTC), flat=True).distinct()
    begin_anew(Dump.objects.filter(month__in={month_of(month) for month in months}))
