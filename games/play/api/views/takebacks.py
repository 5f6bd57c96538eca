"""Taking a move back by agreement."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_views import Endpoint
from accounts.api.requests import body_of
from accounts.scopes import Scope
from games.api.callers import caller
from games.play.actions import accept_takeback, ask_takeback, decline_takeback
from games.play.api.answers import game_answer
from games.play.api.serializers.games import GameSerializer


class TakebackView(Endpoint):
    required_scopes = {"POST": Scope.GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (ask_takeback,)}

    @extend_schema(
        operation_id="ask_takeback", summary="Ask to take a move back", request=None, responses={201: GameSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Ask to take back your last half-move in a casual game, together with the answer to it if there is one. The
        request stands until your opponent accepts or declines, or somebody moves."""
        body_of(request)
        return game_answer(request, ask_takeback(number, caller(request)), status=201)


class AcceptanceView(Endpoint):
    required_scopes = {"POST": Scope.GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (accept_takeback,)}

    @extend_schema(
        operation_id="accept_takeback",
        summary="Agree to take a move back",
        request=None,
        responses={201: GameSerializer},
    )
    def post(self, request: Request, number: int) -> Response:
        """Agree to the take-back: it is your opponent's turn again, in the position before their half-move. Draw offers
        and conditional moves end."""
        body_of(request)
        return game_answer(request, accept_takeback(number, caller(request)), status=201)


class RefusalView(Endpoint):
    required_scopes = {"POST": Scope.GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (decline_takeback,)}

    @extend_schema(
        operation_id="decline_takeback",
        summary="Decline to take a move back",
        request=None,
        responses={201: GameSerializer},
    )
    def post(self, request: Request, number: int) -> Response:
        """Decline your opponent's request. A move declines it too."""
        body_of(request)
        return game_answer(request, decline_takeback(number, caller(request)), status=201)
