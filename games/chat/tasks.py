"""Periodic tasks of chat."""

from typing import Any, cast

from django.db.models import QuerySet

from accounts.periodic import periodic_task
from games.chat import spectators
from games.core.models.games import Game
from games.core.signals import records_in_use


@periodic_task(every=3600.0)
def clean_up() -> None:
    """Delete for good the spectators' messages that were deleted long ago, if no dispute needs them."""
    needed = cast("list[tuple[object, QuerySet[Any]]]", records_in_use.send(sender=Game))
    spectators.purge_deleted(kept_for=[rows for _receiver, rows in needed])
