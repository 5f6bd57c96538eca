"""Filters of the list of cases."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import database_time
from games.disputes.models import Dispute
from games.disputes.queue import URGENT, overdue
from games.time_off.models import Freeze

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin


class StateFilter(admin.SimpleListFilter):
    """Waiting cases by default."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, _request: HttpRequest, _admin: ModelAdmin) -> list[tuple[str, Any]]:
        return [
            ("open", _("nobody’s yet")),
            ("taken", _("being looked at")),
            ("decided", _("decided")),
            ("withdrawn", _("withdrawn")),
            ("all", _("all")),
        ]

    def choices(self, changelist: Any) -> Any:
        found = list(super().choices(changelist))
        found[0]["display"] = _("undecided")
        return found

    def queryset(self, _request: HttpRequest, rows: QuerySet[Dispute]) -> QuerySet[Dispute]:
        if self.value() is None:
            return rows.filter(status__in=Dispute.PENDING)
        return rows if self.value() == "all" else rows.filter(status=self.value())


class WhoseFilter(admin.SimpleListFilter):
    """The cases that one has taken or decided oneself, or those that an appeal has brought."""

    title = _("whose")
    parameter_name = "whose"

    def lookups(self, _request: HttpRequest, _admin: ModelAdmin) -> list[tuple[str, Any]]:
        return [("mine", _("mine")), ("appeals", _("appeals"))]

    def queryset(self, request: HttpRequest, rows: QuerySet[Dispute]) -> QuerySet[Dispute]:
        if self.value() == "mine":
            return rows.filter(Q(taken_by=request.user.pk) | Q(decided_by=request.user.pk))
        return rows.filter(appeal_of__isnull=False) if self.value() == "appeals" else rows


class UrgentFilter(admin.SimpleListFilter):
    """Cases that staff has escalated."""

    title = _("urgency")
    parameter_name = "urgency"

    def lookups(self, _request: HttpRequest, _admin: ModelAdmin) -> list[tuple[str, Any]]:
        return [("urgent", _("urgent"))]

    def queryset(self, _request: HttpRequest, rows: QuerySet[Dispute]) -> QuerySet[Dispute]:
        return rows.filter(URGENT) if self.value() == "urgent" else rows


class DueFilter(admin.SimpleListFilter):
    """Cases that should have been decided by now."""

    title = _("due date")
    parameter_name = "due"

    def lookups(self, _request: HttpRequest, _admin: ModelAdmin) -> list[tuple[str, Any]]:
        return [("overdue", _("overdue"))]

    def queryset(self, _request: HttpRequest, rows: QuerySet[Dispute]) -> QuerySet[Dispute]:
        return rows.filter(overdue(now=database_time.now())) if self.value() == "overdue" else rows


class HeldFilter(admin.SimpleListFilter):
    """Those that hold a clock."""

    title = _("clocks")
    parameter_name = "clocks"

    def lookups(self, _request: HttpRequest, _admin: ModelAdmin) -> list[tuple[str, Any]]:
        return [("held", _("stopped"))]

    def queryset(self, _request: HttpRequest, rows: QuerySet[Dispute]) -> QuerySet[Dispute]:
        held = Freeze.objects.filter(ends_at__gt=database_time.now()).values("case_number")
        return rows.filter(pk__in=held) if self.value() == "held" else rows
