"""The periodic task of the directory."""

from games.people import activity
from kit.periodic import periodic_task


@periodic_task(every=300.0)
def note_moves() -> None:
    """Note when players last moved, for the directory."""
    activity.note_moves()
