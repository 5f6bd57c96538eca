"""Filters of the list of cases."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.disputes.models import Dispute
from games.disputes.queue import URGENT, overdue
from games.time_off.models import Freeze
from kit import database_time

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
            ("open", _("unassigned")),
            ("taken", _("under review")),
            ("decided", _("decided")),
            ("withdrawn", _("withdrawn")),
            ("all", _("all")),
        ]

    def choices(self, changelist: Any) -> Any:
        found = list(super().choices(changelist))
        found[0]["display"] = _("open")
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


class OneChoiceFilter(admin.SimpleListFilter):
    """A filter with one choice beside all cases: its value and its words."""

    choice: tuple[str, Any]

    def lookups(self, _request: HttpRequest, _admin: ModelAdmin) -> list[tuple[str, Any]]:
        return [self.choice]

    def queryset(self, _request: HttpRequest, rows: QuerySet[Dispute]) -> QuerySet[Dispute]:
        return rows.filter(self.chosen()) if self.value() == self.choice[0] else rows

    def chosen(self) -> Q:
        """The condition of the choice."""
        raise NotImplementedError


class UrgentFilter(OneChoiceFilter):
    """Cases that staff has escalated."""

    title = _("urgency")
    parameter_name = "urgency"
    choice = "urgent", _("urgent")

    def chosen(self) -> Q:
        return URGENT


class DueFilter(OneChoiceFilter):
    """Cases that should have been decided by now."""

    title = _("due date")
    parameter_name = "due"
    choice = "overdue", _("overdue")

    def chosen(self) -> Q:
        return overdue(now=database_time.now())


class HeldFilter(OneChoiceFilter):
    """Those that hold a clock."""

    title = _("clocks")
    parameter_name = "clocks"
    choice = "held", _("stopped")

    def chosen(self) -> Q:
        return Q(pk__in=Freeze.objects.filter(ends_at__gt=database_time.now()).values("case_number"))
