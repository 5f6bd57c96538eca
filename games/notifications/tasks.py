"""Periodic tasks of notifications."""

from datetime import timedelta

from accounts import database_time
from accounts.periodic import SECONDS_A_RUN, periodic_task, run_again, work_off
from games.notifications import deadline_reminders, delivery
from games.notifications.models import Delivery
from games.notifications.push import delivery as push_delivery

DELIVERIES_KEPT = timedelta(days=90)


@periodic_task(every=60.0)
def remind_of_deadlines() -> None:
    """Record the reminders of deadlines that are due."""
    if work_off(deadline_reminders.remind):
        run_again(remind_of_deadlines)


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


@periodic_task(every=3600.0)
def clean_up() -> None:
    """Delete the deliveries of events that are older than three months, if nothing waits in them."""
    if work_off(delete_old):
        run_again(clean_up)


def delete_old(*, limit: int = 1_000) -> int:
    """Delete up to `limit` of the oldest deliveries that are old enough; returns how many."""
    done = Delivery.objects.exclude(status=Delivery.Status.WAITING).order_by("pk")
    since = database_time.now() - DELIVERIES_KEPT
    oldest = done.values_list("pk", "event__created_at")[:limit]
    return Delivery.objects.filter(pk__in=[pk for pk, created_at in oldest if created_at < since]).delete()[0]
