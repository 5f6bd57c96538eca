"""Periodic tasks of chat."""

from accounts.periodic import periodic_task
from games.chat import spectators
from games.core.partitions import records_in_use


@periodic_task(every=3600.0)
def clean_up() -> None:
    """Delete for good the spectators' messages that were deleted long ago, if no dispute needs them."""
    spectators.purge_deleted(kept_for=records_in_use())
