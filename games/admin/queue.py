"""The list of cases: what is most pressing first, and what of it one wants to see."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Case, Count, Exists, IntegerField, OuterRef, Q, QuerySet, Value, When
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Dispute, Freeze

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin

Category = Dispute.Category
# Most pressing first, after whatever holds a clock.
SEVERITY = (
    (Category.TIMEOUT,),
    (Category.ABUSE,),
    (Category.DRAW, Category.REPETITION),
    (Category.COMPUTER_HELP,),
    (Category.STALLING,),
    (Category.OTHER,),
)
HELD, CLOSED = 0, len(SEVERITY) + 1


def cases_for(user: User, *, now: datetime) -> QuerySet[Dispute]:
    """The cases that the user may know of, with whether each holds a clock and how pressing it is.

    Of what is about himself nobody learns here before he is told.
    """
    about_himself = (Q(game__white=user) | Q(game__black=user)) & ~Q(opened_by=user)
    held = Exists(Freeze.objects.filter(dispute=OuterRef("pk"), ends_at__gt=now))
    by_category = [When(category__in=each, then=Value(place)) for place, each in enumerate(SEVERITY, start=1)]
    return (
        Dispute.objects.exclude(about_himself & ~Q(category__in=Dispute.ABOUT_THE_GAME))
        .select_related("game__white", "game__black", "opened_by", "taken_by", "decided_by", "freeze", "appeal_of")
        .alias(holds=held)
        .annotate(
            severity=Case(
                When(~Q(status__in=Dispute.PENDING), then=Value(CLOSED)),
                When(holds=True, then=Value(HELD)),
                *by_category,
                output_field=IntegerField(),
            )
        )
    )


def counts_for(user: User, *, now: datetime) -> dict[str, int]:
    """How many cases wait, hold a clock, are appeals, and are the user’s own; in one query."""
    return cases_for(user, now=now).filter(status__in=Dispute.PENDING).aggregate(
        waiting=Count("pk", filter=Q(status=Dispute.Status.OPEN)),
        frozen=Count("pk", filter=Q(severity=HELD)),
        appeals=Count("pk", filter=Q(appeal_of__isnull=False)),
        mine=Count("pk", filter=Q(taken_by=user)),
    )  # fmt: skip


class StateFilter(admin.SimpleListFilter):
    """What waits, unless something else is asked for."""

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


class HeldFilter(admin.SimpleListFilter):
    """Those that hold a clock."""

    title = _("clocks")
    parameter_name = "clocks"

    def lookups(self, _request: HttpRequest, _admin: ModelAdmin) -> list[tuple[str, Any]]:
        return [("held", _("stopped"))]

    def queryset(self, _request: HttpRequest, rows: QuerySet[Dispute]) -> QuerySet[Dispute]:
        return rows.filter(freeze__ends_at__gt=timezone.now()) if self.value() == "held" else rows
