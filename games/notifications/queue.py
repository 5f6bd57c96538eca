"""Deliveries as a queue: lease a row, check whether it is still due, store its result.

All channels use it. A worker holds a lease in the row while sending: if it dies, another one takes over when the lease
has run out. So a worker that is killed between the provider's answer and its own commit sends twice; nothing is lost.
"""

import random
from collections import Counter
from collections.abc import Callable, Collection
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from games.core import event_subjects, notifications, pubsub
from games.core.models.events import Event
from games.core.notifications import DeliveryStatus
from games.notifications import choices, timing
from games.notifications.models import Delivery, NotificationSettings
from kit import database_time
from kit.locks import Lease
from kit.outgoing.places import MOST_WAITING, Claim, Places

log = structlog.get_logger(__name__)

# Longer than any task may run, so that a lease does not run out while its worker is alive.
LEASE = timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT + 60)
# So many of the longest due rows are looked at, and so often at most, until enough owners are found.
WINDOW, MOST_LOOKS = 300, 10
# Who has so many of them may be owed too much.
MANY = 100
# So many are closed in one step.
MOST_GIVEN_UP = 20_000
# The waits grow threefold from a minute to six hours: the last of ten attempts is made after about a day.
MOST_ATTEMPTS = 10
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=6)
# After this time a delivery to a reader at the board is looked at again.
LOOK_AGAIN = timedelta(seconds=30)
# After so long without anything new, an open page no longer counts as presence.
LONGEST_PRESENCE = timedelta(minutes=30)

# The claims of these owners at a time, by owner.
ClaimsOf = Callable[[Collection[int], datetime], dict[int, Claim]]


def due(channel: str, *, now: datetime) -> QuerySet[Delivery]:
    """Due deliveries of the channel, the longest due first."""
    return _waiting(channel).filter(next_attempt_at__lte=now).order_by("next_attempt_at")


def _waiting(channel: str) -> QuerySet[Delivery]:
    return Delivery.objects.filter(channel=channel, status=Delivery.Status.WAITING)


def locked(rows: QuerySet[Delivery], most: int) -> list[Delivery]:
    """The first of the rows, locked, without those that are locked already."""
    rows = rows.select_related("user", *notifications.RELATED)
    return list(rows.select_for_update(skip_locked=True, of=("self",))[:most])


def lease(deliveries: Collection[Delivery], held: Lease, *, now: datetime) -> None:
    """Lease locked rows, and count the attempt, whose number is the fencing value."""
    for delivery in deliveries:
        delivery.lease = held
        delivery.attempts += 1
        delivery.next_attempt_at = now + LEASE
    Delivery.objects.bulk_update(deliveries, ["attempts", "next_attempt_at"])
    event_subjects.attach(delivery.event for delivery in deliveries)


def take(channel: str, places: Places, claims_of: ClaimsOf) -> list[tuple[Claim, Delivery]]:
    """What is sent next by the channel: a delivery of each owner who has a place, leased to the caller."""
    held = Lease(LEASE)
    with transaction.atomic():
        now = database_time.now()
        found = first_due(channel, places, claims_of, now=now)
        lease([delivery for _claim, delivery in found], held, now=now)
        return found


def first_due(channel: str, places: Places, claims_of: ClaimsOf, *, now: datetime) -> list[tuple[Claim, Delivery]]:
    """For each owner who is given places, their delivery that has been due the longest, locked."""
    found = []
    for claim in places.choose(_claims(channel, places, claims_of, now=now)):
        rows = locked(due(channel, now=now).filter(user=claim.owner), 1)
        if rows:
            found.append((claim, rows[0]))
        else:
            # Another worker has it.
            places.release(claim)
    return found


def _claims(channel: str, places: Places, claims_of: ClaimsOf, *, now: datetime) -> list[Claim]:
    """Of owners to whom something is due and nothing is being sent, those first who have waited the longest.

    It looks at the longest due, some hundreds of rows at a time, until other owners than those with most of them are
    found. Where somebody is owed too much, the oldest is given up; what goes to a slow destination is put off.
    """
    left: list[Claim] = []
    known = places.owners
    for _look in range(MOST_LOOKS):
        rows = due(channel, now=now).exclude(user__in=known).values_list("user", flat=True)[:WINDOW]
        counts = Counter(rows)
        if not counts:
            break
        for claim in claims_of(list(counts), now).values():
            if counts[claim.owner] > MANY:
                _give_up_surplus(channel, claim.owner)
            if claim.not_before is not None and claim.not_before > now:
                due(channel, now=now).filter(user=claim.owner).update(next_attempt_at=claim.not_before)
            else:
                left.append(claim)
        known = known | counts.keys()
        if sum(counts.values()) < WINDOW or len(left) >= WINDOW:
            break
    return left


def _give_up_surplus(channel: str, owner: int) -> None:
    """Close the owner's oldest deliveries where too many wait; their events are in the log."""
    rows = _waiting(channel).filter(user=owner)
    surplus = rows.order_by("-next_attempt_at").values("pk")[MOST_WAITING : MOST_WAITING + MOST_GIVEN_UP]
    rows.filter(pk__in=surplus).update(status=Delivery.Status.FAILED, error="too many were waiting")


def is_still_owed(delivery: Delivery, row: NotificationSettings, *, is_reachable: bool) -> bool:
    """Whether a delivery in hand is to be sent now; what is not is noted, or put off."""
    now, event, user = database_time.now(), delivery.event, delivery.user
    channel, kind = delivery.channel, notifications.kind_of(event)
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
    kind = notifications.kind_of(event)
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
