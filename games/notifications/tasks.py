"""Periodic tasks of notifications."""

from celery import shared_task

from games.core.periodic import SECONDS_A_RUN, run_again, work_off
from games.notifications import delivery, leave_ends, reminders
from games.notifications.push import delivery as push_delivery


@shared_task
def remind_of_deadlines() -> None:
    """Write the reminders that are due into the log, of deadlines and of leave that ends."""
    if work_off(reminders.remind) or work_off(leave_ends.tell):
        run_again(remind_of_deadlines)


@shared_task
def deliver_notices() -> None:
    """Write down what the log owes, and send what is owed."""
    is_more_in_the_log = work_off(delivery.dispatch)
    is_more_owed = delivery.deliver(seconds=SECONDS_A_RUN)
    if is_more_in_the_log or is_more_owed:
        run_again(deliver_notices)


@shared_task
def deliver_push() -> None:
    """Send to browsers what is owed to them; deliver_notices writes it down."""
    if push_delivery.deliver(seconds=SECONDS_A_RUN):
        run_again(deliver_push)
