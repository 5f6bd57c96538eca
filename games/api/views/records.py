"""The record of a game, to download."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.endpoints import Endpoint
from accounts.api.requests import query_of
from games import selectors, transitions
from games.api.callers import viewer_id
from games.api.records import FORM, NdjsonRenderer, PgnRenderer, RecordNegotiation
from games.api.serializers.records import RecordQuery
from games.engine import Notation
from games.exports.texts import Form, Writing


class RecordView(Endpoint):
    required_scopes = {"GET": None}
    renderer_classes: Any = [PgnRenderer, NdjsonRenderer]
    content_negotiation_class = RecordNegotiation

    @extend_schema(
        operation_id="get_record",
        summary="The record",
        parameters=[FORM, RecordQuery],
        responses={
            (200, PgnRenderer.media_type): OpenApiResponse(OpenApiTypes.STR, description="The record."),
            (200, NdjsonRenderer.media_type): OpenApiResponse(OpenApiTypes.STR, description="The record."),
        },
    )
    def get(self, request: Request, number: int) -> Response:
        """The game as PGN-like text (`application/x-muehle-pgn`), or as a line of JSON (`application/x-ndjson`) in the
        shape of a game. While it goes on, the last three half-moves are for its two players only."""
        notation = Notation(query_of(request, RecordQuery)["notation"])
        game = transitions.current_game(number)
        form = Form(request.accepted_renderer.format)
        writing = Writing(form=form, notation=notation, viewer_id=viewer_id(request))
        name = f"muehle-{game.number}.{form}"
        return Response(
            writing.text_of(game, selectors.moves_of(game)),
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )
