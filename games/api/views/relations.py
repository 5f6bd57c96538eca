"""Whom I have blocked or muted."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.endpoints import Endpoint
from accounts.api.requests import changes_in
from accounts.scopes import Scope
from games import errors, relations, selectors
from games.api.answers import page_answer
from games.api.callers import caller
from games.api.pagination import CursorPagination
from games.api.serializers.relations import RelationInput, RelationSerializer
from games.models import Relation
from games.shapes import Shape, relation_shape


class RelationsView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": Scope.PREFERENCE_READ}

    @extend_schema(
        operation_id="list_relations", summary="Whom I have blocked or muted", responses=RelationSerializer(many=True)
    )
    def get(self, request: Request) -> Response:
        """The players whom you have blocked or muted, the last one first. Nobody else can see this list."""
        return page_answer(request, selectors.relations_of(caller(request).pk), _shapes)


class RelationView(Endpoint):
    required_scopes = {"GET": Scope.PREFERENCE_READ, "PATCH": Scope.PREFERENCE_WRITE}
    refusals = {"PATCH": (errors.OwnRelation,)}

    @extend_schema(
        operation_id="get_relation", summary="Have I blocked or muted this player?", responses=RelationSerializer
    )
    def get(self, request: Request, username: str) -> Response:
        """What you have decided about a player. What he has decided about you is not to be had."""
        other = selectors.player_by_name(username)
        return Response(relation_shape(selectors.relation_between(caller(request).pk, other.pk), other))

    @extend_schema(
        operation_id="change_relation",
        summary="Block or mute a player",
        request=RelationInput,
        responses=RelationSerializer,
    )
    def patch(self, request: Request, username: str) -> Response:
        """Block a player (neither of you can challenge the other or write to him any more, nor take his seats and
        invitations; games that have begun go on), mute him (you do not see what he writes), or lift it. He is told of
        neither."""
        other = selectors.player_by_name(username)
        row = relations.change(caller(request), other, **changes_in(request, RelationInput))
        return Response(relation_shape(row, other))


def _shapes(rows: list[Relation]) -> list[Shape]:
    return [relation_shape(row, row.other) for row in rows]
