"""Looking at any position, without a game and without an account."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.endpoints import Endpoint
from accounts.api.requests import body_of
from games import errors
from games.api.analysis import analysis_of
from games.api.serializers.positions import AnalysisSerializer, PositionInput


class PositionsView(Endpoint):
    required_scopes = {"POST": None}
    refusals = {"POST": (errors.PositionMalformed, errors.MoveMalformed)}

    @extend_schema(
        operation_id="look_at_position",
        summary="Look at a position",
        request=PositionInput,
        responses=AnalysisSerializer,
    )
    def post(self, request: Request) -> Response:
        """The legal moves, the outcome, mills and Zwickmühlen of any position under any rule set; with a `move` also
        whether it is legal, why not, and what it leads to. Nothing is stored."""
        wanted = body_of(request, PositionInput)
        return Response(analysis_of(wanted["position"], rules=wanted["rules"], move=wanted.get("move")))
