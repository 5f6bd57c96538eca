"""Trying whether notices arrive: a test is an event like any other, sent by every channel, with its receipts."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games import entries, events
from games.models import Delivery, Event, UserEvent, WebhookDelivery
from games.notifications.policy import WRITTEN_FROM


@dataclass(frozen=True, slots=True)
class Receipts:
    """What has become of a test: the event, its mail and push notice if they were owed, and what webhooks were sent."""

    event: Event
    email: Delivery | None
    push: Delivery | None
    webhooks: list[WebhookDelivery]


def send_test(user: User) -> None:
    """Have a test sent to the user by every channel that he has."""
    with transaction.atomic():
        events.record([entries.notice_test(user)], now=timezone.now())


def receipts_of(user: User) -> Receipts | None:
    """What has become of the user's last test; None where he has made none."""
    rows = UserEvent.objects.filter(user=user, event__type=Event.Type.NOTICE_TEST).select_related("event")
    last = rows.order_by("-seq").first()
    if last is None:
        return None
    owed = {row.channel: row for row in Delivery.objects.filter(event=last.event, user=user)}
    sent = WebhookDelivery.objects.filter(user_event=last, webhook__owner=user).select_related("webhook")
    return Receipts(last.event, owed.get(Delivery.Channel.EMAIL), owed.get(Delivery.Channel.PUSH), list(sent))


def sent_to(user: User) -> QuerySet[Delivery]:
    """What was sent to the user, or was to be, the latest first; kept for 90 days."""
    return Delivery.objects.filter(user=user).select_related(*WRITTEN_FROM).order_by("-id")
