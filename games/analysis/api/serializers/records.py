"""The JSON of records: how they are requested, imported and shown."""

from typing import Any

from rest_framework import serializers

from games.analysis.models import Record
from games.analysis.records import LONGEST_TEXT
from games.core import rule_sets
from games.core.models.games import Game
from kit.fields import ChoiceField, FlagField, TextField
from muehle import STANDARD, Notation


class RecordQuery(serializers.Serializer[Any]):
    notation = ChoiceField(
        choices=[notation.value for notation in Notation],
        default=Notation.PGN.value,
        help_text="How PGN-like text writes a half-move: d6-f6xa1, 5-6x22, or d6-f6 xa1.",
    )


class GameRecordQuery(RecordQuery):
    evaluations = FlagField(
        default=False,
        help_text="Say in the comments of PGN-like text what each half-move was worth, if the game was reviewed.",
    )


class RecordsQuery(serializers.Serializer[Any]):
    rules = ChoiceField(choices=rule_sets.choices(), required=False)
    result = ChoiceField(choices=Game.Result.choices, required=False)
    player = TextField(
        max_length=Record.LONGEST_NAME, required=False, help_text="The name of White or Black in the record."
    )


class ImportOptions(serializers.Serializer[Any]):
    """How games are read. `rules` applies to games without a known rule set in their tag `Variant`."""

    rules = ChoiceField(choices=rule_sets.choices(), default=STANDARD.name)
    notation = ChoiceField(
        choices=[notation.value for notation in Notation],
        required=False,
        help_text="The notation of all moves; detected if left out.",
    )
    dry_run = FlagField(default=False, help_text="Read and play out the games without storing them.")


class ImportInput(ImportOptions):
    """Games as text, one after the other, and how to read them."""

    text = TextField(max_length=LONGEST_TEXT, trim_whitespace=False)
    notation = ChoiceField(
        choices=[notation.value for notation in Notation],
        allow_null=True,
        default=None,
        help_text="The notation of all moves; detected if null.",
    )


class RecordNotes(serializers.Serializer[Any]):
    title = TextField(max_length=Record.LONGEST_TITLE, allow_blank=True)
    note = TextField(max_length=Record.LONGEST_NOTE, allow_blank=True)


class RecordSummarySerializer(serializers.Serializer[Any]):
    """A record in a list. `termination` is that of the board, or of the record if the game did not end on the board."""

    number = serializers.IntegerField(allow_null=True, help_text="Null in a dry run.")
    title = serializers.CharField()
    white = serializers.CharField()
    black = serializers.CharField()
    event = serializers.CharField()
    date = serializers.CharField()
    rules = serializers.ChoiceField(choices=rule_sets.choices())
    result = serializers.ChoiceField(choices=Game.Result.choices)
    termination = serializers.ChoiceField(choices=Game.Termination.choices, allow_null=True)
    ply = serializers.IntegerField()
    notation = serializers.ChoiceField(
        choices=[notation.value for notation in Notation], help_text="The notation in which it was read."
    )
    imported_at = serializers.DateTimeField(allow_null=True)


class RecordSerializer(RecordSummarySerializer):
    """A record with its note, its tags, and all moves from the position `start` on."""

    note = serializers.CharField()
    tags = serializers.DictField(child=serializers.CharField(allow_blank=True))
    start = serializers.CharField()
    position = serializers.CharField(help_text="The last position.")
    moves = serializers.ListField(child=serializers.CharField())


class StoredRecordsSerializer(serializers.Serializer[Any]):
    results = RecordSummarySerializer(many=True)
