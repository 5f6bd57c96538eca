"""The list of games, one game, its moves; and playing one."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import database_time
from accounts.api.base_views import Endpoint
from accounts.api.requests import body_of, query_of
from accounts.scopes import Scope
from games.api.callers import caller
from games.api.pagination import CursorPagination, page_answer, whole_answer
from games.core.models.games import Game
from games.core.presenters import Data
from games.core.queries import current_game, moves_of
from games.play.actions import play_move
from games.play.api.answers import game_answer
from games.play.api.serializers.games import (
    GameQuery,
    GameSerializer,
    GamesQuery,
    GameSummarySerializer,
    MoveInput,
    MovesPageSerializer,
)
from games.play.presenters import game_summary, moves_data
from games.play.timeouts import settle_among
from games.players.api.answers import player_named


class GamesView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": None}
    # No games wait for a visitor.
    refusals = {"GET": (NotAuthenticated,)}

    @extend_schema(
        operation_id="list_games", summary="Games", parameters=[GamesQuery], responses=GameSummarySerializer(many=True)
    )
    def get(self, request: Request) -> Response:
        """Games that match the filters. With a `status`, ongoing games are ordered by deadline, most urgent first, and
        finished and aborted games by the date of their end, latest first. Without a `status`, the newest come first."""
        rows = _filtered(request, query_of(request, GamesQuery))
        settle_among(rows)
        return page_answer(request, rows, _summaries)


class GameView(Endpoint):
    required_scopes = {"GET": None}

    @extend_schema(operation_id="get_game", summary="One game", parameters=[GameQuery], responses=GameSerializer)
    def get(self, request: Request, number: int) -> Response:
        """The game as it stands. If its deadline has passed, it is ended first."""
        wanted = query_of(request, GameQuery)
        game = current_game(number)
        return game_answer(request, game, with_legal_moves=wanted["legal_moves"])


class MovesView(Endpoint):
    required_scopes = {"GET": None, "POST": Scope.GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (play_move,)}

    @extend_schema(operation_id="list_moves", summary="Moves of a game", responses=MovesPageSerializer)
    def get(self, request: Request, number: int) -> Response:
        """All moves of the game on one page."""
        game = current_game(number)
        return whole_answer(moves_data(moves_of(game)))

    @extend_schema(
        operation_id="play_move",
        summary="Play a move",
        request=MoveInput,
        responses={201: GameSerializer, 200: GameSerializer},
    )
    def post(self, request: Request, number: int) -> Response:
        """Play a half-move, including its removal. You can send a draw offer, a message and conditional moves with it.
        Your opponent's conditional moves are played at once, so it may be your turn again. If you send the same move
        for the same `ply` again, the response is 200 and nothing is played twice."""
        wanted = body_of(request, MoveInput)
        lines = wanted.pop("plan")
        played = play_move(number, caller(request), wanted.pop("move"), lines=lines, **wanted)
        return game_answer(request, played.game, status=201 if played.is_new else 200)


def _filtered(request: Request, wanted: dict[str, Any]) -> QuerySet[Game]:
    columns = {name: wanted[name] for name in ("status", "result", "termination", "rules", "rated") if name in wanted}
    rows = Game.objects.with_players().filter(**columns)
    if "status" in wanted:
        # What follows from the status, for the sake of the indexes.
        rows = rows.ongoing() if wanted["status"] == Game.Status.ONGOING else rows.ended()
    for name in ("player", "opponent"):
        if name in wanted:
            rows = rows.of(player_named(name, wanted[name]).pk)
    if wanted["waiting"]:
        if not request.user.is_authenticated:
            raise NotAuthenticated
        rows = rows.waiting_for(request.user.pk)
    return rows.order_by(*_order(wanted))


def _order(wanted: dict[str, Any]) -> tuple[str, ...]:
    if wanted["waiting"] or wanted.get("status") == Game.Status.ONGOING:
        return ("deadline_at", "number")
    return ("-finished_at", "-number") if "status" in wanted else ("-number",)


def _summaries(games: list[Game]) -> list[Data]:
    now = database_time.now()
    return [game_summary(game, now=now) for game in games]
