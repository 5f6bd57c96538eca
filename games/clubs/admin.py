"""Clubs and their noticeboards in the administration. An arbiter can dissolve clubs and remove posts."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.staff_actions import with_reason
from games.clubs.models import Club, Membership, Post
from games.clubs.noticeboard import take_away
from games.core.admin import ReadOnlyAdmin, ReadOnlyInline


class MembershipInline(ReadOnlyInline):
    model = Membership
    related = ("user",)


@admin.register(Club)
class ClubAdmin(ReadOnlyAdmin):
    list_display = ["name", "slug", "admission", "founded_at"]
    list_filter = ["admission"]
    search_fields = ["name", "about", "memberships__user__username"]
    search_help_text = _("Name of a club or of a member, or words of a club")
    date_hierarchy = "founded_at"
    inlines = [MembershipInline]
    actions = ["dissolve"]

    def has_dissolve_permission(self, request: HttpRequest) -> bool:
        """Dissolving is the only change there is, so the permission to change is required."""
        return request.user.has_perm("clubs.change_club")

    @admin.action(description=_("Dissolve the selected clubs"), permissions=["dissolve"])
    @with_reason
    def dissolve(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        count = len(rows)
        rows.delete()
        text = ngettext("%(count)s club dissolved.", "%(count)s clubs dissolved.", count) % {"count": count}
        self.message_user(request, text, messages.SUCCESS if count else messages.WARNING)


@admin.register(Post)
class PostAdmin(ReadOnlyAdmin):
    """Posts on noticeboards, removed ones included."""

    list_display = ["id", "club", "author", "text", "created_at", "removed_at", "removed_by"]
    list_select_related = ["club", "author"]
    list_filter = ["removed_by"]
    search_fields = ["club__name", "author__username", "text"]
    search_help_text = _("Name of a club or of a player, or words of a post")
    date_hierarchy = "created_at"
    actions = ["remove"]

    def has_remove_permission(self, request: HttpRequest) -> bool:
        """Removing is the only change there is, so the permission to change is required."""
        return request.user.has_perm("clubs.change_post")

    @admin.action(description=_("Remove the selected posts"), permissions=["remove"])
    @with_reason
    def remove(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        count = take_away(rows)
        text = ngettext("%(count)s post removed.", "%(count)s posts removed.", count) % {"count": count}
        self.message_user(request, text, messages.SUCCESS if count else messages.WARNING)
