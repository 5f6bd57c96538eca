"""What players say of themselves, in the administration. Their words can be taken away."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.staff_actions import with_reason
from games.core.admin import ReadOnlyAdmin
from games.people.models import Profile
from games.people.profiles import take_words_away


@admin.register(Profile)
class ProfileAdmin(ReadOnlyAdmin):
    list_display = ["user", "country", "favourite_rules", "changed_at"]
    list_filter = [("about", admin.EmptyFieldListFilter)]
    list_select_related = ["user"]
    search_fields = ["user__username", "about"]
    search_help_text = _("Name of a player, or words of a profile")
    date_hierarchy = "changed_at"
    actions = ["take_words_away"]

    def has_take_words_permission(self, request: HttpRequest) -> bool:
        """Taking words away is the only change there is, so the permission to change is required."""
        return request.user.has_perm("people.change_profile")

    @admin.action(description=_("Take the words away from the selected profiles"), permissions=["take_words"])
    @with_reason
    def take_words_away(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        count = take_words_away(rows)
        text = ngettext("%(count)s text taken away.", "%(count)s texts taken away.", count) % {"count": count}
        self.message_user(request, text, messages.SUCCESS if count else messages.WARNING)
