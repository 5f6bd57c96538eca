"""The directory of players over the API."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.people.api.answers import listed_data
from games.people.api.serializers import ListedPlayerSerializer, PlayersQuery
from games.people.directory import COST, Wanted, named, players_for
from kit import database_time
from kit.endpoints import Endpoint
from kit.pagination import CursorPagination, page_answer, whole_answer
from kit.requests import query_of


class PlayersView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": None}
    throttle_costs = {"GET": COST}

    @extend_schema(
        operation_id="list_players",
        summary="Players",
        parameters=[PlayersQuery],
        responses=ListedPlayerSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """The directory of players, by username. Guests and closed accounts are not in it, and nobody who has blocked
        you. With `names`, these players on one page; names of nobody are left out."""
        wanted = query_of(request, PlayersQuery)
        names, words, bots = wanted.pop("names", None), wanted.pop("q", ""), wanted.pop("bot", None)
        choice = Wanted(words=words, bots=bots, **wanted)
        rows = players_for(request.user.pk, choice, now=database_time.now())
        if names is None:
            return page_answer(request, rows, listed_data)
        return whole_answer(listed_data(list(named(rows, names))))
