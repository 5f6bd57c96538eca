"""Trying whether notifications arrive: a test is an event like any other, sent by every channel, with its receipts."""

from dataclasses import dataclass

from django.db import transaction

from accounts.models import User
from games.core import channels, event_log
from games.core.models.events import Event, UserEvent
from games.notifications.bell import MOST_LOOKED_AT
from games.notifications.events import NOTICE_TEST, notice_test
from games.notifications.models import Delivery
from kit import database_time


@dataclass(frozen=True, slots=True)
class DeliveryReceipts:
    """The results of a test: its event, mail and push message, if there are any, and those of other channels: `more` by
    deliveries, `others` by programs."""

    event: Event
    email: Delivery | None
    push: Delivery | None
    more: list[Delivery]
    others: list[channels.ChannelReceipts]


def send_test(user: User) -> None:
    """Have a test sent to the user by every channel that they have."""
    with transaction.atomic():
        event_log.record([notice_test(user)], now=database_time.now())
        for channel in channels.event_channels():
            channel.send_test(user, NOTICE_TEST)


def receipts_of(user: User) -> DeliveryReceipts | None:
    """The deliveries of the user's last test; None if there is none among their newest events."""
    newest = UserEvent.objects.filter(user=user).select_related("event").order_by("-seq")[:MOST_LOOKED_AT]
    last = next((row for row in newest if row.event.type == NOTICE_TEST), None)
    if last is None:
        return None
    owed = {row.channel: row for row in Delivery.objects.filter(event=last.event, user=user)}
    others = [channel.receipts_of(user, last) for channel in channels.event_channels()]
    email, push = owed.pop(Delivery.Channel.EMAIL, None), owed.pop(Delivery.Channel.PUSH, None)
    return DeliveryReceipts(last.event, email, push, list(owed.values()), others)
