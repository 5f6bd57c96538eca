"""Pausing a game by agreement."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_views import Endpoint
from accounts.api.requests import body_of
from accounts.scopes import Scope
from games.api.callers import caller
from games.play.actions import accept_pause, decline_pause, offer_pause, withdraw_pause
from games.play.api.answers import game_answer
from games.play.api.serializers.games import GameSerializer, PauseInput


class PauseView(Endpoint):
    required_scopes = {"POST": Scope.GAME_PLAY, "DELETE": Scope.GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (offer_pause,), "DELETE": (withdraw_pause,)}

    @extend_schema(
        operation_id="offer_pause", summary="Offer a pause", request=PauseInput, responses={201: GameSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Offer to pause both clocks, from your opponent's acceptance until a given time. The offer stands until your
        opponent accepts or declines, you withdraw it, or somebody moves."""
        game = offer_pause(number, caller(request), **body_of(request, PauseInput))
        return game_answer(request, game, status=201)

    @extend_schema(operation_id="withdraw_pause", summary="Withdraw a pause offer", responses={204: None})
    def delete(self, request: Request, number: int) -> Response:
        """Withdraw your own offer. A pause that your opponent has accepted cannot be withdrawn."""
        withdraw_pause(number, caller(request))
        return Response(status=204)


class AcceptanceView(Endpoint):
    required_scopes = {"POST": Scope.GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (accept_pause,)}

    @extend_schema(operation_id="accept_pause", summary="Accept a pause", request=None, responses={201: GameSerializer})
    def post(self, request: Request, number: int) -> Response:
        """Accept your opponent's offer: both clocks are paused from now until the end of the pause. Moves are still
        possible and do not end it."""
        body_of(request)
        return game_answer(request, accept_pause(number, caller(request)), status=201)


class RefusalView(Endpoint):
    required_scopes = {"POST": Scope.GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (decline_pause,)}

    @extend_schema(
        operation_id="decline_pause", summary="Decline a pause", request=None, responses={201: GameSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Decline your opponent's offer. A move declines it too."""
        body_of(request)
        return game_answer(request, decline_pause(number, caller(request)), status=201)
