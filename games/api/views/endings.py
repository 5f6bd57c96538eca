"""Ending a game by one's own will, and asking for another."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.endpoints import Endpoint
from accounts.api.requests import body_of
from accounts.scopes import Scope
from games import challenges, dispute_errors, errors, transitions
from games.api.answers import challenge_answer, game_answer
from games.api.callers import caller
from games.api.serializers.challenges import ChallengeSerializer
from games.api.serializers.games import GameSerializer
from games.api.views.draws import BETWEEN, DEED


class ResignationView(Endpoint):
    required_scopes = {"POST": Scope.GAME_PLAY}
    refusals = {"POST": DEED}

    @extend_schema(operation_id="resign", summary="Resign", request=None, responses={201: GameSerializer})
    def post(self, request: Request, number: int) -> Response:
        """Give the game up, on either side's turn."""
        body_of(request)
        return game_answer(request, transitions.resign(number, caller(request)), status=201)


class AbortView(Endpoint):
    required_scopes = {"POST": Scope.GAME_PLAY}
    refusals = {"POST": (*DEED, dispute_errors.GameFrozen, errors.AbortTooLate)}

    @extend_schema(operation_id="abort", summary="Abort", request=None, responses={201: GameSerializer})
    def post(self, request: Request, number: int) -> Response:
        """End the game without a result, before your own second move."""
        body_of(request)
        return game_answer(request, transitions.abort(number, caller(request)), status=201)


class TimeoutClaimView(Endpoint):
    required_scopes = {"POST": Scope.GAME_PLAY}
    refusals = {"POST": (*DEED, errors.NothingToClaim)}

    @extend_schema(
        operation_id="claim_timeout", summary="Claim a time-out", request=None, responses={201: GameSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Take the win in a game of claims when your opponent’s time has run out: `clock.grace_until` is set then."""
        body_of(request)
        return game_answer(request, transitions.claim_timeout(number, caller(request)), status=201)


class RematchView(Endpoint):
    required_scopes = {"POST": Scope.CHALLENGE_WRITE}
    refusals = {
        "POST": (
            errors.NotAPlayer,
            errors.GameNotOver,
            *BETWEEN,
            dispute_errors.Suspended,
            errors.RematchAsked,
            errors.TooManyChallenges,
        ),
    }

    @extend_schema(
        operation_id="ask_rematch", summary="Ask for a rematch", request=None, responses={201: ChallengeSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Challenge your opponent of an ended game again, on the same terms and with colours changed."""
        body_of(request)
        return challenge_answer(challenges.ask_rematch(number, caller(request)), status=201)
