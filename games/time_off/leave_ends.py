"""Notifications of the end of leave, a day before: found by a sweep and recorded once for each leave.

There is none for leave of a day or less, whose owner has just entered it.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, QuerySet

from games.core import event_log
from games.core.models.events import Event
from games.core.models.games import Game
from games.time_off.events import ends_at, leave_ends
from games.time_off.models import Leave
from kit import database_time

BATCH = 500
BEFORE = timedelta(days=1)


def record_due(*, limit: int = BATCH, now: datetime | None = None) -> int:
    """Record the notifications that are due for up to `limit` leaves, and return how many those were."""
    now = now or database_time.now()
    with transaction.atomic():
        leaves = list(_due(now).select_for_update(skip_locked=True)[:limit])
        Leave.objects.filter(pk__in=[leave.pk for leave in leaves]).update(end_told_at=now)
        waiting = _games_waiting({leave.user_id for leave in leaves})
        event_log.record([leave_ends(leave, games_waiting=waiting.get(leave.user_id, 0)) for leave in leaves], now=now)
    return len(leaves)


def still_stands(event: Event) -> bool:
    """Whether the clocks still run again then: its owner may have come back earlier, or added to it."""
    return Leave.objects.filter(~_goes_on(), pk=event.data["leave"], ends_at=ends_at(event)).exists()


def _due(now: datetime) -> QuerySet[Leave]:
    """Leave that ends within a day; not where another begins then, for the clocks stand on."""
    rows = Leave.objects.of_all_games().filter(end_told_at=None, begun_at__isnull=False)
    rows = rows.filter(ends_at__gt=now, ends_at__lte=now + BEFORE, starts_at__lt=F("ends_at") - BEFORE)
    return rows.filter(~_goes_on()).order_by("ends_at")


def _goes_on() -> Exists:
    others = Leave.objects.of_all_games().filter(user=OuterRef("user"))
    return Exists(others.filter(starts_at__lte=OuterRef("ends_at"), ends_at__gt=OuterRef("ends_at")))


def _games_waiting(players: Collection[int]) -> dict[int, int]:
    """The number of games in which a player is on move, by the player's id."""
    rows = Game.objects.ongoing().filter(on_move__in=players).order_by()
    return dict(rows.values("on_move").annotate(count=Count("pk")).values_list("on_move", "count"))
