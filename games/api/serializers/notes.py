"""Notes of the players, as JSON."""

from typing import Any

from rest_framework import serializers

from accounts.api.fields import FlagField, TextField
from games.models import Note


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
