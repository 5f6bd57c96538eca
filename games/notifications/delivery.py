"""Turns events into deliveries, one for each recipient and channel, and sends those by mail.

Both steps may be stopped at any point and run in several workers at the same time: a delivery is created once, and a
worker holds a lease on it while sending (queue.py).
"""

import smtplib
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from anymail.exceptions import AnymailError
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Exists, OuterRef, Subquery

from accounts.models import User
from games.core import channels, event_subjects, notifications
from games.core.models.events import Event, UserEvent
from games.core.notifications import NotificationKind
from games.core.outgoing.destinations import is_on
from games.notifications import bounces, choices, queue, timing
from games.notifications.email import address_of, email_about
from games.notifications.models import Delivery, NotificationSettings, PushSubscription
from kit import database_time
from kit.locks import Lease
from kit.outgoing.places import Claim, Limits, Places
from kit.outgoing.sending import LeaseOver

Channel = Delivery.Channel

BATCH = 500
MOST_IN_AN_EMAIL = 100
SECONDS_TO_SEND = 60.0
# Places only tell whose turn it is.
ONE_AT_A_TIME = Limits(most=1, to_an_owner=1, to_a_host=1, doubtful=1)


def dispatch(*, limit: int = BATCH) -> int:
    """Create the deliveries of up to `limit` events; returns the number of events."""
    with transaction.atomic():
        now = database_time.now()
        waiting = Event.objects.filter(dispatched_at=None).order_by("id").select_related("game")
        waiting = waiting.prefetch_related("user_events")
        events = list(waiting.select_for_update(skip_locked=True, of=("self",))[:limit])
        event_subjects.attach(events)
        told = [
            (kind, row)
            for event in events
            if (kind := notifications.kind_of(event)) is not None and kind.is_due(event, now=now)
            for row in event.user_events.all()
            if row.is_notification or (row.is_notification is None and row.user_id != event.actor_id)
        ]
        people = _reachable(row.user_id for _kind, row in told)
        chosen = choices.settings_by_user(people)
        Delivery.objects.bulk_create(
            (
                delivery
                for kind, row in told
                if (user := people.get(row.user_id)) is not None
                for delivery in _deliveries(kind, row, user, chosen.get(user.pk), now=now)
            ),
            ignore_conflicts=True,
        )
        Event.objects.filter(pk__in=[event.pk for event in events]).update(dispatched_at=now)
        return len(events)


def _reachable(user_ids: Iterable[int]) -> dict[int, Any]:
    """Those of the users who are active, each with a confirmed `address` or None, `has_browser`, and the names of
    `other_channels`."""
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True, primary=True)
    browsers = PushSubscription.objects.filter(is_on(), user=OuterRef("pk"))
    rows = User.objects.filter(pk__in=set(user_ids), is_active=True)
    rows = rows.annotate(address=Subquery(addresses.values("email")[:1]), has_browser=Exists(browsers))
    found: dict[int, Any] = {user.pk: user for user in rows}
    reached = {channel.name: channel.reached(found) if found else () for channel in channels.delivery_channels()}
    for user in found.values():
        user.other_channels = [name for name, user_ids in reached.items() if user.pk in user_ids]
    return found


def _channels(user: Any, row: NotificationSettings | None) -> Iterator[str]:
    """By which channels the user can be sent anything at all."""
    if user.address is not None and not bounces.is_off(row, user.address):
        yield Channel.EMAIL
    if user.has_browser:
        yield Channel.PUSH
    yield from user.other_channels


def _deliveries(
    kind: NotificationKind, told: UserEvent, user: User, row: NotificationSettings | None, *, now: datetime
) -> Iterator[Delivery]:
    """One for each channel of the user by which no other kind says the same."""
    covering = notifications.kind_named(told.covered_by) if told.covered_by else None
    for channel in _channels(user, row):
        is_covered = covering is not None and choices.is_wanted(user, row, covering, channel)
        if choices.is_wanted(user, row, kind, channel) and not is_covered:
            at = timing.goes_out_at(told.event, user, row, channel, now=now)
            yield Delivery(event=told.event, user=user, channel=channel, next_attempt_at=at)


def deliver(*, seconds: float) -> bool:
    """Send mails, one after the other, until none is due or the time is up; True if more are left.

    Ends early, with False, if the mail server takes no connection.
    """
    end = time.monotonic() + seconds
    line, places = mail.get_connection(), Places(ONE_AT_A_TIME)
    try:
        while time.monotonic() < end:
            bundle = _claim(places)
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


def _claim(places: Places) -> list[Delivery]:
    """Lease the delivery of the owner whose turn it is, with those that may be in the same mail."""
    held = Lease(queue.LEASE)
    with transaction.atomic():
        now = database_time.now()
        found = queue.first_due(Channel.EMAIL, places, _claims, now=now)
        if not found:
            return []
        [(claim, first)] = found
        places.release(claim)
        bundle = [first]
        if timing.is_gathering(choices.settings_of(first.user)):
            others = queue.due(Channel.EMAIL, now=now).filter(user=first.user).exclude(pk=first.pk)
            bundle += queue.locked(others, MOST_IN_AN_EMAIL)
        queue.lease(bundle, held, now=now)
        return bundle


def _claims(owners: Collection[int], _now: datetime) -> dict[int, Claim]:
    """All mails go to the mail server of the settings."""
    return {owner: Claim(owner, ()) for owner in owners}


def _deliver(bundle: list[Delivery], line: BaseEmailBackend) -> bool:
    """Send those of the deliveries that are still due in one mail, and store the result; False if the mail server
    takes no connection."""
    user = bundle[0].user
    address, row = address_of(user), choices.settings_of(user)
    is_reachable = address is not None and not bounces.is_off(row, address)
    owed = [delivery for delivery in bundle if queue.is_still_owed(delivery, row, is_reachable=is_reachable)]
    if not owed or address is None:
        return True
    has_line, error = _send(email_about(owed, address=address), line, lease=bundle[0].lease)
    for delivery in owed:
        if error is None:
            queue.note(delivery, Delivery.Status.SENT)
        else:
            queue.note_failure(delivery, error, is_final=_is_final(error))
    if error is not None and bounces.says_unknown(error):
        bounces.switch_off(user, address, bounces.Reason.BOUNCED)
    return has_line


def _send(message: EmailMessage, line: BaseEmailBackend, *, lease: Lease) -> tuple[bool, Exception | None]:
    """Whether there was a line to the mail server at all, and what went wrong; where nothing did, it has been taken."""
    has_line = False
    try:
        line.open()
        has_line = True
        message.connection = line
        if not lease.has(SECONDS_TO_SEND):
            return True, LeaseOver("held up until another worker may have taken over")
        message.send()
    except (OSError, AnymailError) as error:
        _hang_up(line)
        return has_line, error
    return True, None


def _is_final(error: Exception) -> bool:
    """Whether the mail server says that there is no such address, and not merely that it cannot now."""
    return isinstance(error, smtplib.SMTPRecipientsRefused) and all(
        code >= 500 for code, _text in error.recipients.values()
    )
