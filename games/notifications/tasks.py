"""Periodic tasks of notifications."""

from accounts.periodic import SECONDS_A_RUN, periodic_task, run_again, work_off
from games.notifications import delivery
from games.notifications.push import delivery as push_delivery


@periodic_task(every=5.0)
def deliver_notices() -> None:
    """Create deliveries for new events, and send mails."""
    is_more_in_the_log = work_off(delivery.dispatch)
    is_more_owed = delivery.deliver(seconds=SECONDS_A_RUN)
    if is_more_in_the_log or is_more_owed:
        run_again(deliver_notices)


@periodic_task(every=2.0)
def deliver_push() -> None:
    """Send push messages; deliver_notices creates their deliveries."""
    if push_delivery.deliver(seconds=SECONDS_A_RUN):
        run_again(deliver_push)
