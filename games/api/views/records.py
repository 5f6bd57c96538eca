"""The record of a game, to download."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.endpoints import Endpoint
from games import transitions
from games.api.records import NdjsonRenderer, PgnRenderer, RecordNegotiation, line_of, pgn_of

FORM = OpenApiParameter("form", str, enum=RecordNegotiation.forms, description="Instead of Accept.")


class RecordView(Endpoint):
    required_scopes = {"GET": None}
    renderer_classes: Any = [PgnRenderer, NdjsonRenderer]
    content_negotiation_class = RecordNegotiation

    @extend_schema(
        operation_id="get_record",
        summary="The record",
        parameters=[FORM],
        responses={
            (200, PgnRenderer.media_type): OpenApiResponse(OpenApiTypes.STR, description="The record."),
            (200, NdjsonRenderer.media_type): OpenApiResponse(OpenApiTypes.STR, description="The record."),
        },
    )
    def get(self, request: Request, number: int) -> Response:
        """The game as PGN-like text (`application/x-muehle-pgn`), or as a line of JSON (`application/x-ndjson`) in the
        shape of a game."""
        game = transitions.current_game(number)
        form = request.accepted_renderer.format
        text = line_of(game) if form == NdjsonRenderer.format else pgn_of(game)
        return Response(text, headers={"Content-Disposition": f'attachment; filename="muehle-{game.number}.{form}"'})
