"""Ending overdue games on time: for readers, actions and the sweep."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from games.core import event_log
from games.core.errors import ClockSkewed
from games.core.event_log import Entry
from games.core.locking import locked_game
from games.core.models.games import DUE_AT, Game
from games.play import clocks, deadline_steps, first_moves, timeout_judgement
from games.play.endings import ENDING, finish
from kit import database_time
from kit.errors import raises
from kit.sql import update_rows

BATCH = 500


@raises(locked_game)
def settle(number: int) -> Game:
    """End the game on time if it is overdue, and return it in any case; for reads that find a passed deadline."""
    with transaction.atomic():
        game = locked_game(number)
        with suppress(ClockSkewed):
            settle_overdue([game], now=game.locked_at)
    return game


def settle_among(rows: QuerySet[Game], *, limit: int = 100) -> list[int]:
    """End the overdue ones of these games in one transaction, the most urgent first; returns the numbers of the games
    that were overdue. Rows that are locked by others are skipped."""
    due = Q(pk__in=Game.objects.overdue(now=database_time.now()).values("pk"))
    numbers = list(rows.filter(due).order_by(DUE_AT).values_list("number", flat=True)[:limit])
    if numbers:
        with transaction.atomic(), suppress(ClockSkewed):
            games = Game.objects.filter(pk__in=numbers).order_by("number")
            held = list(games.select_for_update(skip_locked=True))
            settle_overdue(held, now=database_time.now())
    return numbers


def settle_overdue_games(*, limit: int = BATCH, now: datetime | None = None) -> int:
    """Judge up to `limit` overdue games in one transaction, end those that are lost, and return how many were judged.

    Rows that are locked by others are skipped. Nothing is judged while the clocks disagree.
    """
    now = now or database_time.source.read()
    # In the order of the index game_due. Most calls find nothing; exists() would drop the order and read every game.
    overdue = Game.objects.overdue(now=now).order_by(DUE_AT)
    if overdue.values_list("pk", flat=True).first() is None:
        return 0
    try:
        with transaction.atomic():
            games = list(overdue.select_for_update(skip_locked=True)[:limit])
            settle_overdue(games, now=now)
            return len(games)
    except ClockSkewed:
        return 0


@raises(ClockSkewed)
def settle_overdue(games: Sequence[Game], *, now: datetime) -> list[Game]:
    """Judge the games, end those that are lost, and return these.

    Raises ClockSkewed if a game is overdue while the clocks disagree: a result is final, so it waits.
    """
    overdue = [game for game in games if game.is_overdue(now=now)]
    if not overdue:
        return []
    if database_time.is_skewed():
        raise ClockSkewed
    news: list[Entry] = []
    over: list[Game] = []
    judgements = list(timeout_judgement.judged(overdue, now=now))
    deadline_steps.attach([judgement.game for judgement in judgements if not judgement.is_lost])
    for judgement in judgements:
        news += clocks.apply(judgement)
        if judgement.is_lost:
            over.append(judgement.game)
    endings = first_moves.endings_by_time(over, now=now)
    news += finish(endings, now=now) if endings else []
    update_rows([game for game in overdue if game.is_ongoing], ENDING)
    event_log.record(news, now=now)
    return [ending.game for ending in endings]
