"""Players, blocking and muting, bot accounts."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import HasScope, IsFreshToMake
from accounts.scopes import PREFERENCE_READ
from games.core.api.callers import caller
from games.core.presenters import Data
from games.core.scopes import BOT_PLAY
from games.players import relations
from games.players.api.answers import player_answer
from games.players.api.serializers import BotInput, PlayerProfileSerializer, RelationInput, RelationSerializer
from games.players.bots import become_bot
from games.players.models import Relation
from games.players.presenters import relation_data
from games.players.queries import player_by_name, relation_between, relations_of
from games.players.scopes import RELATION_WRITE
from kit.endpoints import Endpoint
from kit.pagination import CursorPagination, page_answer
from kit.requests import body_of, changes_in


class BotView(Endpoint):
    required_scopes = {"POST": BOT_PLAY}
    permission_classes = [HasScope, IsFreshToMake]
    location = "players/{username}/"
    refusals = {"POST": (become_bot,)}

    @extend_schema(
        operation_id="become_bot",
        summary="Become a bot",
        request=BotInput,
        responses={200: PlayerProfileSerializer, 201: PlayerProfileSerializer},
    )
    def post(self, request: Request) -> Response:
        """Turn this account into a bot account.

        This cannot be undone. The account must never have played, and must not be a staff account. If it is a bot
        account already, this changes the `operator` (200).
        """
        user, wanted = caller(request), body_of(request, BotInput)
        if wanted["confirm"] != user.username:
            raise ValidationError({"confirm": [_("Type the name of this account: %(name)s") % {"name": user.username}]})
        bot = become_bot(user, operator=wanted["operator"])
        return player_answer(bot, status=200 if user.is_bot else 201)


class PlayerView(Endpoint):
    required_scopes = {"GET": None}

    @extend_schema(operation_id="get_player", summary="A player", responses=PlayerProfileSerializer)
    def get(self, request: Request, username: str) -> Response:
        """A player's ratings, their numbers of won, drawn and lost games, and their reliability."""
        return player_answer(player_by_name(username))


class RelationsView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": PREFERENCE_READ}

    @extend_schema(
        operation_id="list_relations",
        summary="Players I have blocked or muted",
        responses=RelationSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """The players whom you have blocked or muted, latest first. Nobody else can see this list."""
        return page_answer(request, relations_of(caller(request).pk), _relations_data)


class RelationView(Endpoint):
    required_scopes = {"GET": PREFERENCE_READ, "PATCH": RELATION_WRITE}
    refusals = {"PATCH": (relations.change,)}

    @extend_schema(
        operation_id="get_relation", summary="Whether I have blocked or muted a player", responses=RelationSerializer
    )
    def get(self, request: Request, username: str) -> Response:
        """Whether you have blocked or muted a player. You cannot see what they have decided about you."""
        other = player_by_name(username)
        return Response(relation_data(relation_between(caller(request).pk, other.pk), other))

    @extend_schema(
        operation_id="change_relation",
        summary="Block or mute a player",
        request=RelationInput,
        responses=RelationSerializer,
    )
    def patch(self, request: Request, username: str) -> Response:
        """Block a player, mute them, or undo either.

        With a block, neither of you can challenge the other, send them messages, or accept their open challenges and
        invitations; ongoing games go on. If you mute a player, you do not see what they write. They are notified of
        neither.
        """
        other = player_by_name(username)
        row = relations.change(caller(request), other, **changes_in(request, RelationInput))
        return Response(relation_data(row, other))


def _relations_data(rows: list[Relation]) -> list[Data]:
    return [relation_data(row, row.other) for row in rows]
