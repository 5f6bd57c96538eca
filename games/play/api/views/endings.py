"""Ending a game by one's own will, and asking for another."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_views import Endpoint
from accounts.api.requests import body_of
from accounts.scopes import Scope
from games.api.callers import caller
from games.play.actions import abort, claim_timeout, give_time, resign
from games.play.api.answers import game_answer
from games.play.api.serializers.games import GameSerializer


class ResignationView(Endpoint):
    required_scopes = {"POST": Scope.GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (resign,)}

    @extend_schema(operation_id="resign", summary="Resign a game", request=None, responses={201: GameSerializer})
    def post(self, request: Request, number: int) -> Response:
        """Resign the game, on either side's turn."""
        body_of(request)
        return game_answer(request, resign(number, caller(request)), status=201)


class AbortView(Endpoint):
    required_scopes = {"POST": Scope.GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (abort,)}

    @extend_schema(operation_id="abort", summary="Abort a game", request=None, responses={201: GameSerializer})
    def post(self, request: Request, number: int) -> Response:
        """End the game without a result, before your own second move. This is possible in at most three rated games
        within 30 days, including those in which you did not make a first move."""
        body_of(request)
        return game_answer(request, abort(number, caller(request)), status=201)


class TimeGiftView(Endpoint):
    required_scopes = {"POST": Scope.GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (give_time,)}

    @extend_schema(
        operation_id="give_time", summary="Give the opponent time", request=None, responses={201: GameSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Give your opponent one more day, on either side's turn, at most ten times in a game. If their time has run
        out in a game with `timeout` `claim`, they have a day from now."""
        body_of(request)
        return game_answer(request, give_time(number, caller(request)), status=201)


class TimeoutClaimView(Endpoint):
    required_scopes = {"POST": Scope.GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (claim_timeout,)}

    @extend_schema(
        operation_id="claim_timeout", summary="Claim a time-out", request=None, responses={201: GameSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Claim the win when your opponent’s time has run out in a game with `timeout` `claim`; `clock.grace_until` is
        then set."""
        body_of(request)
        return game_answer(request, claim_timeout(number, caller(request)), status=201)
