"""Periodic tasks of time off."""

from games.time_off import leave_ends
from kit.periodic import periodic_task, run_again, work_off


@periodic_task(every=60.0)
def remind_of_leave_ends() -> None:
    """Record the reminders that are due of leave that ends."""
    if work_off(leave_ends.remind):
        run_again(remind_of_leave_ends)
