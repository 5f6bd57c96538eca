"""The periodic task of rankings."""

from games.rankings import counting
from kit.periodic import periodic_task


@periodic_task(every=10.0)
def count_rankings() -> None:
    """Count the players of rankings by rating."""
    counting.count_rankings()
