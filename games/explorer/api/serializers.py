"""The opening explorer as JSON."""

from typing import Any

from rest_framework import serializers

from games.analysis.api.serializers.analysis import PositionField
from games.core import rule_sets
from games.core.models.games import LONGEST_POSITION
from games.explorer.bands import BANDS
from kit.fields import ChoiceField, NumberField
from muehle import STANDARD

_BANDS = [(code, band.label) for code, band in BANDS.items()]
MOST_YEAR = 9999


class OpeningQuery(serializers.Serializer[Any]):
    """A position, and the games to count."""

    position = PositionField(max_length=LONGEST_POSITION, required=False, help_text="The empty board if it is missing.")
    rules = ChoiceField(choices=rule_sets.choices(), default=STANDARD.name)
    band = ChoiceField(
        choices=_BANDS,
        required=False,
        help_text="The mean rating of both players at the start of a rated game, or casual games; all if missing.",
    )
    year = NumberField(min_value=1, max_value=MOST_YEAR, required=False, help_text="In which the games ended, in UTC.")


class ResultsSerializer(serializers.Serializer[Any]):
    games = serializers.IntegerField()
    white_won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    black_won = serializers.IntegerField()


class OpeningMoveSerializer(ResultsSerializer):
    """A move that was played, and how those games ended."""

    move = serializers.CharField()
    equivalent = serializers.ListField(
        child=serializers.CharField(),
        help_text="Other moves that are the same, because the position is symmetrical; counted with this one.",
    )
    position = serializers.CharField(help_text="After the move.")


class OpeningSerializer(ResultsSerializer):
    """What was played in a position. The figures of the whole are the sums of those of the moves."""

    position = serializers.CharField()
    rules = serializers.ChoiceField(choices=rule_sets.choices())
    band = serializers.ChoiceField(choices=_BANDS, allow_null=True)
    year = serializers.IntegerField(allow_null=True)
    moves = OpeningMoveSerializer(many=True)
