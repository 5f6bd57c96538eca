"""Trying whether notices arrive: a test is an event like any other, sent by every channel, with its receipts."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.core import event_log
from games.core.models.events import Event, UserEvent
from games.notifications.events import DEADLINE_NEAR, LEAVE_ENDS, NOTICE_TEST, notice_test
from games.notifications.models import Delivery
from games.notifications.policy import WRITTEN_FROM
from games.play.events import NUDGED
from games.webhooks import actions
from games.webhooks.models import Webhook, WebhookDelivery

REMINDERS = (DEADLINE_NEAR, LEAVE_ENDS, NUDGED)


@dataclass(frozen=True, slots=True)
class Receipts:
    """What has become of a test: the event, its mail and push notice if they were owed, and what webhooks were sent."""

    event: Event
    email: Delivery | None
    push: Delivery | None
    webhooks: list[WebhookDelivery]


def send_test(user: User) -> None:
    """Have a test sent to the user by every channel that he has; a webhook that hears of no tests is pinged."""
    with transaction.atomic():
        event_log.record([notice_test(user)], now=timezone.now())
        for webhook in Webhook.objects.filter(owner=user, disabled_at=None):
            if not webhook.hears(NOTICE_TEST):
                actions.ping(user, webhook.pk)


def receipts_of(user: User) -> Receipts | None:
    """What has become of the user's last test; None where he has made none."""
    rows = UserEvent.objects.filter(user=user, event__type=NOTICE_TEST).select_related("event")
    last = rows.order_by("-seq").first()
    if last is None:
        return None
    owed = {row.channel: row for row in Delivery.objects.filter(event=last.event, user=user)}
    of_the_test = Q(user_event=last) | Q(user_event=None, created_at__gte=last.event.created_at)
    sent = WebhookDelivery.objects.filter(of_the_test, webhook__owner=user).select_related("webhook").order_by("pk")
    return Receipts(last.event, owed.get(Delivery.Channel.EMAIL), owed.get(Delivery.Channel.PUSH), list(sent))


def sent_to(user: User, *, reminders_alone: bool = False) -> QuerySet[Delivery]:
    """What was sent to the user, or was to be, the latest first; kept for 90 days."""
    rows = Delivery.objects.filter(user=user).select_related(*WRITTEN_FROM).order_by("-id")
    return rows.filter(event__type__in=REMINDERS) if reminders_alone else rows
