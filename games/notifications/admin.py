"""Deliveries in the administration."""

from django.contrib import admin

from games.core.admin import ReadOnlyAdmin
from games.notifications.models import Delivery


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    list_display = ["id", "event", "user", "channel", "status", "attempts", "next_attempt_at", "sent_at", "error"]
    list_filter = ["status", "channel"]
    list_select_related = ["event", "user"]
    search_fields = ["user__username", "=event__game__number"]
    date_hierarchy = "next_attempt_at"
