"""Read-only lists for the administration, and the event log."""

from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.staff_actions import ReadOnly
from games.core.event_types import Audience, event_types, types_for
from games.core.models.events import Event
from games.core.models.games import about_games_of

# Generic for the type checker only.
if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:
    ModelAdmin = admin.ModelAdmin
    TabularInline = admin.TabularInline


class ReadOnlyAdmin(ReadOnly, ModelAdmin):
    """A list and a page to look at. The list has who, what and when; what is personal is on the page."""

    has_personal_list = False
    show_full_result_count = False
    list_per_page = 50


class ReadOnlyInline(ReadOnly, TabularInline):
    """Read-only rows below another one; the users they refer to are fetched with them."""

    extra = 0
    can_delete = False
    related: tuple[str, ...] = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related(*self.related) if self.related else rows


def events_for(request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
    """Events without those that need another permission, and without private ones of the reader's own games."""
    withheld = [each.name for each in event_types() if each.permission and not request.user.has_perm(each.permission)]
    own = about_games_of(cast("User", request.user).pk)
    return rows.exclude(type__in=withheld).exclude(own, type__in=types_for(Audience.RECIPIENTS))


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    list_display = ["id", "type", "game", "subject_type", "subject_id", "actor", "created_at", "dispatched_at"]
    list_filter = ["type"]
    list_select_related = ["game", "actor"]
    search_fields = ["=game__number", "=subject_id", "actor__username"]
    search_help_text = _("Number of a game or challenge, or the name of a player")
    date_hierarchy = "created_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        return events_for(request, super().get_queryset(request))
