"""Periodic tasks of time off."""

from games.time_off import leave_ends
from kit.periodic import periodic_task, run_again, work_off


@periodic_task(every=60.0)
def notify_of_leave_ends() -> None:
    """Record the notifications that are due about the end of leave."""
    if work_off(leave_ends.record_due):
        run_again(notify_of_leave_ends)
