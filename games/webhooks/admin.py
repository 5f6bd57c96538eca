"""Webhooks and their deliveries in the administration."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.core.admin import ReadOnlyAdmin
from games.webhooks.models import Webhook, WebhookDelivery
from games.webhooks.templatetags.webhooks import event_words


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin):
    """Webhooks and their state. Their addresses may hold a secret of the receiver, and their own are not stored."""

    list_display = [
        "id",
        "owner",
        "host",
        "description",
        "failing_since",
        "disabled_at",
        "disabled_reason",
        "created_at",
    ]
    list_filter = ["disabled_reason", ("failing_since", admin.EmptyFieldListFilter)]
    list_select_related = ["owner"]
    search_fields = ["owner__username", "host"]
    date_hierarchy = "created_at"
    exclude = ["url", "nonce", "previous_nonce"]


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnlyAdmin):
    list_display = [
        "id", "webhook", "event", "status", "attempts", "next_attempt_at", "delivered_at", "status_code", "error",
    ]  # fmt: skip
    list_filter = ["status", "error"]
    list_select_related = ["webhook", "user_event__event"]
    search_fields = ["=webhook__id", "webhook__owner__username"]
    date_hierarchy = "created_at"
    # The answers of receivers are shown to owners only.
    exclude = ["excerpt", "history"]

    @admin.display(description=_("event"))
    def event(self, delivery: WebhookDelivery) -> str:
        return event_words(delivery.type)
