"""Deliveries in the administration."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.core.admin import ReadOnlyAdmin
from games.notifications import choices
from games.notifications.models import Delivery


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    list_display = ["id", "event", "user", "where", "status", "attempts", "next_attempt_at", "sent_at", "error"]
    list_filter = ["status", "channel"]
    list_select_related = ["event", "user"]
    search_fields = ["user__username", "=event__game__number"]
    date_hierarchy = "next_attempt_at"

    @admin.display(description=_("channel"), ordering="channel")
    def where(self, delivery: Delivery) -> str:
        return str(choices.channel_labels().get(delivery.channel, delivery.channel))
