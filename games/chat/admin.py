"""Spectator chat in the administration."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.chat.models import SpectatorMessage
from games.core.admin import ReadOnlyAdmin


@admin.register(SpectatorMessage)
class SpectatorMessageAdmin(ReadOnlyAdmin):
    """Messages in spectator chats, deleted ones included."""

    list_display = ["id", "game", "ply", "author", "text", "created_at", "deleted_at"]
    list_select_related = ["game", "author"]
    search_fields = ["=game__number", "author__username"]
    search_help_text = _("Number of the game, or the name of a player")
    date_hierarchy = "created_at"
