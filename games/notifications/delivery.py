"""From the log to the letter box: write down what each event owes, then send what is owed.

Both steps may be stopped at any point and run by any number of workers at once. A delivery is written down once, and
whoever sends it holds it by a lease in its row: if he dies, another takes over when the lease has run out. So a
worker that is killed between the mail server's answer and its own note sends one letter twice; nothing is lost.
"""

import random
import smtplib
import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta

import structlog
from anymail.exceptions import AnymailError
from django.conf import settings
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Delivery, Event
from games.notifications import policy
from games.notifications.email import address_of, compose

log = structlog.get_logger(__name__)

BATCH = 500
# Longer than any task may run, so that a delivery in living hands is never taken by another.
LEASE = timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT + 60)
# The waits grow threefold from a minute to six hours: the last of ten attempts is made after about a day.
MOST_ATTEMPTS = 10
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=6)


def dispatch(*, limit: int = BATCH) -> int:
    """Write down what up to `limit` events owe to whom, and return how many events that were."""
    with transaction.atomic():
        now = timezone.now()
        waiting = Event.objects.filter(dispatched_at=None).order_by("id").select_related("game", "challenge")
        waiting = waiting.prefetch_related("user_events")
        events = list(waiting.select_for_update(skip_locked=True, of=("self",))[:limit])
        owed = [
            (event, user_id) for event in events for user_id in policy.told_by(event) if policy.is_due(event, now=now)
        ]
        people = _reachable(user_id for _event, user_id in owed)
        Delivery.objects.bulk_create(
            (
                Delivery(event=event, user_id=user_id, channel=Delivery.Channel.EMAIL, next_attempt_at=now)
                for event, user_id in owed
                if user_id in people and _wants(people[user_id], event)
            ),
            ignore_conflicts=True,
        )
        Event.objects.filter(pk__in=[event.pk for event in events]).update(dispatched_at=now)
        return len(events)


def _reachable(user_ids: Iterable[int]) -> dict[int, User]:
    """Those of the users who have a confirmed address."""
    rows = User.objects.filter(
        pk__in=set(user_ids), is_active=True, emailaddress__verified=True, emailaddress__primary=True
    )
    return {user.pk: user for user in rows}


def _wants(user: User, event: Event) -> bool:
    notice = policy.notice_of(event)
    return notice is not None and policy.is_wanted_by(user, notice)


def deliver(*, seconds: float) -> bool:
    """Send what is owed, one after the other, until nothing is due or the time is up; True if more is left.

    Ends early, with False, where the mail server takes no connection: the next one would fare no better.
    """
    end = time.monotonic() + seconds
    line = mail.get_connection()
    try:
        while time.monotonic() < end:
            delivery = _claim()
            if delivery is None:
                return False
            if not _deliver(delivery, line):
                return False
    finally:
        _hang_up(line)
    return True


def _hang_up(line: BaseEmailBackend) -> None:
    with suppress(OSError):
        line.close()


def _claim() -> Delivery | None:
    """Take the delivery that has waited longest, and the lease on it."""
    with transaction.atomic():
        now = timezone.now()
        due = Delivery.objects.filter(status=Delivery.Status.WAITING, next_attempt_at__lte=now)
        related = ("user", "event__game__white", "event__game__black", "event__challenge__challenger")
        rows = due.order_by("next_attempt_at").select_related(*related)
        delivery = rows.select_for_update(skip_locked=True, of=("self",)).first()
        if delivery is None:
            return None
        delivery.attempts += 1
        delivery.next_attempt_at = now + LEASE
        delivery.save(update_fields=["attempts", "next_attempt_at"])
        return delivery


def _deliver(delivery: Delivery, line: BaseEmailBackend) -> bool:
    """Send one delivery and write down what became of it; False where there is no line to the mail server."""
    if delivery.attempts > MOST_ATTEMPTS:
        # Every attempt so far ended with the worker; an error would have been the last one's note.
        _note(delivery, Delivery.Status.FAILED, error="no attempt came to an end")
        return True
    address = address_of(delivery.user)
    if address is None or not _wants(delivery.user, delivery.event) or not _is_due(delivery):
        _note(delivery, Delivery.Status.SKIPPED)
        return True
    letter = compose(delivery, address=address)
    has_line = False
    try:
        line.open()
        has_line = True
        letter.connection = line
        letter.send()
    except (OSError, AnymailError) as error:
        _note_failure(delivery, error)
        _hang_up(line)
        return has_line
    _note(delivery, Delivery.Status.SENT)
    return True


def _is_due(delivery: Delivery) -> bool:
    return policy.is_due(delivery.event, now=timezone.now())


def _note_failure(delivery: Delivery, error: Exception) -> None:
    log.warning("delivery_failed", delivery=delivery.pk, attempt=delivery.attempts, error=str(error))
    if delivery.attempts >= MOST_ATTEMPTS or _is_final(error):
        _note(delivery, Delivery.Status.FAILED, error=str(error))
    else:
        _note(
            delivery,
            Delivery.Status.WAITING,
            error=str(error),
            next_attempt_at=timezone.now() + wait_after(delivery.attempts),
        )


def _is_final(error: Exception) -> bool:
    """Whether the mail server says that there is no such address, and not merely that it cannot now."""
    return isinstance(error, smtplib.SMTPRecipientsRefused) and all(
        code >= 500 for code, _text in error.recipients.values()
    )


def wait_after(attempts: int) -> timedelta:
    """The wait after so many failed attempts; spread by a quarter, so that an outage does not end in a rush."""
    wait: timedelta = min(LONGEST_WAIT, FIRST_WAIT * 3 ** (attempts - 1))
    return wait * random.uniform(0.75, 1.25)  # noqa: S311  (no secret)


def _note(
    delivery: Delivery, status: Delivery.Status, *, error: str = "", next_attempt_at: datetime | None = None
) -> None:
    """Write down what became of the attempt, unless the lease was lost and another has begun one since."""
    now = timezone.now()
    ours = Delivery.objects.filter(pk=delivery.pk, status=Delivery.Status.WAITING, attempts=delivery.attempts)
    ours.update(
        status=status,
        error=error[: Delivery.LONGEST_ERROR],
        sent_at=now if status == Delivery.Status.SENT else None,
        next_attempt_at=next_attempt_at or delivery.next_attempt_at,
    )
