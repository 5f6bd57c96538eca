"""Deliveries as a queue: lease a row, check whether it is still due, store its result.

All channels use it. A worker holds a lease in the row while sending: if it dies, another one takes over when the lease
has run out. So a worker that is killed between the provider's answer and its own commit sends twice; nothing is lost.
"""

import random
from collections.abc import Collection
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from accounts import database_time
from accounts.leases import Lease
from accounts.models import User
from games.core import event_subjects, notices, pubsub
from games.core.models.events import Event
from games.core.notices import DeliveryStatus
from games.notifications import choices, timing
from games.notifications.models import Delivery, NoticeSettings

log = structlog.get_logger(__name__)

# Longer than any task may run, so that a lease does not run out while its worker is alive.
LEASE = timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT + 60)
# The waits grow threefold from a minute to six hours: the last of ten attempts is made after about a day.
MOST_ATTEMPTS = 10
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=6)
# After this time a delivery to a reader at the board is looked at again.
LOOK_AGAIN = timedelta(seconds=30)
# After so long without anything new, an open page no longer counts as presence.
LONGEST_PRESENCE = timedelta(minutes=30)


def due(channel: str, *, now: datetime) -> QuerySet[Delivery]:
    """Due deliveries of the channel, the longest due first; locked, without rows that are locked already."""
    rows = Delivery.objects.filter(channel=channel, status=Delivery.Status.WAITING, next_attempt_at__lte=now)
    rows = rows.order_by("next_attempt_at").select_related("user", *notices.RELATED)
    return rows.select_for_update(skip_locked=True, of=("self",))


def lease(deliveries: Collection[Delivery], held: Lease, *, now: datetime) -> None:
    """Lease locked rows, and count the attempt, whose number is the fencing value."""
    for delivery in deliveries:
        delivery.lease = held
        delivery.attempts += 1
        delivery.next_attempt_at = now + LEASE
    Delivery.objects.bulk_update(deliveries, ["attempts", "next_attempt_at"])


def take(channel: str, *, most: int) -> list[Delivery]:
    """Up to so many deliveries that are due, leased to the caller."""
    held = Lease(LEASE)
    with transaction.atomic():
        now = database_time.now()
        found = list(due(channel, now=now)[:most])
        event_subjects.attach(delivery.event for delivery in found)
        lease(found, held, now=now)
        return found


def is_still_owed(delivery: Delivery, row: NoticeSettings, *, is_reachable: bool) -> bool:
    """Whether a delivery in hand is to be sent now; what is not is noted, or put off."""
    now, event, user = database_time.now(), delivery.event, delivery.user
    channel, kind = delivery.channel, notices.kind_of(event)
    is_wanted = kind is not None and choices.is_wanted(user, row, kind, channel)
    if delivery.attempts > MOST_ATTEMPTS:
        # Every attempt so far ended with the worker; an error would have been the last one's note.
        note(delivery, Delivery.Status.FAILED, error="no attempt came to an end")
        return False
    is_due = kind is not None and kind.is_due(event, now=now) and kind.still_stands(event)
    if not (is_reachable and is_wanted and is_due):
        note(delivery, Delivery.Status.SKIPPED)
        return False
    is_held = channel != Delivery.Channel.EMAIL or not row.email_while_open
    held = _held_until(event, user, now=now) if is_held else now
    if held is None:
        note(delivery, Delivery.Status.SEEN)
        return False
    at = max(timing.goes_out_at(event, user, row, channel, now=now), held)
    if at > now:
        _put_off(delivery, until=at)
    return at <= now


def _held_until(event: Event, user: User, *, now: datetime) -> datetime | None:
    """Until when a notification waits because its reader has the board open; None if they have seen it there."""
    kind = notices.kind_of(event)
    if event.game is None or kind is None or not kind.is_seen_on_board:
        return now
    found = pubsub.presence_of(user=user.pk, game=event.game.pk)
    if found.seen_event >= event.pk:
        return None
    return now + LOOK_AGAIN if found.is_present and now < event.created_at + LONGEST_PRESENCE else now


def _put_off(delivery: Delivery, *, until: datetime) -> None:
    """Look at it again later; this was no attempt."""
    ours = Delivery.objects.filter(pk=delivery.pk, status=Delivery.Status.WAITING, attempts=delivery.attempts)
    ours.update(next_attempt_at=until, attempts=delivery.attempts - 1)


def note_failure(delivery: Delivery, error: Exception, *, is_final: bool) -> None:
    """Write down that an attempt failed: another comes later, unless this was the last one or none would help."""
    log.warning("delivery_failed", delivery=delivery.pk, attempt=delivery.attempts, error=str(error))
    if delivery.attempts >= MOST_ATTEMPTS or is_final:
        note(delivery, Delivery.Status.SENT if delivery.reached else Delivery.Status.FAILED, error=str(error))
    else:
        later = database_time.now() + wait_after(delivery.attempts)
        note(delivery, Delivery.Status.WAITING, error=str(error), next_attempt_at=later)


def wait_after(attempts: int) -> timedelta:
    """The wait after so many failed attempts; varied by a quarter, so that retries after an outage are spread."""
    wait: timedelta = min(LONGEST_WAIT, FIRST_WAIT * 3 ** (attempts - 1))
    return wait * random.uniform(0.75, 1.25)  # noqa: S311  (no secret)


def note(
    delivery: Delivery, status: DeliveryStatus, *, error: str = "", next_attempt_at: datetime | None = None
) -> None:
    """Write down what became of the attempt, unless the lease was lost and another has begun one since."""
    now = database_time.now()
    ours = Delivery.objects.filter(pk=delivery.pk, status=Delivery.Status.WAITING, attempts=delivery.attempts)
    ours.update(
        status=status,
        error=error[: Delivery.LONGEST_ERROR],
        sent_at=now if status == Delivery.Status.SENT else None,
        next_attempt_at=next_attempt_at or delivery.next_attempt_at,
        reached=delivery.reached,
    )
