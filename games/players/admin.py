"""Ratings in the administration."""

from django.contrib import admin

from games.core.admin import ReadOnlyAdmin
from games.players.models import Rating


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin):
    list_display = ["user", "rules", "value", "deviation", "games", "updated_at"]
    list_filter = ["rules"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    date_hierarchy = "updated_at"
