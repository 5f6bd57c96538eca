"""Downloads: the record of a game, or all games of a player."""

from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.analysis.api.renderers import FORM, NdjsonRenderer, PgnRenderer, RecordNegotiation
from games.analysis.api.serializers.exports import ExportQuery
from games.analysis.api.serializers.records import GameRecordQuery
from games.analysis.exports.choice import GameSelection, PlayerResult, moves_of_games
from games.analysis.exports.pieces import pieces
from games.analysis.exports.texts import ExportFormat, GameWriter
from games.core.api.callers import viewer_id
from games.core.queries import current_game
from games.players.api.answers import player_named
from games.players.queries import player_by_name
from kit.downloads import download
from kit.endpoints import Endpoint
from kit.requests import query_of, refuse_unknown_parameters
from muehle import Notation

COLUMNS = ("status", "result", "termination", "rules", "rated")


class PlayerGamesView(Endpoint):
    required_scopes = {"GET": None}
    renderer_classes: Any = [NdjsonRenderer, PgnRenderer]
    content_negotiation_class = RecordNegotiation
    refusals = {"GET": (download,)}
    # Reads and writes thousands of games.
    throttle_cost = 20
    has_tag = False

    @extend_schema(
        operation_id="export_games",
        summary="Download the games of a player",
        parameters=[FORM, ExportQuery],
        responses={
            (200, NdjsonRenderer.media_type): OpenApiResponse(
                OpenApiTypes.STR, description="One line of JSON for each game."
            ),
            (200, PgnRenderer.media_type): OpenApiResponse(OpenApiTypes.STR, description="One record for each game."),
        },
    )
    def get(self, request: Request, username: str) -> HttpResponseBase:
        """All games of a player that match the filters, streamed: lines of JSON (`application/x-ndjson`) with the
        fields of a game, or PGN-like text (`application/x-muehle-pgn`). By default, games with the highest numbers come
        first; `after` continues after a game that you have. You can have one download at a time. The last three
        half-moves of ongoing games are included for their players only."""
        wanted = query_of(request, ExportQuery)
        # Before a slot is taken.
        refuse_unknown_parameters(request)
        player = player_by_name(username)
        form = ExportFormat(request.accepted_renderer.format)
        writing = _writer(request, form, wanted)
        media_type = next(renderer for renderer in self.renderer_classes if renderer.format == form).media_type
        return download(
            pieces(_choice(wanted, player=player), writing),
            request=request,
            headers={
                "Content-Type": f"{media_type}; charset=utf-8",
                "Content-Disposition": f'attachment; filename="muehle-{player.username}.{form}"',
            },
        )


def _choice(wanted: dict[str, Any], **who: Any) -> GameSelection:
    outcome, opponent = wanted.get("outcome"), wanted.get("opponent")
    return GameSelection(
        **who,
        opponent=player_named("opponent", opponent) if opponent else None,
        outcome=PlayerResult(outcome) if outcome else None,
        since=wanted.get("since"),
        until=wanted.get("until"),
        columns={name: wanted[name] for name in COLUMNS if name in wanted},
        oldest_first=wanted["order"] == "oldest",
        after=wanted.get("after"),
    )


class RecordView(Endpoint):
    required_scopes = {"GET": None}
    renderer_classes: Any = [PgnRenderer, NdjsonRenderer]
    content_negotiation_class = RecordNegotiation

    @extend_schema(
        operation_id="get_record",
        summary="The record of a game",
        parameters=[FORM, GameRecordQuery],
        responses={
            (200, PgnRenderer.media_type): OpenApiResponse(OpenApiTypes.STR, description="The record."),
            (200, NdjsonRenderer.media_type): OpenApiResponse(OpenApiTypes.STR, description="The record."),
        },
    )
    def get(self, request: Request, number: int) -> Response:
        """The game as PGN-like text (`application/x-muehle-pgn`), or as a line of JSON (`application/x-ndjson`) with
        the fields of a game. The last three half-moves of an ongoing game are included for its players only."""
        wanted = query_of(request, GameRecordQuery)
        game = current_game(number)
        form = ExportFormat(request.accepted_renderer.format)
        name = f"muehle-{game.number}.{form}"
        # Moves that were played after the game was read are none of it.
        moves = {number: moves[: game.ply] for number, moves in moves_of_games([game.number]).items()}
        [text] = _writer(request, form, wanted).texts_of([game], moves)
        return Response(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _writer(request: Request, form: ExportFormat, wanted: dict[str, Any]) -> GameWriter:
    return GameWriter(
        form=form,
        notation=Notation(wanted["notation"]),
        viewer_id=viewer_id(request),
        evaluations=wanted["evaluations"],
    )
