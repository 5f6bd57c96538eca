"""The periodic task that makes dumps."""

from games.dumps import making
from kit.periodic import periodic_task, run_again, work_off


@periodic_task(every=60.0)
def make_dumps() -> None:
    """Make the dumps of months that are over, and anew those in which something has changed."""
    making.add_months()
    if work_off(making.make_next):
        run_again(make_dumps)
