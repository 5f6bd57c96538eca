"""Connections to chat apps in the administration."""

from django.contrib import admin

from games.chat_apps.models import ChatConnection
from games.core.admin import ReadOnlyAdmin


@admin.register(ChatConnection)
class ChatConnectionAdmin(ReadOnlyAdmin):
    """Connections and their state, without addresses and tokens."""

    list_display = ["id", "user", "service", "host", "failing_since", "disabled_at", "disabled_reason", "created_at"]
    list_filter = ["service", "disabled_reason"]
    list_select_related = ["user"]
    search_fields = ["user__username", "host"]
    exclude = ["sealed"]
