"""Rankings, and the histories of ratings."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.presenters import Data
from games.players.models import Rating
from games.players.queries import player_by_name
from games.rankings.api.serializers import (
    EncounterSerializer,
    PlayerRatingSerializer,
    PoolQuery,
    RankedPlayerSerializer,
    RankingQuery,
    RatingChangeSerializer,
)
from games.rankings.counting import distribution_of
from games.rankings.histories import between, rated_games
from games.rankings.listed import Ranking, ranked, rating_of
from games.rankings.presenters import changes_data, encounters_data, ranked_data, summary_data
from games.rankings.summaries import RatingSummary
from kit import database_time
from kit.endpoints import Endpoint
from kit.pagination import CursorPagination, page_answer
from kit.requests import query_of


class RankingView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": None}

    @extend_schema(
        operation_id="get_ranking",
        summary="A ranking",
        parameters=[RankingQuery],
        responses=RankedPlayerSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """The players with a rating under a rule set in a pool, highest first. Listed are those who have ended a rated
        game in the last 90 days, and the computers of the server; with `country`, those who say that they are there."""
        wanted, now = query_of(request, RankingQuery), database_time.now()
        ranking = Ranking(wanted["rules"], wanted["pool"], wanted["provisional"], wanted["country"])
        rows, distribution = ranked(ranking, at=now), distribution_of(ranking)

        def data_of(page: list[Rating]) -> list[Data]:
            return [ranked_data(rating, distribution, at=now) for rating in page]

        return page_answer(request, rows, data_of)


class PlayerRatingView(Endpoint):
    required_scopes = {"GET": None}

    @extend_schema(
        operation_id="get_player_rating",
        summary="A player’s rating",
        parameters=[PoolQuery],
        responses=PlayerRatingSerializer,
    )
    def get(self, request: Request, username: str, rules: str) -> Response:
        """One rating of a player, and what it was made of: results by colour, ending, month, opponent and opening. 404
        without a rated game under these rules in this pool."""
        player, pool = player_by_name(username), query_of(request, PoolQuery)["pool"]
        return Response(summary_data(RatingSummary(rating_of(player, rules, pool))))


class HistoryView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": None}

    @extend_schema(
        operation_id="list_rating_history",
        summary="How a rating changed",
        parameters=[PoolQuery],
        responses=RatingChangeSerializer(many=True),
    )
    def get(self, request: Request, username: str, rules: str) -> Response:
        """What each rated game under a rule set in a pool did to the rating of a player, the last one first."""
        player, pool = player_by_name(username), query_of(request, PoolQuery)["pool"]
        return page_answer(request, rated_games(player.pk, rules, pool), changes_data)


class EncountersView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": None}

    @extend_schema(
        operation_id="list_encounters",
        summary="The rated games of two players",
        responses=EncounterSerializer(many=True),
    )
    def get(self, request: Request, username: str, opponent: str) -> Response:
        """The rated games of a player against another one, the last one first, with the ratings of the first player."""
        player, other = player_by_name(username), player_by_name(opponent)
        return page_answer(request, between(player.pk, other.pk), encounters_data)
