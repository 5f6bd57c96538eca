"""What the players of a game write to each other."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.endpoints import Endpoint
from accounts.api.requests import body_of
from accounts.scopes import Scope
from games import dispute_errors, errors, messages, selectors
from games.api.answers import page_answer, whole_answer
from games.api.callers import caller
from games.api.pagination import CursorPagination
from games.api.serializers.talk import CannedMessagesPageSerializer, MessageInput, MessageSerializer
from games.models import Canned, Message
from games.shapes import Shape, message_shape


class MessagesView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": Scope.GAME_READ, "POST": Scope.MESSAGE_WRITE}
    refusals = {
        "GET": (errors.NotAPlayer,),
        "POST": (
            errors.NotAPlayer,
            errors.MessageMissing,
            errors.TextTooLong,
            errors.TextMalformed,
            errors.PlayerUnavailable,
            errors.PlayerBlocked,
            dispute_errors.Silenced,
        ),
    }

    @extend_schema(operation_id="list_messages", summary="Messages", responses=MessageSerializer(many=True))
    def get(self, request: Request, number: int) -> Response:
        """The messages of a game of yours, oldest first."""
        game = selectors.game_for_viewer(number)
        if not game.has_player(caller(request).pk):
            raise errors.NotAPlayer(game)
        return page_answer(request, selectors.messages_for(game, caller(request).pk), _shapes)

    @extend_schema(
        operation_id="send_message", summary="Write a message", request=MessageInput, responses={201: MessageSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Write to your opponent, during the game or after it, in words of your own or by a sentence of the list."""
        message = messages.send_message(number, caller(request), **body_of(request, MessageInput))
        return Response(message_shape(message), status=201)


class CannedMessagesView(Endpoint):
    required_scopes = {"GET": None}

    @extend_schema(
        operation_id="list_canned_messages", summary="Ready-made sentences", responses=CannedMessagesPageSerializer
    )
    def get(self, _request: Request) -> Response:
        """The sentences that can be sent by their key; every reader finds them in his own language."""
        return whole_answer([{"key": canned.value, "text": canned.label} for canned in Canned])


def _shapes(messages: list[Message]) -> list[Shape]:
    return [message_shape(message) for message in messages]
