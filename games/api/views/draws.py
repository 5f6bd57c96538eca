"""Draw offers and draw claims."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.endpoints import Endpoint
from accounts.api.requests import body_of
from accounts.scopes import Scope
from games import dispute_errors, errors, matches, transitions
from games.api.answers import game_answer
from games.api.callers import caller
from games.api.serializers.games import ClaimInput, GameSerializer, ProvenClaimSerializer, ReasonInput

DEED = (errors.NotAPlayer, errors.GameOver, errors.DeadlinePassed)
# Where something may be written along with it.
BETWEEN = (errors.PlayerUnavailable, errors.PlayerBlocked)
WORDS = (*BETWEEN, dispute_errors.Silenced)


class DrawOfferView(Endpoint):
    required_scopes = {"POST": Scope.GAME_PLAY}
    refusals = {"POST": (*DEED, *WORDS, dispute_errors.GameFrozen, errors.DrawOfferOpen, errors.DrawOfferTooSoon)}

    @extend_schema(
        operation_id="offer_draw", summary="Offer a draw", request=ReasonInput, responses={201: GameSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Offer a draw on its own, with a reason if you like. It stands until your opponent accepts, declines or
        moves."""
        game = transitions.offer_draw(number, caller(request), **body_of(request, ReasonInput))
        return game_answer(request, game, status=201)


class DrawAcceptanceView(Endpoint):
    required_scopes = {"POST": Scope.GAME_PLAY}
    refusals = {"POST": (*DEED, errors.NoDrawOffer)}

    @extend_schema(
        operation_id="accept_draw", summary="Accept the offer", request=None, responses={201: GameSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Accept your opponent's offer: the game ends in a draw by agreement."""
        body_of(request)
        return game_answer(request, transitions.accept_draw(number, caller(request)), status=201)


class DrawRefusalView(Endpoint):
    required_scopes = {"POST": Scope.GAME_PLAY}
    refusals = {"POST": (*DEED, *WORDS, errors.NoDrawOffer)}

    @extend_schema(
        operation_id="decline_draw", summary="Decline the offer", request=ReasonInput, responses={201: GameSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Decline your opponent's offer, with a reason if you like. A move declines it too."""
        game = transitions.decline_draw(number, caller(request), **body_of(request, ReasonInput))
        return game_answer(request, game, status=201)


class DrawClaimView(Endpoint):
    required_scopes = {"POST": Scope.GAME_PLAY}
    refusals = {
        "POST": (*DEED, dispute_errors.GameFrozen, errors.ClaimNotUsed, errors.NotYourTurn, errors.ClaimRefuted)
    }

    @extend_schema(
        operation_id="claim_draw", summary="Claim a draw", request=ClaimInput, responses={201: ProvenClaimSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Claim a draw by repetition or by the quiet limit, when you are on move under rules that want a claim. The
        server proves it, which ends the game, or refuses with what it found."""
        claim = body_of(request, ClaimInput)["claim"]
        game = transitions.claim_draw(number, caller(request), claim=claim)
        answer = game_answer(request, game, status=201)
        answer.data = {**matches.proof_as_data(matches.proof_of(game, claim)), "game": answer.data}
        return answer
