"""Push messages: a title, a line below it, and a link, in the language of the reader."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone, translation

from games.core.models.events import Event
from games.core.notifications import NotificationKind, kind_of
from games.notifications.models import Delivery, PushSubscription
from games.notifications.push import vapid
from games.notifications.push.encryption import sealed
from kit import database_time
from kit.locks import Lease

LONGEST_LINE: Final = 240
# Push services keep what a browser that is off has not fetched for so long, unless it is of no use any more before.
LONGEST_LIFE: Final = timedelta(days=3)


@dataclass(frozen=True, slots=True)
class PushRequest:
    """One message for one browser, sealed."""

    lease: Lease
    subscription: PushSubscription
    url: str
    headers: dict[str, str]
    body: bytes
    method: str = "POST"


def request_for(delivery: Delivery, subscription: PushSubscription, *, with_texts: bool) -> PushRequest:
    """The push message of the delivery, encrypted for this browser."""
    event, user, now = delivery.event, delivery.user, database_time.now()
    kind = _kind(event)
    with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
        content = content_of(delivery, with_texts=with_texts)
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    headers = {
        "Authorization": vapid.authorization(subscription.endpoint, now=now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(_life(kind, event, now=now).total_seconds())),
        "Topic": _topic(kind, event),
        "Urgency": "high" if kind.is_urgent else "normal",
    }
    body = sealed(text, p256dh=subscription.p256dh, auth=subscription.auth)
    return PushRequest(delivery.lease, subscription, subscription.endpoint, headers, body)


def content_of(delivery: Delivery, *, with_texts: bool) -> dict[str, str]:
    """The message for the service worker, in the active language and time zone; `with_texts` that people have written.

    A phone shows it while it is locked.
    """
    event = delivery.event
    kind = _kind(event)
    line = kind.line(event, delivery.user)
    return {
        "title": line.text[:LONGEST_LINE],
        "body": line.more[:LONGEST_LINE] if line.is_ours or with_texts else "",
        "url": line.url,
        # A notification that came twice takes its own place.
        "tag": _topic(kind, event),
        "lang": delivery.user.language,
    }


def _kind(event: Event) -> NotificationKind:
    kind = kind_of(event)
    assert kind is not None  # noqa: S101  (there are deliveries of such events only)
    return kind


def _topic(kind: NotificationKind, event: Event) -> str:
    """The topic: a later message with the same topic replaces an earlier one. At most 32 characters."""
    about = event.game_id or event.subject_id or event.pk
    return f"{kind.name}-{about}"[:32]


def _life(kind: NotificationKind, event: Event, *, now: datetime) -> timedelta:
    """How long it is of use."""
    until = kind.answer_by(event) or (event.game.deadline_at if event.game is not None else None)
    return LONGEST_LIFE if until is None else max(timedelta(0), min(LONGEST_LIFE, until - now))
