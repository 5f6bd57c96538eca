"""Deadline notifications: a sweep finds them and writes events, which are delivered like all others.

A deadline has one reminder of each kind, which a row with a unique key sees to, under the lock of the game. Leave and
days off move deadlines: the new one has reminders of its own. That three quarters of the time have run is a moment of
the clock, which later pauses do not change; it is notified once.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Greatest

from accounts import database_time
from games.core import event_log
from games.core.models.games import Game
from games.notifications.events import deadline_near
from games.notifications.models import Reminder
from games.time_off.models import Leave

BATCH = 500
DAY = timedelta(hours=24)
Kind = Reminder.Kind


def remind(*, limit: int = BATCH, now: datetime | None = None) -> int:
    """Write down the reminders that are due in up to `limit` games, and return in how many games there were any.

    Where both kinds are due at once, one event speaks for them.
    """
    now = now or database_time.now()
    with transaction.atomic():
        held = _due(now).select_for_update(skip_locked=True, of=("self",))[:limit]
        # Another sweep may have reminded after this one had looked and before it held the rows.
        games = list(_due(now).filter(pk__in=[game.pk for game in held]))
        kinds = {game.pk: _kinds(game) for game in games}
        Reminder.objects.bulk_create(
            Reminder(game=game, ply=game.ply, kind=kind, deadline_at=game.deadline_at, created_at=now)
            for game in games
            for kind in kinds[game.pk]
        )
        event_log.record([deadline_near(game, kind=kinds[game.pk][0]) for game in games], now=now)
        return len(games)


def _kinds(game: Any) -> list[Kind]:
    """What is due in a game that was found, by what the query has noted beside it."""
    found = [Kind.QUARTER] if game.quarter_due else []
    return [*found, Kind.DAY] if game.day_due else found


def _due(now: datetime) -> QuerySet[Game]:
    """Games whose player on move is to be reminded, each with `quarter_due` and `day_due`."""
    rows = Game.objects.ongoing().filter(Q(quarter_at__lte=now) | Q(deadline_at__lte=now + DAY), deadline_at__gt=now)
    # No notification if the player had no more time than that when they learned of the deadline.
    is_quarter = Q(quarter_at__lte=now, quarter_at__gt=F("known_since"))
    is_day = Q(deadline_at__lte=now + DAY, deadline_at__gt=F("known_since") + DAY)
    rows = rows.alias(known_since=_known_since()).annotate(
        quarter_due=Case(When(is_quarter & ~_given(Kind.QUARTER, _SINCE_THEN), then=True), default=False),
        day_due=Case(When(is_day & ~_given(Kind.DAY), then=True), default=False),
    )
    return rows.filter(Q(quarter_due=True) | Q(day_due=True)).with_players().order_by("deadline_at")


def _known_since() -> Greatest:
    """When the player on move learned of the deadline: as the turn began, or as an emergency day saved the game."""
    saved = Leave.objects.filter(game=OuterRef("pk"), user=OuterRef("on_move"))
    return Greatest("turn_started_at", Subquery(saved.values("starts_at")[:1]))


def _given(kind: Kind, also: Q | None = None) -> Exists:
    of_this_deadline = Q(deadline_at=OuterRef("deadline_at")) | Q(deadline_at=None)
    rows = Reminder.objects.filter(game=OuterRef("pk"), ply=OuterRef("ply"), kind=kind)
    return Exists(rows.filter(of_this_deadline | also if also else of_this_deadline))


# A pause after three quarters of the time moves the deadline, and not what has run before it.
_SINCE_THEN = Q(created_at__gte=OuterRef("quarter_at"))
