"""Periodic tasks of the log."""

from accounts.periodic import periodic_task
from games.core import partitions


@periodic_task(every=3600.0)
def keep_partitions() -> None:
    """Create and drop the monthly partitions of the tables that are kept for some months."""
    partitions.keep_partitions()
