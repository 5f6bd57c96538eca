"""Ratings in the administration."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.core.admin import ReadOnlyAdmin
from games.players.models import Rating


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin):
    list_display = ["user", "rules", "rating", "uncertainty", "games", "updated_at"]
    list_filter = ["rules"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    date_hierarchy = "updated_at"

    @admin.display(description=_("rating"), ordering="value")
    def rating(self, row: Rating) -> int:
        return round(row.value)

    @admin.display(description=_("deviation"), ordering="deviation")
    def uncertainty(self, row: Rating) -> int:
        return round(row.deviation)
