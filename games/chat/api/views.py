"""Messages of the players, spectator chat, notes."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.endpoints import Endpoint
from accounts.api.requests import body_of
from accounts.scopes import Scope
from games.api.callers import caller, viewer_id
from games.api.pagination import CursorPagination, page_answer, whole_answer
from games.chat import messages as chat_messages
from games.chat import notes, spectators
from games.chat.api.serializers import (
    CannedMessagesPageSerializer,
    MessageInput,
    MessageSerializer,
    NoteInput,
    NotesPageSerializer,
    OwnNoteSerializer,
    RoomMessageInput,
    RoomMessageSerializer,
)
from games.chat.errors import MessageMissing, RoomClosed, TooManyWords
from games.chat.models import Canned, Message, RoomMessage
from games.chat.presenters import message_shape, own_note_shape, revealed_note_shape, room_message_shape
from games.chat.queries import messages_for, own_note, revealed_notes, room_messages_for
from games.core.errors import NotAPlayer, TextMalformed, TextTooLong
from games.core.presenters import Shape
from games.core.queries import current_game, game_for_viewer
from games.players.errors import PlayerBlocked, PlayerUnavailable, Silenced


class MessagesView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": Scope.GAME_READ, "POST": Scope.MESSAGE_WRITE}
    refusals = {
        "GET": (NotAPlayer,),
        "POST": (
            NotAPlayer,
            MessageMissing,
            TextTooLong,
            TextMalformed,
            PlayerUnavailable,
            PlayerBlocked,
            Silenced,
        ),
    }

    @extend_schema(operation_id="list_messages", summary="Messages", responses=MessageSerializer(many=True))
    def get(self, request: Request, number: int) -> Response:
        """The messages of a game of yours, oldest first."""
        game = game_for_viewer(number)
        if not game.has_player(caller(request).pk):
            raise NotAPlayer(game)
        return page_answer(request, messages_for(game, caller(request).pk), _shapes)

    @extend_schema(
        operation_id="send_message", summary="Write a message", request=MessageInput, responses={201: MessageSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Write to your opponent, during the game or after it, in words of your own or by a sentence of the list."""
        message = chat_messages.send_message(number, caller(request), **body_of(request, MessageInput))
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


class NoteView(Endpoint):
    required_scopes = {"GET": Scope.GAME_READ, "PUT": Scope.GAME_PLAY, "DELETE": Scope.GAME_PLAY}
    refusals = {
        "GET": (NotAPlayer,),
        "PUT": (NotAPlayer, TextTooLong, TextMalformed),
        "DELETE": (NotAPlayer,),
    }

    @extend_schema(operation_id="get_note", summary="My note", responses=OwnNoteSerializer)
    def get(self, request: Request, number: int) -> Response:
        """What you have noted about a game of yours. Nobody else can see it, unless you reveal it."""
        game = game_for_viewer(number)
        if not game.has_player(caller(request).pk):
            raise NotAPlayer(game)
        return Response(own_note_shape(own_note(game, caller(request).pk)))

    @extend_schema(operation_id="put_note", summary="Write my note", request=NoteInput, responses=OwnNoteSerializer)
    def put(self, request: Request, number: int) -> Response:
        """Write your note, in the place of what was there. With `revealed` everybody can read it as soon as the game is
        over, and until then nobody but you; send it again without, and it is your own again."""
        return Response(own_note_shape(notes.keep(number, caller(request), **body_of(request, NoteInput))))

    @extend_schema(operation_id="drop_note", summary="Delete my note", responses={204: None})
    def delete(self, request: Request, number: int) -> Response:
        """Forget your note, if there was one."""
        notes.keep(number, caller(request), "")
        return Response(status=204)


class RevealedNotesView(Endpoint):
    required_scopes = {"GET": None}

    @extend_schema(operation_id="list_notes", summary="Notes of the players", responses=NotesPageSerializer)
    def get(self, request: Request, number: int) -> Response:
        """What the players of a game that is over let everybody read; at most one note each."""
        game = current_game(number)
        notes_of_all = revealed_notes(game, viewer_id(request))
        return whole_answer([revealed_note_shape(note) for note in notes_of_all])


COST = 5


class RoomView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": Scope.GAME_READ, "POST": Scope.MESSAGE_WRITE}
    refusals = {
        "GET": (RoomClosed,),
        "POST": (
            RoomClosed,
            TooManyWords,
            MessageMissing,
            TextTooLong,
            TextMalformed,
            PlayerUnavailable,
            PlayerBlocked,
            Silenced,
        ),
    }

    throttle_costs = {"POST": COST}

    @extend_schema(operation_id="list_room", summary="The spectators’ room", responses=RoomMessageSerializer(many=True))
    def get(self, request: Request, number: int) -> Response:
        """What the spectators have written, the newest first. The two players are let in when the game is over."""
        game = current_game(number)
        spectators.require_admitted(game, caller(request).pk)
        return page_answer(request, room_messages_for(game, caller(request).pk), _spectator_message_shapes)

    @extend_schema(
        operation_id="write_in_room",
        summary="Write as a spectator",
        request=RoomMessageInput,
        responses={201: RoomMessageSerializer},
    )
    def post(self, request: Request, number: int) -> Response:
        """Write to whoever else looks on, thirty times an hour at most."""
        current_game(number)
        message = spectators.write(number, caller(request), **body_of(request, RoomMessageInput))
        return Response(room_message_shape(message), status=201)


class RoomMessageView(Endpoint):
    required_scopes = {"DELETE": Scope.MESSAGE_WRITE}

    @extend_schema(operation_id="delete_room_message", summary="Take back what I wrote", responses={204: None})
    def delete(self, request: Request, number: int, message_id: int) -> Response:
        """Delete something that you have written as a spectator. From then on staff alone can read it, for 90 days."""
        spectators.take_back(number, caller(request), message_id)
        return Response(status=204)


def _spectator_message_shapes(messages: list[RoomMessage]) -> list[Shape]:
    return [room_message_shape(message) for message in messages]
