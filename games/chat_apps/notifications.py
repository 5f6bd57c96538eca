"""Chat apps as a channel of notifications, and the notification that one is switched off."""

from collections.abc import Collection
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.chat_apps import actions, supported
from games.chat_apps.delivery import CHANNEL
from games.chat_apps.events import CHAT_APP_DISABLED
from games.chat_apps.models import ChatConnection
from games.core import channels
from games.core.channels import DeliveryChannel
from games.core.models.events import Event
from games.core.notifications import NotificationKind, NotificationLine, Timing, register
from games.core.outgoing.destinations import is_on


@channels.register_delivery
class ChatAppChannel(DeliveryChannel):
    name = CHANNEL
    label = _("chat app")
    template = "chat_apps/_notification_settings.html"

    def reached(self, user_ids: Collection[int]) -> set[int]:
        rows = ChatConnection.objects.filter(is_on(), user__in=user_ids)
        return set(rows.values_list("user_id", flat=True))

    def context_for(self, user: User) -> dict[str, Any]:
        return {"count": actions.connections_of(user).filter(disabled_at=None).count()}


@register
class ChatAppDisabledNotification(NotificationKind):
    name = "chat_app_disabled"
    events = (CHAT_APP_DISABLED,)
    order = 125
    timing = Timing.SINGLE

    def line(self, event: Event, reader: User) -> NotificationLine:
        words = {"app": supported.service_named(event.data["service"]).label}
        more = gettext("Nothing has arrived there for 24 hours.")
        if event.data["reason"] == ChatConnection.OffReason.GONE:
            more = gettext(
                "It rejected what was sent: the destination no longer exists, or its token is no longer valid."
            )
        text = gettext("Notifications are no longer sent to %(app)s") % words
        return NotificationLine(text, more, reverse("chat_apps"), "message-square", is_ours=True)

    def thread(self, event: Event) -> str:
        return f"chat-app-{event.data['connection']}"
