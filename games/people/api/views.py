"""The directory of players, and following them, over the API."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.scopes import PREFERENCE_READ
from games.core.api.callers import caller
from games.people import follows
from games.people.api.answers import follow_data, follows_data, listed_data
from games.people.api.serializers import FollowInput, FollowSerializer, ListedPlayerSerializer, PlayersQuery
from games.people.directory import COST, Wanted, named, players_for
from games.players.queries import player_by_name
from games.players.scopes import RELATION_WRITE
from kit import database_time
from kit.endpoints import Endpoint
from kit.pagination import CursorPagination, page_answer, whole_answer
from kit.requests import body_of, query_of


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


class FollowsView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": PREFERENCE_READ}
    guests = False

    @extend_schema(operation_id="list_follows", summary="Players I follow", responses=FollowSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The players whom you follow, latest first. Nobody else can see this list."""
        return page_answer(request, follows.follows_of(caller(request).pk), follows_data)


class FollowView(Endpoint):
    required_scopes = {"GET": PREFERENCE_READ, "PUT": RELATION_WRITE, "DELETE": RELATION_WRITE}
    guests = False
    refusals = {"GET": (follows.the_follow_of,), "PUT": (follows.follow,)}

    @extend_schema(operation_id="get_follow", summary="Whether I follow a player", responses=FollowSerializer)
    def get(self, request: Request, username: str) -> Response:
        """Since when you follow a player; 404 if you do not."""
        return Response(follow_data(follows.the_follow_of(caller(request), player_by_name(username))))

    @extend_schema(
        operation_id="follow_player", summary="Follow a player", request=FollowInput, responses=FollowSerializer
    )
    def put(self, request: Request, username: str) -> Response:
        """Follow a player, and choose whether you are notified of their open challenges, at most once an hour and only
        of those that you may accept. Nobody sees whom you follow; everyone sees how many follow a player. A block ends
        it in both directions."""
        wanted = body_of(request, FollowInput)
        row = follows.follow(caller(request), player_by_name(username), is_told=wanted["notify"])
        return Response(follow_data(row))

    @extend_schema(operation_id="unfollow_player", summary="Follow a player no more", responses={204: None})
    def delete(self, request: Request, username: str) -> Response:
        """Nothing changes if you do not follow them."""
        follows.unfollow(caller(request), player_by_name(username))
        return Response(status=204)
