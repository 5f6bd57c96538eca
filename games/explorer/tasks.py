"""The periodic task that counts games."""

from games.explorer import counting
from kit.periodic import periodic_task, run_again, work_off


@periodic_task(every=5.0)
def count_openings() -> None:
    """Count the games that have ended since the last time, and those of before the explorer was there."""
    if work_off(counting.count_next):
        run_again(count_openings)
