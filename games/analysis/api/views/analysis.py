"""The analysis board over the API: positions, moves from any position, records."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.analysis.api.serializers.analysis import (
    AnalysisInput,
    AnalysisSerializer,
    EvaluationInput,
    EvaluationSerializer,
    PlayedOutSerializer,
    PlayedRecordSerializer,
    PositionInput,
    RecordInput,
)
from games.analysis.board import analyse, analyse_record
from games.analysis.evaluating import evaluation_for
from games.analysis.positions import analysis_of
from games.analysis.presenters import analysis_data
from games.core.api.callers import caller
from games.core.scopes import GAME_READ
from kit.endpoints import Endpoint
from kit.requests import body_of


class AnalysisView(Endpoint):
    required_scopes = {"POST": None}
    refusals = {"POST": (analyse,)}

    @extend_schema(
        operation_id="play_out_moves",
        summary="Play out moves",
        request=AnalysisInput,
        responses=PlayedOutSerializer,
    )
    def post(self, request: Request) -> Response:
        """Play out moves from any position (by default the empty board) under any rule set. The response has the last
        position, with its legal moves, the counters and the result. An illegal move is refused, with its `ply` and the
        reason. Nothing is stored."""
        wanted = body_of(request, AnalysisInput)
        return Response(analysis_data(analyse(wanted["moves"], rules=wanted["rules"], start=wanted["start"])))


class AnalysedRecordView(Endpoint):
    required_scopes = {"POST": None}
    refusals = {"POST": (analyse_record,)}
    # A long text is parsed and played out as a whole.
    throttle_cost = 5

    @extend_schema(
        operation_id="play_out_record",
        summary="Play out a record",
        request=RecordInput,
        responses=PlayedRecordSerializer,
    )
    def post(self, request: Request) -> Response:
        """Play out the game of a record. The response is that of `POST /analysis/`, with the tags of the record. The
        notation is detected (PGN-like text, PlayOK numbers, plain moves). Errors name the line and the half-move."""
        wanted = body_of(request, RecordInput)
        found = analyse_record(wanted["record"], rules=wanted["rules"])
        return Response({**analysis_data(found), "tags": dict(found.tags)})


class PositionsView(Endpoint):
    required_scopes = {"POST": None}
    refusals = {"POST": (analysis_of,)}

    @extend_schema(
        operation_id="look_at_position",
        summary="Analyse a position",
        request=PositionInput,
        responses=AnalysisSerializer,
    )
    def post(self, request: Request) -> Response:
        """The legal moves, the outcome, mills and Zwickmühlen of any position under any rule set. With a `move`, the
        response also says whether the move is legal, and why not or what it leads to. Nothing is stored."""
        wanted = body_of(request, PositionInput)
        return Response(analysis_of(wanted["position"], rules=wanted["rules"], move=wanted.get("move")))


class EvaluationView(Endpoint):
    required_scopes = {"POST": GAME_READ}
    refusals = {"POST": (evaluation_for,)}
    throttle_cost = 20

    @extend_schema(
        operation_id="evaluate_position",
        summary="Evaluate a position",
        request=EvaluationInput,
        responses=EvaluationSerializer,
    )
    def post(self, request: Request) -> Response:
        """What a position and its moves are worth for the side to move, the best move first, and a best line: proved by
        the tables of the solved game or by search, or estimated. Refused with `forbidden_while_playing` if the position
        is close to one of an ongoing game of yours, also mirrored, turned or with the colours exchanged. Nothing is
        stored."""
        wanted = body_of(request, EvaluationInput)
        return Response(evaluation_for(caller(request).pk, wanted["position"], rules=wanted["rules"]))
