"""What the beat asks for, as Celery tasks: they say when and how long, and leave what is done to the domain.

Every one may be run twice, by several workers at once, or be killed on the way: what it has not done is still in the
database, and the next tick finds it.
"""

import time
from collections.abc import Callable
from datetime import timedelta

from celery import Task, shared_task
from django.utils import timezone

from accounts import connections, deletion, idempotency, sessions
from accounts.exports import deeds as exports
from games import challenges, leaves, room, transitions
from games.models import Delivery, Dispute, WebhookDelivery
from games.notifications import delivery, leave_ends, reminders
from games.notifications.push import delivery as push
from games.webhooks import run as webhooks

# Well below the soft time limit; what is left then is asked for anew, so that other tasks have their turn.
SECONDS_A_RUN = 30.0
EXPIRES_SECONDS = 10
DELIVERIES_KEPT = timedelta(days=90)
WEBHOOK_DELIVERIES_KEPT = timedelta(days=30)


@shared_task
def settle_overdue_games() -> None:
    """End on time the games whose deadline has passed."""
    if _work_off(transitions.settle_overdue_games):
        _again(settle_overdue_games)


@shared_task
def keep_clocks() -> None:
    """Let planned leave begin, and renew the clocks of those whose leave or days off have changed."""
    if _work_off(leaves.begin_planned) or _work_off(leaves.renew_stale_clocks):
        _again(keep_clocks)


@shared_task
def expire_challenges() -> None:
    """Close the challenges that nobody took in time."""
    if _work_off(challenges.expire_challenges):
        _again(expire_challenges)


@shared_task
def remind_of_deadlines() -> None:
    """Write the reminders that are due into the log, of deadlines and of leave that ends."""
    if _work_off(reminders.remind) or _work_off(leave_ends.tell):
        _again(remind_of_deadlines)


@shared_task
def deliver_notices() -> None:
    """Write down what the log owes, and send what is owed."""
    is_more_in_the_log = _work_off(delivery.dispatch)
    is_more_owed = delivery.deliver(seconds=SECONDS_A_RUN)
    if is_more_in_the_log or is_more_owed:
        _again(deliver_notices)


@shared_task
def deliver_push() -> None:
    """Send to browsers what is owed to them; deliver_notices writes it down."""
    if push.deliver(seconds=SECONDS_A_RUN):
        _again(deliver_push)


@shared_task
def deliver_webhooks() -> None:
    """Write down what webhooks are owed, and send it; the beat asks again soon enough for what is left."""
    webhooks.work_off(seconds=SECONDS_A_RUN)


# The copy of whoever has ten thousand games takes a minute or two; exports.LEASE is longer than the limit.
@shared_task(soft_time_limit=13 * 60, time_limit=14 * 60)
def make_data_exports() -> None:
    """Make the copies of all their data that people have asked for, and write the letters about them."""
    while exports.make_next() or exports.tell_next():
        pass


@shared_task
def finish_deletions() -> None:
    """Empty the accounts that were deleted and that nobody has come to empty."""
    deletion.finish_all()


@shared_task
def clean_up() -> None:
    """Delete what nobody will ask for again: ended sessions, kept answers, old deliveries, words taken back."""
    sessions.delete_ended()
    connections.forget_ended()
    idempotency.forget_old()
    exports.forget_old()
    deletion.look_again()
    room.forget_taken_back(kept_for=Dispute.objects.pending())
    done = Delivery.objects.exclude(status=Delivery.Status.WAITING)
    done.filter(event__created_at__lt=timezone.now() - DELIVERIES_KEPT).delete()
    WebhookDelivery.objects.filter(created_at__lt=timezone.now() - WEBHOOK_DELIVERIES_KEPT).delete()


def _work_off(step: Callable[[], int]) -> bool:
    """Repeat a step until it finds nothing to do; True where the time was up first."""
    end = time.monotonic() + SECONDS_A_RUN
    while time.monotonic() < end:
        if step() == 0:
            return False
    return True


def _again(task: "Task[[], None]") -> None:
    """Ask for another run at once; one that finds no worker in time is dropped, for the beat asks as well."""
    task.apply_async(expires=EXPIRES_SECONDS)
