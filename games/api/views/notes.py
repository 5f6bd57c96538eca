"""Private notes about a game, and those that are shown when it is over."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.endpoints import Endpoint
from accounts.api.requests import body_of
from accounts.scopes import Scope
from games import errors, notes, selectors, transitions
from games.api.answers import whole_answer
from games.api.callers import caller, viewer_id
from games.api.serializers.notes import NoteInput, NotesPageSerializer, OwnNoteSerializer
from games.shapes import own_note_shape, revealed_note_shape


class NoteView(Endpoint):
    required_scopes = {"GET": Scope.GAME_READ, "PUT": Scope.GAME_PLAY, "DELETE": Scope.GAME_PLAY}
    refusals = {
        "GET": (errors.NotAPlayer,),
        "PUT": (errors.NotAPlayer, errors.TextTooLong, errors.TextMalformed),
        "DELETE": (errors.NotAPlayer,),
    }

    @extend_schema(operation_id="get_note", summary="My note", responses=OwnNoteSerializer)
    def get(self, request: Request, number: int) -> Response:
        """What you have noted about a game of yours. Nobody else can see it, unless you reveal it."""
        game = selectors.game_for_viewer(number)
        if not game.has_player(caller(request).pk):
            raise errors.NotAPlayer(game)
        return Response(own_note_shape(selectors.own_note(game, caller(request).pk)))

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
        game = transitions.current_game(number)
        notes_of_all = selectors.revealed_notes(game, viewer_id(request))
        return whole_answer([revealed_note_shape(note) for note in notes_of_all])
