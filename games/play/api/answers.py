"""Answers that show a game."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.core.api.callers import viewer_id
from games.core.models.games import Game
from games.play.presenters import game_data
from kit import database_time


def game_answer(request: Request, game: Game, *, status: int = 200, with_legal_moves: bool = False) -> Response:
    """The game as the caller may see it."""
    viewer, now = viewer_id(request), database_time.now()
    return Response(game_data(game, viewer_id=viewer, now=now, with_legal_moves=with_legal_moves), status=status)
