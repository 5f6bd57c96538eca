"""The panel of staff: the queue, a page for each case, and the audit log. Actions are in games/disputes."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.staff_proof import daily_work
from accounts.staff_views import announce_look
from games.core.admin import ReadOnlyAdmin
from games.disputes import assignment, case_notes, evaluations, parties, roles, verdicts
from games.disputes.admin.case import CasePage
from games.disputes.admin.filters import DueFilter, HeldFilter, StateFilter, UrgentFilter, WhoseFilter
from games.disputes.admin.verdict_form import VerdictForm
from games.disputes.game_audit import report_of
from games.disputes.models import Dispute
from games.disputes.queue import ORDER, cases_for, counts_for, next_number
from games.disputes.roles import Action
from games.play.errors import VerdictImpossible
from games.players.models import Sanction
from games.solved.proofs import proof_of
from games.time_off.models import Freeze
from games.web.requests import asked_ply
from kit import database_time
from kit.errors import NotFound, Refusal
from kit.times import moment

MINUTE = timedelta(minutes=1)
QUEUE = "disputes_dispute_changelist"
TAKEN = _("You have taken the case. Clocks that it stops stay stopped for two weeks after it was first taken.")
HELD = _("The clocks are stopped, for two weeks from now at most. Both players can see this.")
EVALUATION = _("The half-moves are being evaluated. Reload the page to see the result.")
HANDED_BACK = _("The case is open to others again.")
DECIDED = _("The case is decided. Both players have been notified.")
NEXT = _("This is the next one.")
NOTHING_WAITS = _("No other case is waiting for you.")
NOTED = _("The note is saved.")
ESCALATED = _("The case is now at the top of the queue until somebody takes it.")


@admin.register(Dispute)
class DisputeAdmin(ReadOnlyAdmin):
    """The queue, and behind each row a page of its own."""

    list_display = ["case", "what", "about", "opener", "waiting", "due", "whose"]
    list_display_links = ["case"]
    list_filter = [StateFilter, WhoseFilter, UrgentFilter, DueFilter, HeldFilter, "category"]
    search_fields = [
        "=number",
        "=game__number",
        "opened_by__username",
        "game__white__username",
        "game__black__username",
    ]
    search_help_text = _("Number of the case or of the game, or the name of a player")
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Dispute]:
        return cases_for(_staff(request), now=database_time.now())

    def get_ordering(self, request: HttpRequest) -> list[Any]:
        # Pages of what refers to a case ask as well, and have no place to sort by.
        is_the_queue = request.resolver_match is not None and request.resolver_match.url_name == QUEUE
        waits = is_the_queue and request.GET.get("state", "open") in ("open", "taken")
        return [*ORDER] if waits else ["-number"]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        counts = counts_for(_staff(request), now=database_time.now())
        return super().changelist_view(
            request, {**(extra_context or {}), "counts": counts, "title": gettext("Disputes")}
        )

    # --- The columns of the queue -------------------------------------------------------------------------------------

    @admin.display(description=_("case"), ordering="number")
    def case(self, dispute: Dispute) -> str:
        return f"№ {dispute.number}"

    @admin.display(description=_("category"), ordering="category")
    def what(self, dispute: Dispute) -> SafeString:
        marks = SafeString("")
        if dispute.is_escalated:
            marks += format_html(' <span class="mark-urgent">{}</span>', gettext("urgent"))
        if dispute.is_pending and dispute.holds:  # type: ignore[attr-defined]
            marks += format_html(' <span class="mark-held">{}</span>', gettext("clocks stopped"))
        if dispute.confirmed:
            marks += format_html(' <span class="mark-confirmed">{}</span>', gettext("confirmed by the server"))
        if dispute.is_appeal:
            marks += format_html(' <span class="mark-appeal">{}</span>', gettext("appeal"))
        if dispute.is_pending and dispute.meets:  # type: ignore[attr-defined]
            marks += format_html(' <span class="mark-meets">{}</span>', gettext("you are playing one of them"))
        return format_html("{}{}", dispute.get_category_display(), marks)

    @admin.display(description=_("game"), ordering="game")
    def about(self, dispute: Dispute) -> SafeString:
        game = dispute.game
        return format_html("#{} {} – {}", game.number, game.white.name, game.black.name)

    @admin.display(description=_("opened by"), ordering="opened_by")
    def opener(self, dispute: Dispute) -> SafeString:
        return _named(gettext("opened by"), dispute.opened_by.name)

    @admin.display(description=_("since"), ordering="opened_at")
    def waiting(self, dispute: Dispute) -> SafeString:
        at, now = timezone.localtime(dispute.opened_at), database_time.now()
        written = '<time datetime="{}">{}</time>'
        if now - at < MINUTE:
            return format_html(written, at.isoformat(), gettext("just now"))
        return _named(gettext("since"), format_html(written, at.isoformat(), timesince(at, now, depth=1)))

    @admin.display(description=_("due"), ordering="due_at")
    def due(self, dispute: Dispute) -> SafeString:
        if not dispute.is_pending:
            return SafeString("–")
        due_at = timezone.localtime(dispute.due_at)  # type: ignore[attr-defined]
        written = format_html('<time datetime="{}">{}</time>', due_at.isoformat(), moment(due_at))
        if due_at <= database_time.now():
            written += format_html(' <span class="mark-overdue">{}</span>', gettext("overdue"))
        return _named(gettext("due"), written)

    @admin.display(description=_("state"), ordering="status")
    def whose(self, dispute: Dispute) -> str:
        if dispute.status == Dispute.Status.TAKEN and dispute.taken_by:
            return gettext("with %(arbiter)s") % {"arbiter": dispute.taken_by.name}
        if dispute.status == Dispute.Status.DECIDED:
            return str(dispute.get_verdict_display())
        if dispute.is_pending and dispute.barred:  # type: ignore[attr-defined]
            return gettext("for another arbiter")
        return str(dispute.get_status_display())

    # --- A case -------------------------------------------------------------------------------------------------------

    def get_urls(self) -> list[URLPattern]:
        do, report = self.admin_site.admin_view(self.do), self.admin_site.admin_view(self.report)
        return [
            path("<int:number>/<slug:action>/do/", do, name="disputes_dispute_do"),
            path("<int:number>/report/", report, name="disputes_dispute_report"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The page of a case, to be read; what is done to it goes to `do`."""
        if request.method not in ("GET", "HEAD") or not self.has_view_permission(request):
            raise PermissionDenied
        number = int(object_id) if object_id.isdecimal() and len(object_id) < 19 else 0
        return self._page(request, self._found(request, number))

    @daily_work
    def do(self, request: HttpRequest, number: int, action: str) -> HttpResponse:
        """Take, hold the clocks, hand back, note, make urgent, have the half-moves evaluated, decide, or decide as is
        proposed; refused, what was written is kept."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not self.has_view_permission(request):
            raise PermissionDenied
        dispute = self._found(request, number)
        actions = {"take": self._take, "hand-back": self._hand_back, "note": self._note, "decide": self._decide}
        more = {"escalate": self._escalate, "hold": self._hold, "accept": self._accept, "evaluate": self._evaluate}
        act = (actions | more).get(action)
        if act is None:
            raise Http404
        return act(request, dispute)

    def report(self, request: HttpRequest, number: int) -> HttpResponse:
        """The game audit as a page, also for printing."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        dispute = self._found(request, number)
        announce_look(request.user, dispute)
        context = {**self.admin_site.each_context(request), "report": report_of(dispute.game), "dispute": dispute}
        context |= {"title": gettext("Game audit"), "opts": self.opts, "now": database_time.now()}
        context["proof"] = proof_of(dispute.game.board, dispute.game.ruleset)
        return TemplateResponse(request, "admin/disputes/dispute/report.html", context)

    def _take(self, request: HttpRequest, dispute: Dispute) -> HttpResponse:
        _require(request, Action.TAKE)
        refusal = _refusal_of(lambda: assignment.take_case(dispute.number, _staff(request)))
        return self._answer(request, dispute, refusal, TAKEN)

    def _hold(self, request: HttpRequest, dispute: Dispute) -> HttpResponse:
        _require(request, Action.HOLD)
        reason = request.POST.get("reason", "")
        refusal = _refusal_of(lambda: verdicts.stop_clocks(dispute.number, _staff(request), reason))
        return self._answer(request, dispute, refusal, HELD, standstill=reason)

    def _evaluate(self, request: HttpRequest, dispute: Dispute) -> HttpResponse:
        _require(request, Action.EVALUATE)
        refusal = _refusal_of(lambda: evaluations.evaluate_moves(dispute.number, _staff(request)))
        return self._answer(request, dispute, refusal, EVALUATION)

    def _hand_back(self, request: HttpRequest, dispute: Dispute) -> HttpResponse:
        _require(request, Action.HAND_BACK)
        refusal = _refusal_of(lambda: assignment.hand_back(dispute.number, _staff(request)))
        return self._answer(request, dispute, refusal, HANDED_BACK)

    def _note(self, request: HttpRequest, dispute: Dispute) -> HttpResponse:
        _require(request, Action.NOTE)
        text = request.POST.get("text", "")
        refusal = _refusal_of(lambda: case_notes.note(dispute.number, _staff(request), text))
        return self._answer(request, dispute, refusal, NOTED, note=text)

    def _escalate(self, request: HttpRequest, dispute: Dispute) -> HttpResponse:
        _require(request, Action.ESCALATE)
        reason = request.POST.get("reason", "")
        refusal = _refusal_of(lambda: case_notes.escalate(dispute.number, _staff(request), reason))
        return self._answer(request, dispute, refusal, ESCALATED, urgency=reason)

    def _decide(self, request: HttpRequest, dispute: Dispute) -> HttpResponse:
        form = VerdictForm(request.POST, game=dispute.game)
        if not form.is_valid():
            _require(request, Action.DISMISS)
            return self._page(request, dispute, form=form, status=422)
        decision = form.decision
        _require(request, decision.verdict.row.needs)
        if decision.against is not None:
            _require(request, Action.IMPOSE)
        refusal = _refusal_of(lambda: verdicts.decide(dispute.number, _staff(request), decision))
        return self._decided(request, dispute, refusal, form=form)

    def _accept(self, request: HttpRequest, dispute: Dispute) -> HttpResponse:
        """Decide as the server proposes, with the warning or without it."""
        _require(request, Action.DECIDE_GAME)
        decision = verdicts.proposed(dispute, warns=bool(request.POST.get("warn")))
        if decision is None:
            return self._decided(request, dispute, VerdictImpossible())
        if decision.against is not None:
            _require(request, Action.IMPOSE)
        refusal = _refusal_of(lambda: verdicts.decide(dispute.number, _staff(request), decision))
        return self._decided(request, dispute, refusal)

    def _decided(self, request: HttpRequest, dispute: Dispute, refusal: Refusal | None, **written: Any) -> HttpResponse:
        """On to the next case, with a link back; to the page of this one where no other waits, or where the verdict
        was refused."""
        number = None if refusal else next_number(_staff(request), now=database_time.now())
        if number is None:
            return self._answer(request, dispute, refusal, f"{DECIDED} {NOTHING_WAITS}", **written)
        link = format_html(
            '<a href="{}">{}</a>',
            reverse("admin:disputes_dispute_change", args=[dispute.number]),
            gettext("Case %(number)s") % {"number": dispute.number},
        )
        messages.success(request, format_html("{}: {} {}", link, DECIDED, NEXT))
        return redirect("admin:disputes_dispute_change", number)

    def _answer(
        self, request: HttpRequest, dispute: Dispute, refusal: Refusal | None, words: Any, **written: Any
    ) -> HttpResponse:
        """To the page again: with the word that it is done, or with the refusal and what was written."""
        if refusal is None:
            messages.success(request, words)
            return redirect("admin:disputes_dispute_change", dispute.number)
        messages.error(request, refusal.message)
        return self._page(request, self._found(request, dispute.number), status=refusal.status, **written)

    def _found(self, request: HttpRequest, number: int) -> Dispute:
        dispute = self.get_queryset(request).filter(pk=number).first()
        if dispute is None:
            raise Http404
        return dispute

    def _page(
        self, request: HttpRequest, dispute: Dispute, *, form: VerdictForm | None = None, status: int = 200,
        **written: str,
    ) -> HttpResponse:  # fmt: skip
        page = CasePage(
            dispute=dispute,
            reader=_staff(request),
            now=database_time.now(),
            ply=asked_ply(request.GET.get("ply", "")),
            form=form or VerdictForm(game=dispute.game),
            **written,
        )
        context = {**self.admin_site.each_context(request), "page": page, "opts": self.opts, "media": self.media}
        case = gettext("Case %(number)s") % {"number": dispute.number}
        context |= {"title": f"{case}: {dispute.get_category_display()}"}
        context |= {"queue": reverse("admin:disputes_dispute_changelist")}
        return TemplateResponse(request, "admin/disputes/dispute/case.html", context, status=status)


def _named(column: str, value: str) -> SafeString:
    """A value with the name of its column, for phones, where there are no columns."""
    return format_html('<span class="column-name">{}</span>{}', column, value)


def _staff(request: HttpRequest) -> User:
    """The user of the request; the admin site requires a login."""
    return cast("User", request.user)


def _require(request: HttpRequest, action: Action) -> None:
    if not roles.may(_staff(request), action):
        raise PermissionDenied


def _refusal_of(action: Callable[[], object]) -> Refusal | None:
    """Run the action; returns its refusal, or None. Raises Http404 for a case that does not exist."""
    try:
        action()
    except NotFound as refusal:
        raise Http404 from refusal
    except Refusal as refusal:
        return refusal
    return None


# --- The books --------------------------------------------------------------------------------------------------------


@admin.register(Sanction)
class SanctionAdmin(ReadOnlyAdmin):
    list_display = ["id", "user", "kind", "case_number", "imposed_by", "imposed_at", "until", "acknowledged_at"]
    list_filter = ["kind", ("acknowledged_at", admin.EmptyFieldListFilter)]
    list_select_related = ["user", "imposed_by"]
    search_fields = ["user__username", "=case_number"]
    search_help_text = _("Name of a player, or number of a case")
    date_hierarchy = "imposed_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Sanction]:
        """Without those of cases in which the reader takes part: each says who has imposed it."""
        reader = _staff(request)
        brought = Q(person_case__in=parties.person_cases_of(reader))
        rows: QuerySet[Sanction] = super().get_queryset(request).exclude(parties.about(reader) | brought)
        return rows


@admin.register(Freeze)
class FreezeAdmin(ReadOnlyAdmin):
    list_display = ["case_number", "game", "starts_at", "ends_at"]
    list_select_related = ["game"]
    search_fields = ["=game__number", "=case_number"]
    search_help_text = _("Number of the game or of the case")
    date_hierarchy = "starts_at"
