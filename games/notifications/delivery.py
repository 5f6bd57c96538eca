"""From the log to the letter box: write down what each event owes, then send what is owed.

Both steps may be stopped at any point and run by any number of workers at once. A delivery is written down once, and
whoever sends it holds it by a lease in its row: if he dies, another takes over when the lease has run out. So a
worker that is killed between the mail server's answer and its own note sends one letter twice; nothing is lost.
"""

import random
import smtplib
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import structlog
from anymail.exceptions import AnymailError
from django.conf import settings
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from accounts.models import User
from games.models import Delivery, Event, NoticeSettings
from games.notifications import bounces, choices, moments, policy, presence
from games.notifications.email import address_of, letter_about
from games.notifications.policy import Notice

log = structlog.get_logger(__name__)

BATCH = 500
MOST_IN_A_LETTER = 100
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
        waiting = waiting.annotate(came_with_move=_came_with_move()).prefetch_related("user_events")
        events = list(waiting.select_for_update(skip_locked=True, of=("self",))[:limit])
        owed = [
            (event, user_id) for event in events for user_id in policy.told_by(event) if policy.is_due(event, now=now)
        ]
        people = _reachable(user_id for _event, user_id in owed)
        wishes = choices.settings_by_user(people)
        people = {pk: user for pk, user in people.items() if not bounces.is_off(wishes.get(pk), user.address)}
        Delivery.objects.bulk_create(
            (
                delivery
                for event, user_id in owed
                if user_id in people
                for delivery in _deliveries(event, people[user_id], wishes.get(user_id), now=now)
            ),
            ignore_conflicts=True,
        )
        Event.objects.filter(pk__in=[event.pk for event in events]).update(dispatched_at=now)
        return len(events)


def _came_with_move() -> Exists:
    """Whether the event was written down together with a move of the same player."""
    moves = Event.objects.filter(type=Event.Type.MOVE_PLAYED, game=OuterRef("game"), actor=OuterRef("actor"))
    return Exists(moves.filter(created_at=OuterRef("created_at")))


def _reachable(user_ids: Iterable[int]) -> dict[int, Any]:
    """Those of the users who have a confirmed address, each with his `address`."""
    rows = User.objects.filter(
        pk__in=set(user_ids), is_active=True, emailaddress__verified=True, emailaddress__primary=True
    )
    return {user.pk: user for user in rows.annotate(address=F("emailaddress__email"))}


def _deliveries(event: Any, user: User, row: NoticeSettings | None, *, now: datetime) -> Iterator[Delivery]:
    """What the event owes to one of its people, by each channel."""
    notice = policy.notice_of(event)
    assert notice is not None  # noqa: S101  (or nobody is told)
    for channel in choices.SENT:
        is_told_with_move = (
            event.came_with_move
            and event.type in policy.GOES_WITH_A_MOVE
            and choices.is_wanted(user, row, Notice.YOUR_MOVE, channel)
        )
        if choices.is_wanted(user, row, notice, channel) and not is_told_with_move:
            at = moments.goes_out_at(event, user, row, channel, now=now)
            yield Delivery(event=event, user=user, channel=channel, next_attempt_at=at)


def deliver(*, seconds: float) -> bool:
    """Send what is owed, one after the other, until nothing is due or the time is up; True if more is left.

    Ends early, with False, where the mail server takes no connection: the next one would fare no better.
    """
    end = time.monotonic() + seconds
    line = mail.get_connection()
    try:
        while time.monotonic() < end:
            bundle = _claim()
            if not bundle:
                return False
            if not _deliver(bundle, line):
                return False
    finally:
        _hang_up(line)
    return True


def _hang_up(line: BaseEmailBackend) -> None:
    with suppress(OSError):
        line.close()


def _claim() -> list[Delivery]:
    """Take the delivery that has waited longest, those that may share a letter with it, and the lease on them."""
    with transaction.atomic():
        now = timezone.now()
        due = Delivery.objects.filter(channel=Delivery.Channel.EMAIL, status=Delivery.Status.WAITING)
        related = ("user", "event__game__white", "event__game__black", "event__challenge__challenger", "event__actor")
        rows = due.filter(next_attempt_at__lte=now).order_by("next_attempt_at").select_related(*related)
        rows = rows.select_for_update(skip_locked=True, of=("self",))
        first = rows.first()
        if first is None:
            return []
        is_gathering = moments.is_gathering(choices.settings_of(first.user))
        bundle = [
            first,
            *(rows.filter(user=first.user).exclude(pk=first.pk)[:MOST_IN_A_LETTER] if is_gathering else ()),
        ]
        for delivery in bundle:
            delivery.attempts += 1
            delivery.next_attempt_at = now + LEASE
        Delivery.objects.bulk_update(bundle, ["attempts", "next_attempt_at"])
        return bundle


def _deliver(bundle: list[Delivery], line: BaseEmailBackend) -> bool:
    """Send what is still to be sent of a bundle, in one letter, and write down what became of it; False where there is
    no line to the mail server."""
    user = bundle[0].user
    address, row = address_of(user), choices.settings_of(user)
    owed = [delivery for delivery in bundle if _is_still_owed(delivery, row, address=address)]
    if not owed or address is None:
        return True
    has_line, error = _send(letter_about(owed, address=address), line)
    for delivery in owed:
        if error is None:
            _note(delivery, Delivery.Status.SENT)
        else:
            _note_failure(delivery, error)
    if error is not None and bounces.says_unknown(error):
        bounces.switch_off(user, address, bounces.Reason.BOUNCED)
    return has_line


def _is_still_owed(delivery: Delivery, row: NoticeSettings, *, address: str | None) -> bool:
    """Whether it is to be sent now; what is not is noted."""
    now, event, user = timezone.now(), delivery.event, delivery.user
    notice = policy.notice_of(event)
    is_wanted = notice is not None and choices.is_wanted(user, row, notice, Delivery.Channel.EMAIL)
    if delivery.attempts > MOST_ATTEMPTS:
        # Every attempt so far ended with the worker; an error would have been the last one's note.
        _note(delivery, Delivery.Status.FAILED, error="no attempt came to an end")
        return False
    is_wanted = is_wanted and address is not None and not bounces.is_off(row, address)
    if not is_wanted or not policy.is_due(event, now=now):
        _note(delivery, Delivery.Status.SKIPPED)
        return False
    at = moments.goes_out_at(event, user, row, Delivery.Channel.EMAIL, now=now)
    held = presence.held_until(event, user, now=now)
    if held is presence.SEEN:
        _note(delivery, Delivery.Status.SEEN)
        return False
    at = max(at, held)
    if at > now:
        _put_off(delivery, until=at)
    return at <= now


def _put_off(delivery: Delivery, *, until: datetime) -> None:
    """Look at it again later; this was no attempt."""
    ours = Delivery.objects.filter(pk=delivery.pk, status=Delivery.Status.WAITING, attempts=delivery.attempts)
    ours.update(next_attempt_at=until, attempts=delivery.attempts - 1)


def _send(letter: EmailMessage, line: BaseEmailBackend) -> tuple[bool, Exception | None]:
    """Whether there was a line to the mail server at all, and what went wrong; where nothing did, it has been taken."""
    has_line = False
    try:
        line.open()
        has_line = True
        letter.connection = line
        letter.send()
    except (OSError, AnymailError) as error:
        _hang_up(line)
        return has_line, error
    return True, None


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
