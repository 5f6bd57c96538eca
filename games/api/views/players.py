"""The public side of a player."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.endpoints import Endpoint
from games import selectors
from games.api.answers import player_answer
from games.api.serializers.players import PlayerProfileSerializer


class PlayerView(Endpoint):
    required_scopes = {"GET": None}

    @extend_schema(operation_id="get_player", summary="A player", responses=PlayerProfileSerializer)
    def get(self, request: Request, username: str) -> Response:
        """A player's ratings, how many games were won, drawn and lost, and how far he can be relied on."""
        return player_answer(selectors.player_by_name(username))
