"""Ending overdue games on time: for readers, actions and the sweep."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.core import event_log
from games.core.event_log import Entry
from games.core.locking import locked_game
from games.core.models.games import Game
from games.core.writing import update_rows
from games.play import clocks, timeout_judgement
from games.play.endings import ENDING, Ending, finish, lost

BATCH = 500


def settle(number: int, **_signal: object) -> Game:
    """End the game on time if it is overdue, and return it in any case; for reads that find a passed deadline."""
    with transaction.atomic():
        game = locked_game(number)
        settle_overdue([game], now=timezone.now())
    return game


def settle_overdue_games(*, limit: int = BATCH, now: datetime | None = None) -> int:
    """Judge up to `limit` overdue games in one transaction, end those that are lost, and return how many were judged.

    Rows that are locked by others are skipped.
    """
    now = now or timezone.now()
    overdue = Game.objects.overdue(now=now).order_by("deadline_at")
    # Most calls find nothing, and cost no more than this look.
    if not overdue.exists():
        return 0
    with transaction.atomic():
        games = list(overdue.select_for_update(skip_locked=True, of=("self",))[:limit])
        settle_overdue(games, now=now)
        return len(games)


def settle_overdue(games: Sequence[Game], *, now: datetime) -> list[Game]:
    """Judge the games, end those that are lost, and return these."""
    overdue = [game for game in games if game.is_overdue(now=now)]
    if not overdue:
        return []
    news: list[Entry] = []
    endings: list[Ending] = []
    for judgement in timeout_judgement.judged(overdue, now=now):
        news += clocks.apply(judgement)
        if judgement.is_lost:
            endings.append(lost(judgement.game, judgement.game.on_move_id, Game.Termination.TIMEOUT))
    news += finish(endings, now=now) if endings else []
    update_rows(overdue, ENDING)
    event_log.record(news, now=now)
    return [ending.game for ending in endings]
