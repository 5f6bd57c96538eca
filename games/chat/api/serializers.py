"""Messages and notes as JSON."""

from typing import Any

from rest_framework import serializers

from games.chat.models import Canned, Message, Note, SpectatorMessage
from kit import texts
from kit.fields import ChoiceField, FlagField, TextField


class OwnNoteSerializer(serializers.Serializer[Any]):
    """Your note in a game; empty if there is none."""

    text = serializers.CharField(allow_blank=True)
    revealed = serializers.BooleanField(help_text="Everyone can read it when the game is over.")
    updated_at = serializers.DateTimeField(allow_null=True)


class NoteInput(serializers.Serializer[Any]):
    """An empty text deletes the note."""

    text = TextField(max_length=Note.LONGEST, allow_blank=True)
    revealed = FlagField(default=False)


class RevealedNoteSerializer(serializers.Serializer[Any]):
    """A note that its author has revealed, after the game."""

    author = serializers.CharField()
    text = serializers.CharField()
    updated_at = serializers.DateTimeField()


class NotesPageSerializer(serializers.Serializer[Any]):
    results = RevealedNoteSerializer(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


LONGEST_PAGE = 200


class SpectatorMessageSerializer(serializers.Serializer[Any]):
    """A message of a spectator; `ply` is the number of half-moves played when it was written."""

    id = serializers.IntegerField()
    author = serializers.CharField()
    ply = serializers.IntegerField()
    text = serializers.CharField()
    at = serializers.DateTimeField()


class MessageSerializer(SpectatorMessageSerializer):
    """A message of a player; `ply` is the number of half-moves played when it was written."""

    canned = serializers.ChoiceField(
        choices=Canned.choices,
        allow_null=True,
        help_text="The key, if it is a ready-made sentence; `text` is then in the reader’s language.",
    )


class MessageInput(serializers.Serializer[Any]):
    """A message: free text in `text`, or the key of a ready-made sentence in `canned`."""

    text = TextField(max_length=Message.LONGEST, required=False)
    canned = ChoiceField(choices=Canned.choices, required=False, help_text="The key of a ready-made sentence.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require exactly one of the two."""
        if len(attrs) != 1:
            raise serializers.ValidationError({"text": [texts.EITHER_OR]})
        return attrs


class CannedMessageSerializer(serializers.Serializer[Any]):
    """A ready-made sentence in the reader’s language."""

    key = serializers.ChoiceField(choices=Canned.choices)
    text = serializers.CharField()


class CannedMessagesPageSerializer(serializers.Serializer[Any]):
    results = CannedMessageSerializer(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class SpectatorMessageInput(serializers.Serializer[Any]):
    text = TextField(max_length=SpectatorMessage.LONGEST)
