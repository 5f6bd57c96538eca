"""Disputes as those settle them who are of the staff: the queue, a case, and what is done with it."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import database_time, second_factor
from accounts.api.base_views import Endpoint
from accounts.api.errors import SecondFactorRequired
from accounts.api.permissions import HasScope, required_scope
from accounts.api.requests import body_of, query_of
from accounts.models import User
from accounts.scopes import Scope
from accounts.staff_views import announce_look
from games.api.callers import caller
from games.api.pagination import CursorPagination, page_answer
from games.core.errors import NotFound, TextMalformed, TextTooLong
from games.core.presenters import Shape
from games.disputes import assignment, case_notes, case_presenters, roles, verdicts
from games.disputes.api.serializers.cases import (
    CaseEscalationInput,
    CaseHoldInput,
    CaseNoteInput,
    CaseNoteSerializer,
    CaseSerializer,
    CasesQuery,
    CaseSummarySerializer,
    CaseVerdictInput,
)
from games.disputes.errors import (
    CaseEscalated,
    CaseNotYours,
    CaseTaken,
    DisputeClosed,
    HoldImpossible,
    OwnCase,
    ReasonMissing,
)
from games.disputes.models import Dispute
from games.disputes.queue import ORDER, URGENT, cases_for, overdue
from games.disputes.roles import Action
from games.disputes.verdicts import Decision
from games.play.errors import VerdictImpossible
from games.players.verdict_reasons import StandardReason

COST = 5
CLOSED = (Dispute.Status.DECIDED, Dispute.Status.WITHDRAWN)
NOT_OF_STAFF = (PermissionDenied, SecondFactorRequired)


class IsOfStaff(BasePermission):
    """Staff whose role has the permission of the method, with the second factor that the administration requires."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if required_scope(view, request.method or "") is None:
            # A method that is not there, which is refused as such.
            return True
        user = caller(request)
        require(user, view.actions["GET" if request.method == "HEAD" else request.method])
        by_session = request.auth is None
        if second_factor.is_missing(request._request, user) if by_session else second_factor.has_none(user):  # noqa: SLF001
            raise SecondFactorRequired
        return True


class CaseEndpoint(Endpoint):
    """Only for staff; `actions` are what the methods do."""

    permission_classes = [HasScope, IsOfStaff]
    actions: ClassVar[Mapping[str, Action]]


class CasesView(CaseEndpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": Scope.MODERATE}
    actions = {"GET": Action.READ}
    refusals = {"GET": NOT_OF_STAFF}

    @extend_schema(
        operation_id="list_cases",
        summary="The queue of cases",
        parameters=[CasesQuery],
        responses=CaseSummarySerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """The cases that you may see: urgent ones first, then overdue ones, then others by category and due date.
        Closed cases come newest first."""
        return page_answer(request, _filtered(caller(request), query_of(request, CasesQuery)), _summaries)


class CaseView(CaseEndpoint):
    required_scopes = {"GET": Scope.MODERATE}
    actions = {"GET": Action.READ}
    refusals = {"GET": NOT_OF_STAFF}
    throttle_cost = COST

    @extend_schema(operation_id="get_case", summary="One case", responses=CaseSerializer)
    def get(self, request: Request, number: int) -> Response:
        """A case with its evidence. The players of the game get 404."""
        dispute = _found(request, number)
        announce_look(caller(request), dispute)
        return _shown(request, dispute, status=200)


class CaseTakingView(CaseEndpoint):
    required_scopes = {"POST": Scope.MODERATE}
    location = "cases/{number}/"
    actions = {"POST": Action.TAKE}
    refusals = {
        "POST": (
            *NOT_OF_STAFF,
            DisputeClosed,
            CaseTaken,
            OwnCase,
        )
    }

    @extend_schema(operation_id="take_case", summary="Take a case", request=None, responses={201: CaseSerializer})
    def post(self, request: Request, number: int) -> Response:
        """Take a case in order to decide it. If the case has stopped the clocks, they remain stopped until two weeks
        after it was first taken. Taking your own case again changes nothing. You can take over a case that another
        arbiter has had for more than a week, or whose arbiter no longer decides cases."""
        body_of(request)
        assignment.take_case(_found(request, number).number, caller(request))
        return _answer(request, number)


class CaseHoldView(CaseEndpoint):
    required_scopes = {"POST": Scope.MODERATE}
    location = "cases/{number}/"
    actions = {"POST": Action.HOLD}
    refusals = {
        "POST": (
            *NOT_OF_STAFF,
            DisputeClosed,
            CaseNotYours,
            OwnCase,
            HoldImpossible,
            ReasonMissing,
            TextTooLong,
            TextMalformed,
        )
    }

    @extend_schema(
        operation_id="stop_clocks", summary="Stop the clocks", request=CaseHoldInput, responses={201: CaseSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Stop both clocks of an ongoing game until the decision, for two weeks at most. You must have taken the case,
        and it must not have stopped the clocks before."""
        reason = body_of(request, CaseHoldInput)["reason"]
        verdicts.stop_clocks(_found(request, number).number, caller(request), reason)
        return _answer(request, number)


class CaseReturnView(CaseEndpoint):
    required_scopes = {"POST": Scope.MODERATE}
    location = "cases/{number}/"
    actions = {"POST": Action.HAND_BACK}
    refusals = {
        "POST": (
            *NOT_OF_STAFF,
            DisputeClosed,
            CaseNotYours,
        )
    }

    @extend_schema(
        operation_id="hand_back_case", summary="Hand a case back", request=None, responses={201: CaseSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Hand back a case that you have taken."""
        body_of(request)
        assignment.hand_back(_found(request, number).number, caller(request))
        return _answer(request, number)


class CaseNotesView(CaseEndpoint):
    required_scopes = {"POST": Scope.MODERATE}
    location = "cases/{number}/"
    actions = {"POST": Action.NOTE}
    refusals = {
        "POST": (
            *NOT_OF_STAFF,
            ReasonMissing,
            TextTooLong,
            TextMalformed,
        )
    }

    @extend_schema(
        operation_id="note_case",
        summary="Add an internal note",
        request=CaseNoteInput,
        responses={201: CaseNoteSerializer},
    )
    def post(self, request: Request, number: int) -> Response:
        """Add a note to a case. Only staff can read it."""
        text = body_of(request, CaseNoteInput)["text"]
        note = case_notes.note(_found(request, number).number, caller(request), text)
        return Response(case_presenters.note_shape(note), status=201)


class CaseEscalationView(CaseEndpoint):
    required_scopes = {"POST": Scope.MODERATE}
    location = "cases/{number}/"
    actions = {"POST": Action.ESCALATE}
    refusals = {
        "POST": (
            *NOT_OF_STAFF,
            DisputeClosed,
            CaseTaken,
            CaseEscalated,
            ReasonMissing,
            TextTooLong,
            TextMalformed,
        )
    }

    @extend_schema(
        operation_id="escalate_case",
        summary="Make a case urgent",
        request=CaseEscalationInput,
        responses={201: CaseSerializer},
    )
    def post(self, request: Request, number: int) -> Response:
        """Mark a case as urgent. The reason is also stored as a note. The case comes first in the queue until it is
        taken."""
        reason = body_of(request, CaseEscalationInput)["reason"]
        case_notes.escalate(_found(request, number).number, caller(request), reason)
        return _answer(request, number)


class CaseVerdictView(CaseEndpoint):
    required_scopes = {"POST": Scope.MODERATE}
    location = "cases/{number}/"
    actions = {"POST": Action.READ}
    refusals = {
        "POST": (
            *NOT_OF_STAFF,
            DisputeClosed,
            CaseNotYours,
            OwnCase,
            ReasonMissing,
            VerdictImpossible,
            TextTooLong,
            TextMalformed,
        )
    }

    @extend_schema(
        operation_id="decide_case",
        summary="Decide a case",
        request=CaseVerdictInput,
        responses={201: CaseSerializer},
    )
    def post(self, request: Request, number: int) -> Response:
        """Decide a case that you have taken. The players whom the decision concerns are notified of it, with the
        reason."""
        user, dispute = caller(request), _found(request, number)
        decision = _decision(dispute, body_of(request, CaseVerdictInput))
        require(user, roles.action_of(decision.verdict))
        if decision.against is not None:
            require(user, Action.IMPOSE)
        verdicts.decide(number, user, decision)
        return _answer(request, number)


def require(user: User, action: Action) -> None:
    """Raises PermissionDenied where the role of the user is not enough."""
    if not roles.may(user, action):
        raise PermissionDenied


def _filtered(user: User, wanted: dict[str, Any]) -> QuerySet[Dispute]:
    rows, status = _cases(user), wanted.get("status")
    if wanted["mine"]:
        rows = rows.filter(Q(taken_by=user) | Q(decided_by=user))
    if wanted["escalated"]:
        rows = rows.filter(URGENT)
    if wanted["overdue"]:
        rows = rows.filter(overdue(now=database_time.now()))
    rows = rows.filter(status__in=[status] if status else Dispute.PENDING)
    if status in CLOSED:
        return rows.order_by("-number")
    return rows.order_by(*ORDER)


def _cases(user: User) -> QuerySet[Dispute]:
    """With the actions of staff that players may see."""
    return cases_for(user, now=database_time.now()).prefetch_related("audit")


def _found(request: Request, number: int) -> Dispute:
    """Raises NotFound, also for cases of games that the caller plays."""
    dispute = _cases(caller(request)).filter(pk=number).first()
    if dispute is None:
        raise NotFound
    return dispute


def _answer(request: Request, number: int) -> Response:
    """The case as it is after a change."""
    return _shown(request, _found(request, number), status=201)


def _shown(request: Request, dispute: Dispute, *, status: int) -> Response:
    return Response(case_presenters.case_shape(dispute, reader=caller(request), now=database_time.now()), status=status)


def _decision(dispute: Dispute, wanted: dict[str, Any]) -> Decision:
    verdict = Dispute.Verdict(wanted["verdict"])
    return Decision(
        verdict=verdict,
        reason=wanted["reason"] or _standard(wanted.get("ready")),
        seconds=wanted["seconds"] if verdict is Dispute.Verdict.RESUMED else 0,
        against=_player_named(dispute, wanted["against"]) if wanted.get("against") else None,
        days=wanted.get("days", 0),
        warning=wanted["warning"] or _standard(wanted.get("ready_warning")),
    )


def _standard(ready: str | None) -> str:
    """A ready-made reason as it is stored."""
    return StandardReason(ready).in_language("en") if ready else ""


def _player_named(dispute: Dispute, username: str) -> User:
    """Raises ValidationError for a user who does not play in the game."""
    for player in (dispute.game.white, dispute.game.black):
        if player.username == username:
            return player
    raise ValidationError({"against": [_("This is neither of the two players.")]})


def _summaries(disputes: list[Dispute]) -> list[Shape]:
    now = database_time.now()
    return [case_presenters.case_summary(dispute, now=now) for dispute in disputes]
