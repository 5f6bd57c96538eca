"""Reminders of deadlines: found by a sweep, written into the log, and told like everything else that is there.

A deadline has one reminder of each kind, which a row with a unique key sees to, under the lock of the game. Leave and
days off move deadlines: the new one has reminders of its own, and what was given for the old one is not given again.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import (
    Case,
    DurationField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Greatest
from django.utils import timezone

from games import entries, events
from games.models import Game, Leave, Reminder

BATCH = 500
DAY = timedelta(hours=24)
# Three quarters of the time for a move have gone.
LEFT = 0.25
Kind = Reminder.Kind


def remind(*, limit: int = BATCH, now: datetime | None = None) -> int:
    """Write down the reminders that are due in up to `limit` games, and return in how many games there were any.

    Where both kinds are due at once, one event speaks for them.
    """
    now = now or timezone.now()
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
        events.record([entries.deadline_near(game, kind=kinds[game.pk][0]) for game in games], now=now)
        return len(games)


def _kinds(game: Any) -> list[Kind]:
    """What is due in a game that was found, by what the query has noted beside it."""
    found = [Kind.QUARTER] if game.quarter_due else []
    return [*found, Kind.DAY] if game.day_due else found


def _due(now: datetime) -> QuerySet[Game]:
    """Games whose player on move is to be reminded, each with `quarter_due` and `day_due`."""
    quarter = ExpressionWrapper(_seconds() * Value(timedelta(seconds=LEFT), DurationField()), DurationField())
    left = ExpressionWrapper(F("deadline_at") - Value(now), DurationField())
    rows = Game.objects.ongoing().filter(deadline_at__gt=now).alias(left=left, quarter=quarter, told_at=_told_at())
    rows = rows.filter(Q(left__lte=F("quarter")) | Q(left__lte=DAY))
    # Who had no more than that when he was told of the deadline has just been told.
    is_quarter = Q(left__lte=F("quarter"), told_at__lt=F("deadline_at") - F("quarter"))
    is_day = Q(left__lte=DAY, told_at__lt=F("deadline_at") - DAY)
    rows = rows.annotate(
        quarter_due=Case(When(is_quarter & ~_given(Kind.QUARTER), then=True), default=False),
        day_due=Case(When(is_day & ~_given(Kind.DAY), then=True), default=False),
    )
    return rows.filter(Q(quarter_due=True) | Q(day_due=True)).with_players().order_by("deadline_at")


def _seconds() -> Case:
    """What the player on move had for the move when his turn began."""
    return Case(When(on_move=F("white"), then=F("white_seconds")), default=F("black_seconds"))


def _told_at() -> Greatest:
    """When the player on move learned how long he has: as his turn began, or as a day of leave saved the game."""
    saved = Leave.objects.filter(game=OuterRef("pk"), user=OuterRef("on_move"))
    return Greatest("turn_started_at", Subquery(saved.values("starts_at")[:1]))


def _given(kind: Kind) -> Exists:
    this_deadline = Q(deadline_at=OuterRef("deadline_at")) | Q(deadline_at=None)
    return Exists(Reminder.objects.filter(this_deadline, game=OuterRef("pk"), ply=OuterRef("ply"), kind=kind))
