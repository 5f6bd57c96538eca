"""The audit log in the panel: actions in words, in the list, its filter and the page of a row."""

from typing import TYPE_CHECKING, Any, cast

from django.apps import apps
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core.admin import ReadOnlyAdmin
from games.disputes import parties
from games.disputes.admin.log_words import ACTIONS
from games.disputes.models import AuditEntry

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin

# Actions on the rows of a list, and on one row by its form.
ADMIN_ACTIONS = {
    "revoke": _("has revoked a token"),
    "switch_off": _("has switched an app off"),
    "switch_on": _("has switched an app on"),
    "take_away": _("has removed a second factor or a device"),
}
CHANGES = {
    "add": _("has created: %(what)s"),
    "change": _("has changed: %(what)s"),
    "delete": _("has deleted: %(what)s"),
    "view": _("has viewed: %(what)s"),
    "list": _("has viewed a list: %(what)s"),
}

LOOKS = Q(action__startswith="view_") | Q(action__startswith="list_")


def action_words(action: str) -> str:
    """An action in words, to be read after the name of its actor."""
    known = (ACTIONS | ADMIN_ACTIONS).get(action)
    if known is not None:
        return str(known)
    verb, _line, name = action.partition("_")
    table = next((each for each in apps.get_models() if each._meta.model_name == name), None)  # noqa: SLF001
    if verb not in CHANGES or table is None:
        return action
    return str(CHANGES[verb]) % {"what": table._meta.verbose_name}  # noqa: SLF001


class ActionFilter(admin.SimpleListFilter):
    """Each kind of action that the reader finds in the log."""

    title = _("what")
    parameter_name = "action"

    def lookups(self, request: HttpRequest, admin: ModelAdmin) -> list[tuple[str, Any]]:
        actions = admin.get_queryset(request).order_by("action").values_list("action", flat=True).distinct()
        return sorted(((action, action_words(action)) for action in actions), key=lambda pair: pair[1].casefold())

    def queryset(self, _request: HttpRequest, rows: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
        return rows.filter(action=self.value()) if self.value() else rows


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """The audit log of all actions of staff; `manage.py verify_audit` checks that it is complete."""

    list_display = ["id", "created_at", "actor", "action_text", "dispute", "game", "user", "reason"]
    list_filter = [ActionFilter]
    list_select_related = ["actor", "dispute", "game", "user"]
    search_fields = ["actor__username", "user__username", "=game__number", "=dispute__number", "=before__row"]
    search_help_text = _("Name of the person who did it or whom it concerns, or number of a game or case")
    date_hierarchy = "created_at"
    fields = ["created_at", "actor", "action_text", "dispute", "game", "user", "reason", "before", "after", "digest"]
    readonly_fields = ["action_text"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        """Without what is done and looked at about the reader, about their games, and about cases that they have
        brought. Who has looked at what is for those who manage accounts."""
        reader = cast("User", request.user)
        hidden = Q(after__person_case__in=parties.person_cases_of(reader)) | Q(before__people__contains=[reader.pk])
        rows: QuerySet[AuditEntry] = super().get_queryset(request).exclude(parties.about(reader))
        rows = rows.exclude(pk__in=AuditEntry.objects.filter(hidden).values("pk"))
        return rows if reader.has_perm("accounts.view_user") else rows.exclude(LOOKS)

    @admin.display(description=_("what"), ordering="action")
    def action_text(self, entry: AuditEntry) -> str:
        """With the row that was looked at, by which the log can be searched."""
        words, row = action_words(entry.action), entry.before.get("row")
        return f"{words} ({row})" if row and entry.action.startswith("view_") else words
