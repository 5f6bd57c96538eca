"""Deadline notifications: a sweep records an event when a deadline is near.

Each deadline has one notification of each kind, which a unique key ensures, under the lock of the game. If leave or
days off move a deadline, the new one has notifications of its own. The moment at which three quarters of the time have
run is a moment of the clock, which later pauses do not change; it is notified once.

A player may choose steps instead: so many hours before the deadline, each of which is a kind of its own.

Reminders are another subject: the opponent sends them (opponent_reminders.py).
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from games.core import event_log
from games.core.event_log import Entry
from games.core.models.games import Game
from games.play import clocks, deadline_steps
from games.play.clocks import DAY
from games.play.events import deadline_near
from games.play.models import DeadlineNotification
from games.time_off.models import Leave
from kit import database_time

BATCH = 500
Kind = DeadlineNotification.Kind


def record_due(*, limit: int = BATCH, now: datetime | None = None) -> int:
    """Look at up to `limit` games whose `deadline_notification_at` has come, record the notifications that are due, and
    return how many games were looked at.

    If several kinds are due at once, one event is recorded for all.
    """
    now = now or database_time.now()
    with transaction.atomic():
        rows = Game.objects.ongoing().filter(deadline_notification_at__lte=now).order_by("deadline_notification_at")
        held = list(rows.select_for_update(skip_locked=True)[:limit])
        if not held:
            return 0
        deadline_steps.attach(held)
        kinds = _due(held, now=now)
        DeadlineNotification.objects.bulk_create(
            DeadlineNotification(game=game, ply=game.ply, kind=kind, deadline_at=game.deadline_at, created_at=now)
            for game in held
            for kind in kinds[game.pk]
        )
        news = [game for game in held if kinds[game.pk]]
        news.sort(key=lambda game: (game.deadline_at, game.pk))
        event_log.record([_event(game, kinds[game.pk]) for game in news], now=now)
        clocks.set_next_look(held, now=now)
        return len(held)


def _event(game: Game, kinds: list[str]) -> Entry:
    """What is recorded for the kinds that are due at once: the first of these two, or the last step."""
    if kinds[0] in Kind.values:
        return deadline_near(game, kind=kinds[0])
    return deadline_near(game, kind=Kind.STEP, hours=min(int(kind.removeprefix(Kind.STEP)) for kind in kinds))


def _due(games: Collection[Game], *, now: datetime) -> Mapping[int, list[str]]:
    """The kinds that are due in each of the games."""
    recorded = defaultdict(list)
    for row in DeadlineNotification.objects.filter(game__in=games):
        recorded[row.game_id].append(row)
    saved = dict(Leave.objects.filter(game__in=games, user=F("game__on_move")).values_list("game", "starts_at"))
    return {
        game.pk: _kinds(game, [row for row in recorded[game.pk] if row.ply == game.ply], saved.get(game.pk), now=now)
        for game in games
    }


def _kinds(
    game: Game, recorded: Collection[DeadlineNotification], saved_at: datetime | None, *, now: datetime
) -> list[str]:
    """`saved_at` is when an emergency day saved the game."""
    assert game.quarter_at is not None and game.deadline_at is not None  # noqa: S101, PT018  (the game goes on)
    if game.deadline_at <= now:
        return []
    # No notification if the player had no more time than that when they learned of the deadline.
    known_since = max(game.turn_started_at, saved_at or game.turn_started_at)
    moments = {
        f"{Kind.STEP}{hours}": game.deadline_at - timedelta(hours=hours) for hours in deadline_steps.hours_of(game)
    }
    moments = moments or {Kind.QUARTER: game.quarter_at, Kind.DAY: game.deadline_at - DAY}
    return [
        str(kind)
        for kind, moment in moments.items()
        if known_since < moment <= now and not any(_is_same(row, kind, game) for row in recorded)
    ]


def _is_same(row: DeadlineNotification, kind: str, game: Game) -> bool:
    """Whether the row is of this kind and deadline."""
    if row.kind != kind:
        return False
    if row.deadline_at in (None, game.deadline_at):
        return True
    # A pause after three quarters of the time moves the deadline, but not the moment of the three quarters.
    return kind == Kind.QUARTER and game.quarter_at is not None and row.created_at >= game.quarter_at
