"""The review of a game."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.api.callers import caller
from games.core.scopes import GAME_PLAY
from games.reviews.api.serializers import ReviewSerializer
from games.reviews.presenters import review_data
from games.reviews.queries import review_of
from games.reviews.requests import ask_for_review
from kit.endpoints import Endpoint
from kit.requests import body_of

COST = 20


class ReviewView(Endpoint):
    required_scopes = {"GET": None, "POST": GAME_PLAY}
    location = "games/{number}/review/"
    refusals = {"GET": (review_of,), "POST": (ask_for_review,)}
    throttle_costs = {"POST": COST}

    @extend_schema(operation_id="get_review", summary="Review of a game", responses=ReviewSerializer)
    def get(self, _request: Request, number: int) -> Response:
        """What each half-move of an ended game was worth, and what was better: proved by the tables of the solved game
        or by search, or estimated. Not found if nobody has asked for the review yet. While it is being made, the answer
        has the half-moves that are judged; the event `game_reviewed` says that it is finished."""
        return Response(review_data(review_of(number)))

    @extend_schema(
        operation_id="ask_for_review", summary="Ask for a review", request=None, responses={201: ReviewSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Have an ended game reviewed, which takes seconds to minutes. If there is a review already, it is returned,
        unless it was made by an older version."""
        body_of(request)
        return Response(review_data(ask_for_review(number, caller(request))), status=201)
