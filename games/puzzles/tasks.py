"""The periodic task that chooses the puzzles of the days."""

from games.puzzles import daily
from kit.periodic import periodic_task


@periodic_task(every=600.0)
def choose_daily_puzzles() -> None:
    """Choose the puzzle of tomorrow; and that of today, should the day have begun without one."""
    daily.choose_daily_puzzles()
