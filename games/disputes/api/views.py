"""Disputes: opened, withdrawn, appealed; and warnings, to be acknowledged."""

from functools import partial

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.api.callers import caller
from games.core.errors import NotAPlayer
from games.core.presenters import Data
from games.core.queries import game_for_viewer
from games.core.scopes import GAME_READ
from games.disputes import filing, presenters
from games.disputes.api.serializers import (
    DisputeAppealInput,
    DisputeInput,
    DisputeSerializer,
    SanctionSerializer,
)
from games.disputes.models import Dispute
from games.disputes.presenters import dispute_data, sanction_data
from games.disputes.scopes import DISPUTE_WRITE
from games.players import sanctions
from kit.endpoints import Endpoint
from kit.pagination import CursorPagination, page_answer
from kit.requests import body_of

COST = 3


class DisputesView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": GAME_READ}
    location = "disputes/{number}/"

    @extend_schema(operation_id="list_disputes", summary="My disputes", responses=DisputeSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The disputes that you have opened, and those about your games that you may see; newest first."""
        player = caller(request)
        return page_answer(request, presenters.disputes_for(player), partial(_disputes_data, viewer_id=player.pk))


class GameDisputesView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": GAME_READ, "POST": DISPUTE_WRITE}
    location = "disputes/{number}/"
    refusals = {"GET": (NotAPlayer,), "POST": (filing.open_dispute,)}
    throttle_costs = {"POST": COST}

    @extend_schema(
        operation_id="list_game_disputes", summary="Disputes about a game", responses=DisputeSerializer(many=True)
    )
    def get(self, request: Request, number: int) -> Response:
        """The disputes about a game of yours that you may see, newest first."""
        game = game_for_viewer(number)
        if not game.has_player(caller(request).pk):
            raise NotAPlayer(game)
        rows = presenters.disputes_for(caller(request)).filter(game=game)
        return page_answer(request, rows, partial(_disputes_data, viewer_id=caller(request).pk))

    @extend_schema(
        operation_id="open_dispute",
        summary="Dispute a game",
        request=DisputeInput,
        responses={201: DisputeSerializer},
    )
    def post(self, request: Request, number: int) -> Response:
        """Open a dispute about a game. The server decides a claim at once if it can; otherwise an arbiter decides.
        While a dispute about a `draw` or a `repetition` waits for an arbiter, the clocks are stopped and nobody can
        move, unless `clocks_run` is set."""
        dispute = filing.open_dispute(number, caller(request), **body_of(request, DisputeInput))
        return Response(dispute_data(dispute, viewer_id=caller(request).pk), status=201)


class DisputeView(Endpoint):
    required_scopes = {"GET": GAME_READ}

    @extend_schema(operation_id="get_dispute", summary="One of my disputes", responses=DisputeSerializer)
    def get(self, request: Request, number: int) -> Response:
        """The status of a dispute, the decision and its reason."""
        viewer = caller(request)
        return Response(dispute_data(presenters.dispute_for(number, viewer), viewer_id=viewer.pk))


class WithdrawalView(Endpoint):
    required_scopes = {"POST": DISPUTE_WRITE}
    location = "disputes/{number}/"
    refusals = {"POST": (filing.withdraw_dispute,)}

    @extend_schema(
        operation_id="withdraw_dispute", summary="Withdraw a dispute", request=None, responses={201: DisputeSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Withdraw your dispute before it is decided. If it has stopped the clocks, they run again."""
        body_of(request)
        player = caller(request)
        withdrawn = filing.withdraw_dispute(number, player)
        return Response(dispute_data(withdrawn, viewer_id=player.pk), status=201)


class AppealView(Endpoint):
    required_scopes = {"POST": DISPUTE_WRITE}
    location = "disputes/{number}/"
    refusals = {"POST": (filing.appeal,)}
    throttle_costs = {"POST": COST}

    @extend_schema(
        operation_id="appeal",
        summary="Appeal a decision",
        request=DisputeAppealInput,
        responses={201: DisputeSerializer},
    )
    def post(self, request: Request, number: int) -> Response:
        """Ask another arbiter to review a decision, once. Each player who was notified of the decision may appeal."""
        appealed = filing.appeal(number, caller(request), **body_of(request, DisputeAppealInput))
        return Response(dispute_data(appealed, viewer_id=caller(request).pk), status=201)


class SanctionsView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": GAME_READ}

    @extend_schema(operation_id="list_sanctions", summary="My sanctions", responses=SanctionSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The sanctions that arbiters have imposed on you, newest first. While a warning waits to be acknowledged, its
        `acknowledged_at` is null."""
        return page_answer(
            request,
            presenters.sanctions_of(caller(request)),
            lambda page: [sanction_data(sanction) for sanction in page],
        )


class AcknowledgementView(Endpoint):
    required_scopes = {"POST": DISPUTE_WRITE}
    # Without it they could not move.
    guests = True
    location = "sanctions/"

    @extend_schema(
        operation_id="acknowledge_warning",
        summary="Acknowledge a warning",
        request=None,
        responses={201: SanctionSerializer},
    )
    def post(self, request: Request, sanction_id: int) -> Response:
        """Confirm that you have read a warning. Until then you cannot move. Repeating the call changes nothing."""
        body_of(request)
        return Response(sanction_data(sanctions.acknowledge(sanction_id, caller(request))), status=201)


def _disputes_data(disputes: list[Dispute], *, viewer_id: int) -> list[Data]:
    return [dispute_data(dispute, viewer_id=viewer_id) for dispute in disputes]
