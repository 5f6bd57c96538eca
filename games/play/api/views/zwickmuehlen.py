"""The Zwickmühlen on the board of a game, for users who may see them."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_views import Endpoint
from accounts.api.requests import query_of
from games.core.queries import current_game, position_after
from games.play.api.serializers.zwickmuehlen import GameZwickmuehlenSerializer, ZwickmuehlenQuery
from games.play.errors import ZwickmuehlenWithheld
from games.play.presenters import sided_zwickmuehlen_data
from games.play.queries import may_see_zwickmuehlen


class ZwickmuehlenView(Endpoint):
    required_scopes = {"GET": None}
    refusals = {"GET": (ZwickmuehlenWithheld,)}

    @extend_schema(
        operation_id="list_zwickmuehlen",
        summary="Zwickmühlen in a game",
        parameters=[ZwickmuehlenQuery],
        responses=GameZwickmuehlenSerializer,
    )
    def get(self, request: Request, number: int) -> Response:
        """The Zwickmühlen of both sides, now or after an earlier half-move. Refused to the players of an ongoing rated
        game, for every half-move."""
        wanted = query_of(request, ZwickmuehlenQuery)
        game = current_game(number)
        # It depends on the user, not on the scopes of the token.
        if not may_see_zwickmuehlen(game, request.user.pk):
            raise ZwickmuehlenWithheld(game)
        ply = wanted.get("ply", game.ply)
        found = sided_zwickmuehlen_data(position_after(game, ply))
        return Response({"number": game.number, "ply": ply, "zwickmuehlen": found})
