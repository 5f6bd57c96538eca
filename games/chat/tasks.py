"""Periodic tasks of chat."""

from games.chat import spectators
from games.core.partitions import records_in_use
from kit.periodic import periodic_task


@periodic_task(every=3600.0)
def clean_up() -> None:
    """Delete for good the spectators' messages that were deleted long ago, if no dispute needs them."""
    spectators.purge_deleted(kept_for=records_in_use())
