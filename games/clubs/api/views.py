"""Clubs over the API."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.clubs import founding, joining, members, noticeboard, roles
from games.clubs.api.serializers import (
    ClubChanges,
    ClubInput,
    ClubLinkSerializer,
    ClubMemberSerializer,
    ClubRankingQuery,
    ClubSerializer,
    ClubsQuery,
    JoinInput,
    JoinRequestSerializer,
    OwnMembershipSerializer,
    PostInput,
    PostSerializer,
    RankedMemberSerializer,
    RoleInput,
)
from games.clubs.founding import Wording
from games.clubs.models import Role
from games.clubs.presenters import (
    club_data,
    clubs_data,
    link_data,
    member_data,
    members_data,
    own_data,
    post_data,
    posts_data,
    ranked_data,
    requests_data,
)
from games.clubs.queries import (
    COST,
    club_at,
    clubs_found,
    members_of,
    open_request_of,
    places_in,
    ranked_members,
    requests_to,
)
from games.clubs.scopes import CLUB_READ, CLUB_WRITE
from games.core.api.callers import caller
from games.players.queries import player_by_name
from games.rankings.listed import Ranking
from kit import database_time
from kit.endpoints import Endpoint
from kit.errors import NotFound
from kit.pagination import CursorPagination, page_answer
from kit.requests import body_of, changes_in, faults_of, query_of

COST_OF_FOUNDING = 20
COST_OF_WRITING = 5


class ClubsView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": None, "POST": CLUB_WRITE}
    guests = False
    location = "clubs/{slug}/"
    refusals = {"POST": (founding.found,)}
    throttle_costs = {"GET": COST, "POST": COST_OF_FOUNDING}

    @extend_schema(
        operation_id="list_clubs", summary="Clubs", parameters=[ClubsQuery], responses=ClubSerializer(many=True)
    )
    def get(self, request: Request) -> Response:
        """All clubs, by name."""
        return page_answer(request, clubs_found(query_of(request, ClubsQuery).get("q", "")), clubs_data)

    @extend_schema(
        operation_id="found_club", summary="Found a club", request=ClubInput, responses={201: ClubSerializer}
    )
    def post(self, request: Request) -> Response:
        """Found a club, of which you are the owner then."""
        wanted = body_of(request, ClubInput)
        name = wanted.pop("name")
        with faults_of("name"):
            club = founding.found(caller(request), name, Wording(**wanted))
        return Response(club_data(club_at(club.slug)), status=201)


class ClubView(Endpoint):
    required_scopes = {"GET": None, "PATCH": CLUB_WRITE, "DELETE": CLUB_WRITE}
    guests = False
    refusals = {"GET": (club_at,), "PATCH": (founding.change,), "DELETE": (founding.dissolve,)}

    @extend_schema(operation_id="get_club", summary="A club", responses=ClubSerializer)
    def get(self, _request: Request, slug: str) -> Response:
        """What a club says of itself, and how one joins it."""
        return Response(club_data(club_at(slug)))

    @extend_schema(operation_id="change_club", summary="Change a club", request=ClubChanges, responses=ClubSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Change what your club says of itself, or how one joins it. Only the owner can."""
        founding.change(slug, caller(request), **changes_in(request, ClubChanges))
        return Response(club_data(club_at(slug)))

    @extend_schema(operation_id="dissolve_club", summary="Dissolve a club", responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Delete your club with its members and its noticeboard, for good. Only the owner can."""
        founding.dissolve(slug, caller(request))
        return Response(status=204)


class OwnMembershipView(Endpoint):
    required_scopes = {"GET": CLUB_READ, "PUT": CLUB_WRITE, "DELETE": CLUB_WRITE}
    guests = False
    refusals = {"GET": (club_at,), "PUT": (joining.join,), "DELETE": (members.leave,)}

    @extend_schema(operation_id="get_club_membership", summary="What I am in a club", responses=OwnMembershipSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Your role, or that you have asked to join; 404 if neither."""
        club, user_id = club_at(slug), caller(request).pk
        row = roles.membership_of(club, user_id) or open_request_of(club, user_id)
        if row is None:
            raise NotFound
        return Response(own_data(row))

    @extend_schema(
        operation_id="join_club", summary="Join a club", request=JoinInput, responses=OwnMembershipSerializer
    )
    def put(self, request: Request, slug: str) -> Response:
        """Join a club, or ask for it if an officer has to accept you. With the `secret` of its link you join at once.
        Somebody whom an officer has removed has to ask in any case."""
        return Response(own_data(joining.join(slug, caller(request), **body_of(request, JoinInput))))

    @extend_schema(operation_id="leave_club", summary="Leave a club", responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Leave a club, or withdraw your request. Nothing changes if there is neither."""
        members.leave(slug, caller(request))
        return Response(status=204)


class ClubMembersView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": None}
    refusals = {"GET": (club_at,)}

    @extend_schema(
        operation_id="list_club_members", summary="Members of a club", responses=ClubMemberSerializer(many=True)
    )
    def get(self, request: Request, slug: str) -> Response:
        """The members of a club: the owner, the officers, all others; in each role those who joined first."""
        return page_answer(request, members_of(club_at(slug)), members_data)


class ClubMemberView(Endpoint):
    required_scopes = {"PUT": CLUB_WRITE, "PATCH": CLUB_WRITE, "DELETE": CLUB_WRITE}
    guests = False
    refusals = {"PUT": (joining.accept,), "PATCH": (members.give_role,), "DELETE": (members.remove,)}

    @extend_schema(
        operation_id="accept_into_club",
        summary="Accept a request to join",
        request=None,
        responses=ClubMemberSerializer,
    )
    def put(self, request: Request, slug: str, username: str) -> Response:
        """Accept the request of a player; nothing changes if they are a member. Officers can, and the owner."""
        body_of(request)
        row = joining.accept(slug, caller(request), player_by_name(username))
        return Response(member_data(row))

    @extend_schema(
        operation_id="give_club_role", summary="Give a member a role", request=RoleInput, responses=ClubMemberSerializer
    )
    def patch(self, request: Request, slug: str, username: str) -> Response:
        """Make a member an officer, or a member again, or hand the club over. Only the owner can."""
        role = Role[body_of(request, RoleInput)["role"].upper()]
        return Response(member_data(members.give_role(slug, caller(request), player_by_name(username), role)))

    @extend_schema(operation_id="remove_from_club", summary="Remove a member", responses={204: None})
    def delete(self, request: Request, slug: str, username: str) -> Response:
        """Remove a member; nothing changes if they are none. Officers remove members, the owner removes officers too.
        The player joins again only if an officer accepts it, and asks a week later at the earliest."""
        members.remove(slug, caller(request), player_by_name(username))
        return Response(status=204)


class JoinRequestsView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": CLUB_READ}
    guests = False
    refusals = {"GET": (club_at, roles.require)}

    @extend_schema(
        operation_id="list_club_requests", summary="Requests to join a club", responses=JoinRequestSerializer(many=True)
    )
    def get(self, request: Request, slug: str) -> Response:
        """The players who wait for an answer, the first one first. Officers read it, and the owner."""
        club = club_at(slug)
        roles.require(club, caller(request), roles.TO_ADMIT)
        return page_answer(request, requests_to(club), requests_data)


class JoinRequestView(Endpoint):
    required_scopes = {"DELETE": CLUB_WRITE}
    guests = False
    refusals = {"DELETE": (joining.refuse,)}

    @extend_schema(operation_id="refuse_club_request", summary="Refuse a request to join", responses={204: None})
    def delete(self, request: Request, slug: str, username: str) -> Response:
        """Refuse the request of a player, who is not told; nothing changes if there is none. Officers can, and the
        owner. The player can ask again a week after the request."""
        joining.refuse(slug, caller(request), player_by_name(username))
        return Response(status=204)


class ClubLinkView(Endpoint):
    required_scopes = {"POST": CLUB_WRITE, "DELETE": CLUB_WRITE}
    guests = False
    location = "clubs/{slug}/"
    refusals = {"POST": (joining.make_link,), "DELETE": (joining.end_link,)}

    @extend_schema(
        operation_id="make_club_link",
        summary="Create a link to join",
        request=None,
        responses={201: ClubLinkSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Create a link by which one joins at once. The former one stops working. Officers can, and the owner."""
        body_of(request)
        return Response(link_data(joining.make_link(slug, caller(request))), status=201)

    @extend_schema(operation_id="revoke_club_link", summary="Revoke the link to join", responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Let the link stop working, if there is one. Officers can, and the owner."""
        joining.end_link(slug, caller(request))
        return Response(status=204)


class PostsView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": CLUB_READ, "POST": CLUB_WRITE}
    guests = False
    location = "clubs/{slug}/posts/"
    refusals = {"GET": (noticeboard.posts_for,), "POST": (noticeboard.write,)}
    throttle_costs = {"POST": COST_OF_WRITING}

    @extend_schema(operation_id="list_club_posts", summary="Noticeboard of a club", responses=PostSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The posts on the noticeboard, newest first, for members. Posts by players whom you have blocked or muted are
        left out."""
        return page_answer(request, noticeboard.posts_for(club_at(slug), caller(request)), posts_data)

    @extend_schema(
        operation_id="write_club_post",
        summary="Write on the noticeboard of a club",
        request=PostInput,
        responses={201: PostSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Post on the noticeboard of your club; at most twenty posts an hour."""
        post = noticeboard.write(club_at(slug), caller(request), **body_of(request, PostInput))
        return Response(post_data(post), status=201)


class PostView(Endpoint):
    required_scopes = {"DELETE": CLUB_WRITE}
    guests = False
    refusals = {"DELETE": (noticeboard.remove,)}

    @extend_schema(operation_id="remove_club_post", summary="Remove a post from a noticeboard", responses={204: None})
    def delete(self, request: Request, slug: str, post_id: int) -> Response:
        """Remove a post of yours; officers and the owner remove those of others too. A mark stays in its place, and
        only staff can read the text from then on, for 90 days."""
        noticeboard.remove(club_at(slug), caller(request), post_id)
        return Response(status=204)


class ClubRankingView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": None}
    refusals = {"GET": (club_at,)}

    @extend_schema(
        operation_id="get_club_ranking",
        summary="The ranking of a club",
        parameters=[ClubRankingQuery],
        responses=RankedMemberSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """The members who have ended a rated game in the last 90 days, highest rating first."""
        wanted, club = query_of(request, ClubRankingQuery), club_at(slug)
        ranking = Ranking(wanted["rules"], wanted["pool"], wanted["provisional"])
        rows = ranked_members(club, ranking, at=database_time.now())
        places = places_in(rows)
        return page_answer(request, rows, lambda page: [ranked_data(rating, places) for rating in page])
