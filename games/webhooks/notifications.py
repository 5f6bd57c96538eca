"""Notifications of webhooks that are switched off, and webhooks as a channel beside bell, mail and push."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core import channels, event_types
from games.core.channels import ChannelReceipts, ChannelSettings, ChannelWarning, EventChannel
from games.core.models.events import Event, UserEvent
from games.core.notifications import Mail, NotificationKind, NotificationLine, Timing, page_url, register
from games.webhooks import actions
from games.webhooks.events import WEBHOOK_DISABLED
from games.webhooks.models import Webhook, WebhookDelivery


@register
class WebhookDisabledNotification(NotificationKind):
    name = "webhook_disabled"
    events = (WEBHOOK_DISABLED,)
    order = 120
    timing = Timing.SINGLE

    def line(self, event: Event, reader: User) -> NotificationLine:
        return NotificationLine(_headline(event), "", reverse("webhook", args=[event.data["webhook"]]), "send")

    def mail(self, event: Event, reader: User) -> Mail:
        context = {
            "host": _host(event),
            "address": event.data["url"],
            "description": event.data["description"],
            "reason": event.data["reason"],
            "url": page_url("webhook", pk=event.data["webhook"]),
        }
        return Mail(_headline(event), context, "webhooks/mail/webhook_disabled")

    def thread(self, event: Event) -> str:
        return f"webhook-{event.data['webhook']}"


@channels.register
class WebhookChannel(EventChannel):
    name = "webhook"
    label = _("webhook")

    def event_types_of(self, user: User) -> set[str] | None:
        active = [webhook for webhook in actions.webhooks_of(user) if webhook.is_on]
        types = {kind for kind in event_types.event_type_names() if all(webhook.hears(kind) for webhook in active)}
        return types if active else None

    def change(self, user: User, event_types: Mapping[str, bool]) -> None:
        actions.choose_types(user, event_types)

    def settings_of(self, user: User) -> ChannelSettings:
        active = actions.webhooks_of(user).filter(disabled_at=None)
        return ChannelSettings("webhooks/_notification_settings.html", {"count": active.count()})

    def warning_for(self, user: User, *, path: str) -> ChannelWarning:
        """Webhooks that the server has switched off, without the one that the page is about."""
        reasons = (Webhook.OffReason.FAILING, Webhook.OffReason.GONE)
        rows = actions.webhooks_of(user).filter(disabled_reason__in=reasons)
        others = [webhook for webhook in rows if reverse("webhook", args=[webhook.pk]) != path]
        return ChannelWarning("webhooks/_given_up.html", {"webhooks": others})

    def send_test(self, user: User, event_type: str) -> None:
        for webhook in actions.webhooks_of(user).filter(disabled_at=None):
            if not webhook.hears(event_type):
                actions.ping(user, webhook.pk)

    def receipts_of(self, user: User, test: UserEvent) -> ChannelReceipts:
        of_the_test = Q(user_event=test) | Q(user_event=None, created_at__gte=test.event.created_at)
        rows = WebhookDelivery.objects.filter(of_the_test, webhook__owner=user).select_related("webhook")
        return ChannelReceipts("webhooks/_test_receipts.html", list(rows.order_by("pk")))


def _host(event: Event) -> str | None:
    return urlsplit(str(event.data["url"])).hostname


def _headline(event: Event) -> str:
    return gettext("Your webhook to %(host)s has been switched off") % {"host": _host(event)}
