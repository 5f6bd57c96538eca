"""A player's games to download, as many as there are."""

from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request

from accounts.api.endpoints import Endpoint
from accounts.api.requests import query_of, refuse_what_nobody_reads
from games import selectors
from games.api.callers import player_named, viewer_id
from games.api.records import FORM, NdjsonRenderer, PgnRenderer, RecordNegotiation
from games.api.serializers.exports import ExportQuery
from games.engine import Notation
from games.exports.choice import Choice, Outcome
from games.exports.pieces import pieces
from games.exports.texts import Form, Writing
from games.streams.downloads import download
from games.streams.errors import StreamsFull, TooManyDownloads

COLUMNS = ("status", "result", "termination", "rules", "rated")


class PlayerGamesView(Endpoint):
    required_scopes = {"GET": None}
    renderer_classes: Any = [NdjsonRenderer, PgnRenderer]
    content_negotiation_class = RecordNegotiation
    refusals = {"GET": (TooManyDownloads, StreamsFull)}
    # Thousands of games are read and written.
    throttle_cost = 20
    has_tag = False

    @extend_schema(
        operation_id="export_games",
        summary="Download games",
        parameters=[FORM, ExportQuery],
        responses={
            (200, NdjsonRenderer.media_type): OpenApiResponse(OpenApiTypes.STR, description="A line of JSON a game."),
            (200, PgnRenderer.media_type): OpenApiResponse(OpenApiTypes.STR, description="A record a game."),
        },
    )
    def get(self, request: Request, username: str) -> HttpResponseBase:
        """All games of a player, or those that the filters leave, streamed: a line of JSON each
        (`application/x-ndjson`) in the shape of a game, or PGN-like text (`application/x-muehle-pgn`). Newest first by
        number; `after` goes on behind a game that you have. One download at a time. Of games that go on, the last three
        half-moves are for their players only."""
        wanted = query_of(request, ExportQuery)
        # Before a place is taken.
        refuse_what_nobody_reads(request)
        player = selectors.player_by_name(username)
        form = Form(request.accepted_renderer.format)
        writing = Writing(form=form, notation=Notation(wanted["notation"]), viewer_id=viewer_id(request))
        media_type = next(renderer for renderer in self.renderer_classes if renderer.format == form).media_type
        return download(
            pieces(_choice(wanted, player=player), writing),
            request=request,
            headers={
                "Content-Type": f"{media_type}; charset=utf-8",
                "Content-Disposition": f'attachment; filename="muehle-{player.username}.{form}"',
            },
        )


def _choice(wanted: dict[str, Any], **who: Any) -> Choice:
    outcome, opponent = wanted.get("outcome"), wanted.get("opponent")
    return Choice(
        **who,
        opponent=player_named("opponent", opponent) if opponent else None,
        outcome=Outcome(outcome) if outcome else None,
        since=wanted.get("since"),
        until=wanted.get("until"),
        columns={name: wanted[name] for name in COLUMNS if name in wanted},
        oldest_first=wanted["order"] == "oldest",
        after=wanted.get("after"),
    )
