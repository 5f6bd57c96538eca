"""Draw offers and draw claims."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_views import Endpoint
from accounts.api.requests import body_of
from accounts.scopes import Scope
from games.api.callers import caller
from games.play import loading
from games.play.actions import accept_draw, claim_draw, decline_draw, offer_draw
from games.play.api.answers import game_answer
from games.play.api.serializers.games import ClaimInput, GameSerializer, ProvenClaimSerializer, ReasonInput


class DrawOfferView(Endpoint):
    required_scopes = {"POST": Scope.GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (offer_draw,)}

    @extend_schema(
        operation_id="offer_draw", summary="Offer a draw", request=ReasonInput, responses={201: GameSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Offer a draw without a move, with an optional reason. The offer stands until your opponent accepts, declines
        or moves."""
        game = offer_draw(number, caller(request), **body_of(request, ReasonInput))
        return game_answer(request, game, status=201)


class DrawAcceptanceView(Endpoint):
    required_scopes = {"POST": Scope.GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (accept_draw,)}

    @extend_schema(
        operation_id="accept_draw", summary="Accept a draw offer", request=None, responses={201: GameSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Accept your opponent's offer: the game ends in a draw by agreement."""
        body_of(request)
        return game_answer(request, accept_draw(number, caller(request)), status=201)


class DrawRefusalView(Endpoint):
    required_scopes = {"POST": Scope.GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (decline_draw,)}

    @extend_schema(
        operation_id="decline_draw",
        summary="Decline a draw offer",
        request=ReasonInput,
        responses={201: GameSerializer},
    )
    def post(self, request: Request, number: int) -> Response:
        """Decline your opponent's offer, with an optional reason. A move declines it too."""
        game = decline_draw(number, caller(request), **body_of(request, ReasonInput))
        return game_answer(request, game, status=201)


class DrawClaimView(Endpoint):
    required_scopes = {"POST": Scope.GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (claim_draw,)}

    @extend_schema(
        operation_id="claim_draw", summary="Claim a draw", request=ClaimInput, responses={201: ProvenClaimSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Claim a draw by repetition or by the quiet limit. You must be on move, and the rules must require a claim. If
        the server proves the claim, the game ends; otherwise the refusal says what the server found."""
        claim = body_of(request, ClaimInput)["claim"]
        game = claim_draw(number, caller(request), claim=claim)
        answer = game_answer(request, game, status=201)
        answer.data = {**loading.proof_as_data(loading.proof_of(game, claim)), "game": answer.data}
        return answer
