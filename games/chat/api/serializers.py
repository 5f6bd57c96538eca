"""Messages and notes as JSON."""

from typing import Any

from rest_framework import serializers

from accounts.api.fields import ChoiceField, FlagField, TextField
from games.chat.models import Canned, Message, Note, RoomMessage
from games.core import texts


class OwnNoteSerializer(serializers.Serializer[Any]):
    """Your note in a game, empty where there is none."""

    text = serializers.CharField(allow_blank=True)
    revealed = serializers.BooleanField(help_text="Everybody may read it when the game is over.")
    updated_at = serializers.DateTimeField(allow_null=True)


class NoteInput(serializers.Serializer[Any]):
    """An empty text forgets the note."""

    text = TextField(max_length=Note.LONGEST, allow_blank=True)
    revealed = FlagField(default=False)


class RevealedNoteSerializer(serializers.Serializer[Any]):
    """A note that its author shows to everybody, after the game."""

    author = serializers.CharField()
    text = serializers.CharField()
    updated_at = serializers.DateTimeField()


class NotesPageSerializer(serializers.Serializer[Any]):
    results = RevealedNoteSerializer(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


LONGEST_PAGE = 200


class RoomMessageSerializer(serializers.Serializer[Any]):
    """What a spectator wrote; `ply` is the number of half-moves played by then."""

    id = serializers.IntegerField()
    author = serializers.CharField()
    ply = serializers.IntegerField()
    text = serializers.CharField()
    at = serializers.DateTimeField()


class MessageSerializer(RoomMessageSerializer):
    """What a player wrote; `ply` is the number of half-moves played by then."""

    canned = serializers.ChoiceField(
        choices=Canned.choices,
        allow_null=True,
        help_text="Which sentence of the list it is; `text` is in the reader’s language then.",
    )


class MessageInput(serializers.Serializer[Any]):
    """Words of your own, or a sentence of the list: `text` or `canned`."""

    text = TextField(max_length=Message.LONGEST, required=False)
    canned = ChoiceField(choices=Canned.choices, required=False, help_text="The key of a sentence of the list.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of them, and not both."""
        if len(attrs) != 1:
            raise serializers.ValidationError({"text": [texts.EITHER_OR]})
        return attrs


class CannedMessageSerializer(serializers.Serializer[Any]):
    """A sentence that is ready, in the reader’s language."""

    key = serializers.ChoiceField(choices=Canned.choices)
    text = serializers.CharField()


class CannedMessagesPageSerializer(serializers.Serializer[Any]):
    results = CannedMessageSerializer(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class RoomMessageInput(serializers.Serializer[Any]):
    text = TextField(max_length=RoomMessage.LONGEST)
