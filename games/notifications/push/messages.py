"""What a browser is told: a title, a line below it, and where it leads; in the language of its reader."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone, translation

from games.core.models.events import Event
from games.notifications.models import Delivery, PushSubscription
from games.notifications.policy import Notice, leave_ends_at, notice_of
from games.notifications.push import vapid
from games.notifications.push.encryption import sealed
from games.notifications.wording import told_in_a_line

LONGEST_LINE: Final = 240
# Push services keep what a browser that is off has not fetched for so long, unless it is of no use any more before.
LONGEST_LIFE: Final = timedelta(days=3)
_URGENT: Final = (Notice.DEADLINE_NEAR, Notice.EMERGENCY_DAY, Notice.TEST)


@dataclass(frozen=True, slots=True)
class Letter:
    """One message for one browser, sealed."""

    subscription: PushSubscription
    url: str
    headers: dict[str, str]
    body: bytes


def letter_for(delivery: Delivery, subscription: PushSubscription) -> Letter:
    """The delivery's message as this browser can read it, and nobody on the way."""
    event, user, now = delivery.event, delivery.user, timezone.now()
    with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
        text = json.dumps(content_of(delivery), ensure_ascii=False, separators=(",", ":")).encode()
    headers = {
        "Authorization": vapid.authorization(subscription.endpoint, now=now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(_life(event, now=now).total_seconds())),
        "Topic": _topic(event),
        "Urgency": "high" if notice_of(event) in _URGENT else "normal",
    }
    body = sealed(text, p256dh=subscription.p256dh, auth=subscription.auth)
    return Letter(subscription, subscription.endpoint, headers, body)


def content_of(delivery: Delivery) -> dict[str, str]:
    """What the service worker gets; in the language and the time zone in force."""
    line = told_in_a_line(delivery.event, delivery.user)
    return {
        "title": line["text"][:LONGEST_LINE],
        "body": line["more"][:LONGEST_LINE],
        "url": line["url"],
        # A notice that came twice takes its own place.
        "tag": _topic(delivery.event),
        "lang": delivery.user.language,
    }


def _topic(event: Event) -> str:
    """What a later message of the same kind about the same thing takes the place of: at most 32 letters."""
    about = event.game_id or event.challenge_id or event.pk
    return f"{notice_of(event)}-{about}"[:32]


def _life(event: Event, *, now: datetime) -> timedelta:
    """How long it is of use."""
    until = event.game.deadline_at if event.game is not None else None
    if event.challenge is not None and event.game is None:
        until = event.challenge.expires_at
    if notice_of(event) is Notice.LEAVE_ENDS:
        until = leave_ends_at(event)
    return LONGEST_LIFE if until is None else max(timedelta(0), min(LONGEST_LIFE, until - now))
