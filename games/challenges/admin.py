"""Challenges in the administration."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.challenges.models import Challenge
from games.core.admin import ReadOnlyAdmin


@admin.register(Challenge)
class ChallengeAdmin(ReadOnlyAdmin):
    list_display = ["number", "kind", "status", "challenger", "opponent", "rules", "game", "created_at", "expires_at"]
    list_display_links = ["number"]
    list_filter = ["status", "kind", "rules", "rated"]
    list_select_related = ["challenger", "opponent", "game"]
    search_fields = ["=number", "challenger__username", "opponent__username"]
    search_help_text = _("Number of the challenge, or the name of a player")
    date_hierarchy = "created_at"
    exclude = ["link_digest"]
