"""Challenges: the lobby, one's own, answers, rematches."""

from functools import partial

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.challenges import actions
from games.challenges.api.answers import challenge_answer, challenges_data, invitation_data
from games.challenges.api.serializers import (
    AcceptanceInput,
    ChallengeInput,
    ChallengeSerializer,
    ChallengesQuery,
    DeclineInput,
    LobbyQuery,
    NewChallengeSerializer,
    proposal_of,
)
from games.challenges.eligibility import eligible_challenges
from games.challenges.models import Challenge
from games.challenges.queries import (
    challenge_by_link,
    challenge_for_viewer,
    challenges_by_bots,
    challenges_of,
    lobby_for,
)
from games.challenges.scopes import CHALLENGE_READ, CHALLENGE_WRITE
from games.core.api.callers import caller
from kit import database_time
from kit.endpoints import Endpoint
from kit.pagination import CursorPagination, page_answer
from kit.requests import body_of, query_of


class ChallengesView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": CHALLENGE_READ, "POST": CHALLENGE_WRITE}
    location = "challenges/{number}/"
    refusals = {"POST": (actions.challenge_player, actions.challenge_anyone, actions.invite_by_link)}

    @extend_schema(
        operation_id="list_challenges",
        summary="My challenges",
        parameters=[ChallengesQuery],
        responses=ChallengeSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """The challenges that you have sent, received or accepted, newest first."""
        rows = _filtered(caller(request).pk, **query_of(request, ChallengesQuery))
        return page_answer(request, rows, partial(challenges_data, reader=request.user))

    @extend_schema(
        operation_id="send_challenge",
        summary="Send or post a challenge",
        request=ChallengeInput,
        responses={201: NewChallengeSerializer},
    )
    def post(self, request: Request) -> Response:
        """Challenge one player (`direct`), the first eligible player who accepts (`open`), or the first who accepts
        with the secret of an invitation (`link`). A computer of this server accepts at once; `game` is then the number
        of the new game."""
        wanted, secret = body_of(request, ChallengeInput), None
        match wanted["kind"]:
            case Challenge.Kind.DIRECT:
                challenge = actions.challenge_player(caller(request), wanted["opponent"], proposal_of(wanted))
            case Challenge.Kind.OPEN:
                challenge = actions.challenge_anyone(caller(request), proposal_of(wanted))
            case _:
                challenge, secret = actions.invite_by_link(caller(request), proposal_of(wanted))
        return challenge_answer(challenge, reader=request.user, status=201, invitation=invitation_data(secret))


class LobbyView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": None}

    @extend_schema(
        operation_id="list_lobby",
        summary="The lobby",
        parameters=[LobbyQuery],
        responses=ChallengeSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """The open challenges of other players, newest first."""
        rows = lobby_for(request.user.pk, now=database_time.now()).order_by("-number")
        wanted = query_of(request, LobbyQuery)
        if wanted.pop("fitting"):
            rows = eligible_challenges(rows, caller(request) if request.user.is_authenticated else None)
        return page_answer(request, _narrowed(rows, **wanted), partial(challenges_data, reader=request.user))


class ChallengeView(Endpoint):
    required_scopes = {"GET": CHALLENGE_READ}

    @extend_schema(operation_id="get_challenge", summary="One of my challenges", responses=ChallengeSerializer)
    def get(self, request: Request, number: int) -> Response:
        """A challenge that you have sent, received or accepted, or an open one."""
        challenge = challenge_for_viewer(number, caller(request).pk)
        return challenge_answer(challenge, reader=request.user)


class AcceptanceView(Endpoint):
    required_scopes = {"POST": CHALLENGE_WRITE}
    location = "challenges/{number}/"
    refusals = {"POST": (actions.accept_challenge,)}

    @extend_schema(
        operation_id="accept_challenge",
        summary="Accept a challenge",
        request=AcceptanceInput,
        responses={201: ChallengeSerializer},
    )
    def post(self, request: Request, number: int) -> Response:
        """Accept a challenge to you or an open one; `game` is the number of the new game."""
        agreed = body_of(request, AcceptanceInput)
        challenge = actions.accept_challenge(number, caller(request), **agreed)
        return challenge_answer(challenge, reader=request.user, status=201)


class RefusalView(Endpoint):
    required_scopes = {"POST": CHALLENGE_WRITE}
    location = "challenges/{number}/"
    refusals = {"POST": (actions.decline_challenge,)}

    @extend_schema(
        operation_id="decline_challenge",
        summary="Decline a challenge",
        request=DeclineInput,
        responses={201: ChallengeSerializer},
    )
    def post(self, request: Request, number: int) -> Response:
        """Decline a challenge to you, with an optional reason."""
        challenge = actions.decline_challenge(number, caller(request), **body_of(request, DeclineInput))
        return challenge_answer(challenge, reader=request.user, status=201)


class CancellationView(Endpoint):
    required_scopes = {"POST": CHALLENGE_WRITE}
    location = "challenges/{number}/"
    refusals = {"POST": (actions.cancel_challenge,)}

    @extend_schema(
        operation_id="cancel_challenge",
        summary="Withdraw a challenge",
        request=None,
        responses={201: ChallengeSerializer},
    )
    def post(self, request: Request, number: int) -> Response:
        """Cancel a challenge that you have sent."""
        body_of(request)
        challenge = actions.cancel_challenge(number, caller(request))
        return challenge_answer(challenge, reader=request.user, status=201)


class InvitationView(Endpoint):
    required_scopes = {"GET": None}

    @extend_schema(operation_id="get_invitation", summary="An invitation", responses=ChallengeSerializer)
    def get(self, request: Request, secret: str) -> Response:
        """The challenge of an invitation link."""
        return challenge_answer(challenge_by_link(secret), reader=request.user)


class InvitationAcceptanceView(Endpoint):
    required_scopes = {"POST": CHALLENGE_WRITE}
    location = "challenges/{number}/"
    refusals = {"POST": (actions.accept_link,)}

    @extend_schema(
        operation_id="accept_invitation",
        summary="Accept an invitation",
        request=AcceptanceInput,
        responses={201: ChallengeSerializer},
    )
    def post(self, request: Request, secret: str) -> Response:
        """Accept an invitation, which works once; `game` is the number of the new game."""
        agreed = body_of(request, AcceptanceInput)
        challenge = actions.accept_link(secret, caller(request), **agreed)
        return challenge_answer(challenge, reader=request.user, status=201)


def _narrowed(rows: QuerySet[Challenge], *, bots: bool | None = None, **columns: object) -> QuerySet[Challenge]:
    """The challenges with these terms, by bots or by people only if `bots` is given."""
    rows = rows.filter(**columns)
    return rows if bots is None else challenges_by_bots(rows, bots=bots)


def _filtered(
    user_id: int, *, direction: str | None = None, status: str | None = None, kind: str | None = None
) -> QuerySet[Challenge]:
    rows, now = challenges_of(user_id), database_time.now()
    if direction is not None:
        rows = rows.filter(challenger=user_id) if direction == "sent" else rows.filter(opponent=user_id)
    if kind is not None:
        rows = rows.filter(kind=kind)
    return rows if status is None else rows.in_status(status, now=now)


class RematchView(Endpoint):
    required_scopes = {"POST": CHALLENGE_WRITE}
    location = "challenges/{number}/"
    refusals = {"POST": (actions.ask_rematch,)}

    @extend_schema(
        operation_id="ask_rematch", summary="Ask for a rematch", request=None, responses={201: ChallengeSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Challenge the opponent of an ended game again, on the same terms and with colours swapped. A computer of this
        server accepts at once."""
        body_of(request)
        challenge = actions.ask_rematch(number, caller(request))
        return challenge_answer(challenge, reader=request.user, status=201)
