"""Messages of the players, spectator chat, notes."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.chat import messages as chat_messages
from games.chat import notes, spectators
from games.chat.api.serializers import (
    CannedMessagesPageSerializer,
    MessageInput,
    MessageSerializer,
    NoteInput,
    NotesPageSerializer,
    OwnNoteSerializer,
    SpectatorMessageInput,
    SpectatorMessageSerializer,
)
from games.chat.models import Canned, Message
from games.chat.presenters import message_data, own_note_data, revealed_note_data, spectator_message_data
from games.chat.queries import messages_for, own_note, revealed_notes, spectator_messages_for
from games.chat.scopes import MESSAGE_WRITE
from games.core.api.callers import caller, viewer_id
from games.core.errors import NotAPlayer
from games.core.presenters import Data
from games.core.queries import current_game, game_for_viewer
from games.core.scopes import GAME_PLAY, GAME_READ
from kit.endpoints import Endpoint
from kit.pagination import CursorPagination, page_answer, whole_answer
from kit.requests import body_of


class MessagesView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": GAME_READ, "POST": MESSAGE_WRITE}
    location = "games/{number}/messages/"
    refusals = {"GET": (NotAPlayer,), "POST": (chat_messages.send_message,)}

    @extend_schema(operation_id="list_messages", summary="Messages of a game", responses=MessageSerializer(many=True))
    def get(self, request: Request, number: int) -> Response:
        """The messages between you and your opponent, oldest first."""
        game = game_for_viewer(number)
        if not game.has_player(caller(request).pk):
            raise NotAPlayer(game)
        return page_answer(request, messages_for(game, caller(request).pk), _messages_data)

    @extend_schema(
        operation_id="send_message", summary="Write a message", request=MessageInput, responses={201: MessageSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Send a message to your opponent, during the game or after it: free text, or a ready-made sentence."""
        message = chat_messages.send_message(number, caller(request), **body_of(request, MessageInput))
        return Response(message_data(message), status=201)


class CannedMessagesView(Endpoint):
    required_scopes = {"GET": None}

    @extend_schema(
        operation_id="list_canned_messages", summary="Ready-made sentences", responses=CannedMessagesPageSerializer
    )
    def get(self, _request: Request) -> Response:
        """The sentences that can be sent by key. Readers see them in their own language."""
        return whole_answer([{"key": canned.value, "text": canned.label} for canned in Canned])


def _messages_data(messages: list[Message]) -> list[Data]:
    return [message_data(message) for message in messages]


class NoteView(Endpoint):
    required_scopes = {"GET": GAME_READ, "PUT": GAME_PLAY, "DELETE": GAME_PLAY}
    refusals = {"GET": (NotAPlayer,), "PUT": (notes.save,), "DELETE": (notes.delete,)}

    @extend_schema(operation_id="get_note", summary="My note about a game", responses=OwnNoteSerializer)
    def get(self, request: Request, number: int) -> Response:
        """Your note about a game that you play. Nobody else can read it unless you reveal it."""
        game = game_for_viewer(number)
        if not game.has_player(caller(request).pk):
            raise NotAPlayer(game)
        return Response(own_note_data(own_note(game, caller(request).pk)))

    @extend_schema(
        operation_id="put_note", summary="Write my note about a game", request=NoteInput, responses=OwnNoteSerializer
    )
    def put(self, request: Request, number: int) -> Response:
        """Replace your note. With `revealed`, everyone can read it when the game is over; until then, only you can. To
        hide it again, send it without `revealed`."""
        return Response(own_note_data(notes.save(number, caller(request), **body_of(request, NoteInput))))

    @extend_schema(operation_id="drop_note", summary="Delete my note about a game", responses={204: None})
    def delete(self, request: Request, number: int) -> Response:
        """Delete your note, if there is one."""
        notes.delete(number, caller(request))
        return Response(status=204)


class RevealedNotesView(Endpoint):
    required_scopes = {"GET": None}

    @extend_schema(
        operation_id="list_notes", summary="Notes of the players about a game", responses=NotesPageSerializer
    )
    def get(self, request: Request, number: int) -> Response:
        """The notes that players of a game that is over have revealed; at most one for each player."""
        game = current_game(number)
        notes_of_all = revealed_notes(game, viewer_id(request))
        return whole_answer([revealed_note_data(note) for note in notes_of_all])


COST = 5


class SpectatorMessagesView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": GAME_READ, "POST": MESSAGE_WRITE}
    location = "games/{number}/spectator-chat/"
    refusals = {"GET": (spectators.require_not_playing,), "POST": (spectators.write,)}

    throttle_costs = {"POST": COST}

    @extend_schema(
        operation_id="list_spectator_messages",
        summary="Spectator chat of a game",
        responses=SpectatorMessageSerializer(many=True),
    )
    def get(self, request: Request, number: int) -> Response:
        """The messages of the spectator chat, newest first. The two players can read them when the game is over."""
        game = current_game(number)
        spectators.require_not_playing(game, caller(request).pk)
        return page_answer(
            request,
            spectator_messages_for(game, caller(request).pk),
            lambda page: [spectator_message_data(message) for message in page],
        )

    @extend_schema(
        operation_id="send_spectator_message",
        summary="Write in the spectator chat",
        request=SpectatorMessageInput,
        responses={201: SpectatorMessageSerializer},
    )
    def post(self, request: Request, number: int) -> Response:
        """Post a message in the spectator chat; at most thirty an hour."""
        current_game(number)
        message = spectators.write(number, caller(request), **body_of(request, SpectatorMessageInput))
        return Response(spectator_message_data(message), status=201)


class SpectatorMessageView(Endpoint):
    required_scopes = {"DELETE": MESSAGE_WRITE}

    @extend_schema(
        operation_id="delete_spectator_message",
        summary="Delete my message in the spectator chat",
        responses={204: None},
    )
    def delete(self, request: Request, number: int, message_id: int) -> Response:
        """Delete a message that you posted as a spectator. After that, only staff can read it, for 90 days."""
        spectators.delete(number, caller(request), message_id)
        return Response(status=204)
