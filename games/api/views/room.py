"""What the spectators of a game write to each other."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.endpoints import Endpoint
from accounts.api.requests import body_of
from accounts.scopes import Scope
from games import dispute_errors, errors, room, selectors, talk_errors, transitions
from games.api.answers import page_answer
from games.api.callers import caller
from games.api.pagination import CursorPagination
from games.api.serializers.talk import RoomMessageInput, RoomMessageSerializer
from games.models import RoomMessage
from games.shapes import Shape, room_message_shape

COST = 5


class RoomView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": Scope.GAME_READ, "POST": Scope.MESSAGE_WRITE}
    refusals = {
        "GET": (talk_errors.RoomClosed,),
        "POST": (
            talk_errors.RoomClosed,
            talk_errors.TooManyWords,
            errors.MessageMissing,
            errors.TextTooLong,
            errors.TextMalformed,
            errors.PlayerUnavailable,
            errors.PlayerBlocked,
            dispute_errors.Silenced,
        ),
    }

    throttle_costs = {"POST": COST}

    @extend_schema(operation_id="list_room", summary="The spectators’ room", responses=RoomMessageSerializer(many=True))
    def get(self, request: Request, number: int) -> Response:
        """What the spectators have written, the newest first. The two players are let in when the game is over."""
        game = transitions.current_game(number)
        room.require_admitted(game, caller(request).pk)
        return page_answer(request, selectors.room_messages_for(game, caller(request).pk), _shapes)

    @extend_schema(
        operation_id="write_in_room",
        summary="Write as a spectator",
        request=RoomMessageInput,
        responses={201: RoomMessageSerializer},
    )
    def post(self, request: Request, number: int) -> Response:
        """Write to whoever else looks on, thirty times an hour at most."""
        transitions.current_game(number)
        message = room.write(number, caller(request), **body_of(request, RoomMessageInput))
        return Response(room_message_shape(message), status=201)


class RoomMessageView(Endpoint):
    required_scopes = {"DELETE": Scope.MESSAGE_WRITE}

    @extend_schema(operation_id="delete_room_message", summary="Take back what I wrote", responses={204: None})
    def delete(self, request: Request, number: int, message_id: int) -> Response:
        """Delete something that you have written as a spectator. From then on staff alone can read it, for 90 days."""
        room.take_back(number, caller(request), message_id)
        return Response(status=204)


def _shapes(messages: list[RoomMessage]) -> list[Shape]:
    return [room_message_shape(message) for message in messages]
