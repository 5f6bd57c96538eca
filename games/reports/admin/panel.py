"""The queue of cases about people, and the page of a person with their timeline. Actions are in games/reports."""

from collections.abc import Callable, Iterable
from typing import Any, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.staff_proof import daily_work
from accounts.staff_views import announce_look
from games.core.admin import ReadOnlyAdmin
from games.disputes import roles, verdict_kinds
from games.disputes.roles import Action
from games.players import sanctions
from games.reports import cases, persons
from games.reports.admin.forms import PersonVerdictForm
from games.reports.models import PersonCase
from kit import database_time
from kit.errors import NotFound, Refusal

Status, Verdict = PersonCase.Status, PersonCase.Verdict
BUTTONS = [
    {
        "value": verdict.value,
        "words": _("Take no action") if verdict is Verdict.DISMISSED else row.button,
        "kind": row.look,
        "icon": row.icon,
    }
    for verdict, row in ((verdict, verdict_kinds.Verdict(verdict).row) for verdict in Verdict)
]
TAKEN = _("You have taken the case.")
HANDED_BACK = _("The case is open to others again.")
DECIDED = _(
    "The case is decided. The person is notified of any sanction, and those who reported learn that "
    "we have looked at it."
)


LIFTED = _("The sanction has been lifted.")


class PendingFilter(admin.SimpleListFilter):
    """Cases that wait, unless others are asked for."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, _request: HttpRequest, _admin: Any) -> list[tuple[str, Any]]:
        return [("open", _("unassigned")), ("mine", _("mine")), ("decided", _("decided")), ("all", _("all"))]

    def choices(self, changelist: Any) -> Any:
        first, *others = super().choices(changelist)
        return [first | {"display": _("not decided")}, *others]

    def queryset(self, request: HttpRequest, rows: QuerySet[PersonCase]) -> QuerySet[PersonCase]:
        if self.value() == "all":
            return rows
        if self.value() == "mine":
            return rows.filter(status=Status.TAKEN, taken_by=request.user.pk)
        if self.value() == "open":
            return rows.filter(status=Status.OPEN)
        wanted = [Status.DECIDED] if self.value() == "decided" else list(PersonCase.PENDING)
        return rows.filter(status__in=wanted)


@admin.register(PersonCase)
class PersonCaseAdmin(ReadOnlyAdmin):
    """The queue; behind each row is the page of the person. Nobody sees cases in which they take part."""

    list_display = ["number", "person", "how_many", "opened_at", "whose"]
    list_display_links = ["number", "person"]
    list_filter = [PendingFilter]
    list_select_related = ["person", "taken_by"]
    search_fields = ["=number", "person__username"]
    search_help_text = _("Number of the case, or the name of a player")
    ordering = ["opened_at"]
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[PersonCase]:
        rows: QuerySet[PersonCase] = super().get_queryset(request).filter(cases.of_others(_staff(request)))
        return rows.select_related("person", "taken_by", "decided_by").annotate(count=Count("reports"))

    def also_about(self, case: PersonCase) -> Iterable[int]:
        """Those who have reported the person."""
        return case.reports.values_list("reported_by", flat=True)

    @admin.display(description=_("reports"), ordering="count")
    def how_many(self, case: PersonCase) -> int:
        return cast("int", case.count)  # type: ignore[attr-defined]

    @admin.display(description=_("status"), ordering="status")
    def whose(self, case: PersonCase) -> str:
        if case.status == Status.TAKEN and case.taken_by:
            return gettext("with %(arbiter)s") % {"arbiter": case.taken_by.name}
        return str(case.get_verdict_display() if case.verdict else case.get_status_display())

    def get_urls(self) -> list[URLPattern]:
        do, person = self.admin_site.admin_view(self.do), self.admin_site.admin_view(self.person_view)
        return [
            path("<int:number>/<slug:action>/do/", do, name="reports_personcase_do"),
            path("person/<int:pk>/", person, name="reports_person"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The page of the person, with the case; what is done to it goes to `do`."""
        if request.method not in ("GET", "HEAD"):
            raise PermissionDenied
        self._require_view(request)
        number = int(object_id) if object_id.isdecimal() and len(object_id) < 19 else 0
        case = self._found(request, number)
        return self._page(request, case.person, case)

    def person_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The page of a person, with the case that waits, if there is one."""
        self._require_view(request)
        person = User.objects.filter(pk=pk).exclude(pk=_staff(request).pk).first()
        if person is None:
            raise Http404
        announce_look(request.user, person)
        case = self.get_queryset(request).filter(person=person, status__in=PersonCase.PENDING).first()
        return self._page(request, person, case)

    @daily_work
    def do(self, request: HttpRequest, number: int, action: str) -> HttpResponse:
        """Take, hand back, decide, or lift what was imposed; refused, what was written is kept."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        self._require_view(request)
        _require(request)
        case, arbiter = self._found(request, number), _staff(request)
        if action == "take":
            return self._answer(request, case, lambda: cases.take(case.number, arbiter), TAKEN)
        if action == "hand-back":
            return self._answer(request, case, lambda: cases.hand_back(case.number, arbiter), HANDED_BACK)
        if action == "lift":
            reason = request.POST.get("reason", "")
            return self._answer(request, case, lambda: cases.lift(case.number, arbiter, reason), LIFTED)
        if action != "decide":
            raise Http404
        form = PersonVerdictForm(request.POST)
        if not form.is_valid():
            return self._page(request, case.person, case, form=form, status=422)
        return self._answer(
            request, case, lambda: cases.decide(case.number, arbiter, form.decision), DECIDED, form=form
        )

    def _answer(
        self,
        request: HttpRequest,
        case: PersonCase,
        action: Callable[[], object],
        words: Any,
        form: PersonVerdictForm | None = None,
    ) -> HttpResponse:
        try:
            action()
        except NotFound as refusal:
            raise Http404 from refusal
        except Refusal as refusal:
            messages.error(request, refusal.message)
            case = self._found(request, case.number)
            return self._page(request, case.person, case, form=form, status=refusal.status)
        messages.success(request, words)
        return redirect("admin:reports_personcase_change", case.number)

    def _require_view(self, request: HttpRequest) -> None:
        if not self.has_view_permission(request):
            raise PermissionDenied

    def _found(self, request: HttpRequest, number: int) -> PersonCase:
        case = self.get_queryset(request).filter(pk=number).first()
        if case is None:
            raise Http404
        return case

    def _page(
        self,
        request: HttpRequest,
        person: User,
        case: PersonCase | None,
        *,
        form: PersonVerdictForm | None = None,
        status: int = 200,
    ) -> HttpResponse:
        reader = _staff(request)
        may_decide = roles.may(reader, Action.IMPOSE)
        is_mine = case is not None and case.is_pending and case.taken_by_id == reader.pk
        why_not = _why_not(case, reader) if case else ""
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "media": self.media,
            "title": gettext("About %(name)s") % {"name": person.shown_name},
            "queue": reverse("admin:reports_personcase_changelist"),
            "person": person,
            "case": case,
            "former_names": person.former_names.exclude(name=""),
            "steps": persons.timeline(person, reader=reader),
            # Who shares an address is for those who decide.
            "accounts": persons.other_accounts(person) if may_decide else None,
            "is_mine": is_mine and not why_not,
            "why_not": why_not,
            "may_take": case is not None and not why_not and not is_mine,
            "may_lift": case is not None and may_decide and _may_lift(case),
            "form": form or PersonVerdictForm(),
            "buttons": BUTTONS,
        }
        return TemplateResponse(request, "admin/reports/personcase/person.html", context, status=status)


def _may_lift(case: PersonCase) -> bool:
    """Whether something that was imposed in the case still holds."""
    in_force = sanctions.sanctions_of_person_in_force(case.pk).exclude(until__lte=database_time.now())
    return in_force.exists()


def _why_not(case: PersonCase, reader: User) -> str:
    """Why there are no buttons; empty where there are."""
    if not case.is_pending:
        return gettext("This case is closed.")
    if not roles.may(reader, Action.IMPOSE):
        return gettext("You can read this case. Only arbiters can decide it.")
    if case.taken_by is not None and case.taken_by != reader and not cases.is_left(case):
        return gettext("%(arbiter)s is looking at this case.") % {"arbiter": case.taken_by.name}
    return ""


def _staff(request: HttpRequest) -> User:
    """The user of the request; the admin site requires a login."""
    return cast("User", request.user)


def _require(request: HttpRequest) -> None:
    if not roles.may(_staff(request), Action.IMPOSE):
        raise PermissionDenied
