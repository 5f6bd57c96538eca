"""What is sent for a delivery: the event as `/events/` shows it to its owner, signed; as plain data."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from games.core.event_subjects import numbers_of
from games.core.models.events import Event
from games.core.presenters import WORDS, Data, event_data, rfc3339
from games.players.queries import has_muted
from games.webhooks.models import WebhookDelivery
from games.webhooks.signing import signed_headers
from kit.json_lines import compact_line
from kit.locks import Lease
from kit.outgoing.places import Claim


@dataclass(frozen=True, slots=True)
class WebhookRequest:
    """One attempt. Its sender holds the webhook until `leased_until`, and the places of `claim`."""

    lease: Lease
    claim: Claim
    delivery_id: int
    webhook_id: int
    leased_until: datetime
    url: str
    headers: dict[str, str]
    body: bytes
    method: str = "POST"


def request_for(
    delivery: WebhookDelivery, claim: Claim, *, lease: Lease, leased_until: datetime, now: datetime
) -> WebhookRequest:
    """The request for a delivery, which comes with its webhook, event and actor."""
    webhook = delivery.webhook
    body = compact_line(content_of(delivery)).encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"Muehle-Webhooks/1 (+{settings.SITE_URL})",
        **signed_headers(webhook, str(delivery.pk), body, now=now),
    }
    return WebhookRequest(
        lease=lease,
        claim=claim,
        delivery_id=delivery.pk,
        webhook_id=webhook.pk,
        leased_until=leased_until,
        url=webhook.url,
        headers=headers,
        body=body,
    )


def content_of(delivery: WebhookDelivery) -> Data:
    """The body: the event; a ping has the shape of one, and neither `id` nor `seq`."""
    if delivery.user_event is not None:
        row = delivery.user_event
        has_words = any(row.event.data.get(name) for name in WORDS)
        is_unheard = has_words and has_muted(row.user_id, row.event.actor_id)
        return event_data(row.event, seq=row.seq, reader_id=row.user_id, is_unheard=is_unheard)
    return {
        "id": None,
        "seq": None,
        "type": WebhookDelivery.PING,
        "game": None,
        **numbers_of(Event()),
        "actor": None,
        "data": {"webhook": delivery.webhook_id},
        "created_at": rfc3339(delivery.created_at),
    }
