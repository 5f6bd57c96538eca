"""Periodic tasks of notifications."""

from games.notifications import delivery
from kit.periodic import SECONDS_A_RUN, periodic_task, run_again, work_off


@periodic_task(every=5.0)
def deliver_notifications() -> None:
    """Create deliveries for new events, and send mails."""
    is_more_in_the_log = work_off(delivery.dispatch)
    is_more_owed = delivery.deliver(seconds=SECONDS_A_RUN)
    if is_more_in_the_log or is_more_owed:
        run_again(deliver_notifications)
