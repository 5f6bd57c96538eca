"""The public side of a player."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.endpoints import Endpoint
from games import selectors
from games.api.serializers.players import PlayerProfileSerializer
from games.shapes import player_shape


class PlayerView(Endpoint):
    required_scopes = {"GET": None}

    @extend_schema(operation_id="get_player", summary="A player", responses=PlayerProfileSerializer)
    def get(self, request: Request, username: str) -> Response:
        """A player's ratings and how many games were won, drawn and lost."""
        player = selectors.player_by_name(username)
        ratings, counts = selectors.ratings_of(player.pk), selectors.game_counts_of(player.pk)
        away = selectors.away_until([player.pk], now=timezone.now()).get(player.pk)
        return Response(player_shape(player, ratings=ratings, counts=counts, away_until=away))
