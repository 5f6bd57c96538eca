"""Presence: a player has a game in view, so that no notifications about it are sent."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_views import Endpoint
from accounts.api.fields import HIGHEST_NUMBER, NumberField
from accounts.api.requests import body_of
from accounts.scopes import Scope
from games.api.callers import caller
from games.core import pubsub
from games.core.errors import NotAPlayer
from games.core.queries import game_for_viewer


class PresenceInput(serializers.Serializer[Any]):
    """The `seq` of the last event of the game's log that is shown."""

    event = NumberField(min_value=0, max_value=HIGHEST_NUMBER)


class PresenceView(Endpoint):
    required_scopes = {"PUT": Scope.GAME_PLAY, "DELETE": Scope.GAME_PLAY}
    refusals = {"PUT": (NotAPlayer,), "DELETE": (NotAPlayer,)}

    @extend_schema(
        operation_id="note_presence",
        summary="Mark me as looking at a game",
        request=PresenceInput,
        responses={204: None},
    )
    def put(self, request: Request, number: int) -> Response:
        """Report that you are looking at the game, and up to which `seq` of its log. For 90 seconds, notifications
        about the game are held back, and none are sent about what you have seen. Deadline notifications are sent
        regardless."""
        _require_player(request, number)
        pubsub.note_presence(user=caller(request).pk, game=number, event=body_of(request, PresenceInput)["event"])
        return Response(status=204)

    @extend_schema(operation_id="note_absence", summary="Mark me as gone from a game", responses={204: None})
    def delete(self, request: Request, number: int) -> Response:
        """Report that you are no longer looking at the game."""
        _require_player(request, number)
        pubsub.note_absence(user=caller(request).pk, game=number)
        return Response(status=204)


def _require_player(request: Request, number: int) -> None:
    game = game_for_viewer(number)
    if not game.has_player(caller(request).pk):
        raise NotAPlayer(game)
