"""The JSON of the analysis board: moves from any position, and where they lead."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.analysis.board import MOST_MOVES
from games.core import rule_sets
from games.core.api.serializers import (
    LONGEST_MOVE,
    MOVE_PATTERN,
    MoveField,
    OutcomeSerializer,
    PositionSerializer,
    Side,
    SidedZwickmuehleSerializer,
    ZwickmuehleSerializer,
)
from games.core.models.games import LONGEST_POSITION, Game
from games.play.api.serializers import SequenceSerializer
from kit.fields import ChoiceField, TextField
from muehle import STANDARD, Claim, IllegalReason

LONGEST_RECORD = 50_000
MOVE = {"type": "string", "maxLength": LONGEST_MOVE, "pattern": MOVE_PATTERN}

POSITION_PATTERN = "^[WB.]{24} [wb] [0-9] [0-9] [0-9]+$"


@extend_schema_field({"type": "string", "maxLength": LONGEST_POSITION, "pattern": POSITION_PATTERN})
class PositionField(TextField):
    """The text of a position; the pattern is for the schema, for what is none has a code of its own."""


class PositionInput(serializers.Serializer[Any]):
    """Any position, reachable or not, and optionally a move to try in it."""

    position = PositionField(max_length=LONGEST_POSITION)
    rules = ChoiceField(choices=rule_sets.choices(), default=STANDARD.name)
    move = MoveField(max_length=LONGEST_MOVE, required=False)


class EvaluationInput(serializers.Serializer[Any]):
    """A position that can occur in a game, as far as the numbers of stones tell."""

    position = PositionField(max_length=LONGEST_POSITION)
    rules = ChoiceField(choices=rule_sets.choices(), default=STANDARD.name)


class MillsSerializer(serializers.Serializer[Any]):
    white = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    black = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))


class ZwickmuehlenSerializer(serializers.Serializer[Any]):
    white = ZwickmuehleSerializer(many=True)
    black = ZwickmuehleSerializer(many=True)


class TriedMoveSerializer(serializers.Serializer[Any]):
    """Whether the move is legal. If not: why, and which points are possible instead. If so: what it leads to."""

    move = serializers.CharField()
    legal = serializers.BooleanField()
    reason = serializers.ChoiceField(choices=[reason.value for reason in IllegalReason], allow_null=True)
    why = serializers.CharField(allow_null=True)
    alternatives = serializers.ListField(child=serializers.CharField())
    closes_mill = serializers.BooleanField()
    position = PositionSerializer(allow_null=True)
    outcome = OutcomeSerializer(allow_null=True)


class AnalysisSerializer(serializers.Serializer[Any]):
    """What follows from the position alone. Repetitions depend on a game and are not included."""

    position = PositionSerializer()
    rules = serializers.ChoiceField(choices=rule_sets.choices())
    turn = serializers.ChoiceField(choices=Side.choices)
    legal_moves = serializers.ListField(child=serializers.CharField())
    outcome = OutcomeSerializer(allow_null=True)
    mills = MillsSerializer()
    zwickmuehlen = ZwickmuehlenSerializer()
    move = TriedMoveSerializer(allow_null=True)


@extend_schema_field({"type": "array", "maxItems": MOST_MOVES, "items": MOVE})
class MovesField(serializers.ListField):
    """A list of moves. A list that is too long is refused before its members are read."""

    def to_internal_value(self, data: Any) -> list[Any]:
        if isinstance(data, list) and len(data) > MOST_MOVES:
            self.fail("max_length", max_length=MOST_MOVES)
        return super().to_internal_value(data)


class AnalysisInput(serializers.Serializer[Any]):
    """Moves from any reachable position, or from the empty board."""

    rules = ChoiceField(choices=rule_sets.choices(), default=STANDARD.name)
    start = PositionField(max_length=LONGEST_POSITION, allow_null=True, default=None)
    moves = MovesField(child=MoveField(max_length=LONGEST_MOVE), default=list, max_length=MOST_MOVES)


class RecordInput(serializers.Serializer[Any]):
    """One game. `rules` applies if the record has no known rule set in its tag `Variant`."""

    record = TextField(max_length=LONGEST_RECORD, trim_whitespace=False)
    rules = ChoiceField(choices=rule_sets.choices(), default=STANDARD.name)


class StepSerializer(serializers.Serializer[Any]):
    """A half-move, and the text of the position after it."""

    ply = serializers.IntegerField()
    move = serializers.CharField()
    position = serializers.CharField()


class PlayedOutSerializer(serializers.Serializer[Any]):
    """The position after the moves. `turn` is null, and no move is legal, when the game is over."""

    rules = serializers.ChoiceField(choices=rule_sets.choices())
    start = serializers.CharField()
    moves = StepSerializer(many=True)
    position = PositionSerializer()
    turn = serializers.ChoiceField(choices=Side.choices, allow_null=True)
    ply = serializers.IntegerField(help_text="Half-moves played from the start position.")
    legal_moves = serializers.ListField(child=serializers.CharField())
    quiet_half_moves = serializers.IntegerField(
        help_text="Half-moves since the last placing or the last closing of a mill."
    )
    quiet_limit = serializers.IntegerField(allow_null=True)
    repetitions = serializers.IntegerField(help_text="How often the position has occurred, including this time.")
    sequence = SequenceSerializer(
        allow_null=True,
        help_text="The sequence that was just repeated, under rules by which repeated sequences of moves are a draw.",
    )
    result = serializers.ChoiceField(choices=Game.Result.choices)
    termination = serializers.ChoiceField(choices=Game.Termination.choices, allow_null=True)
    claimable_draws = serializers.ListField(
        child=serializers.ChoiceField(choices=[claim.value for claim in Claim]),
        help_text="Grounds on which the side to move may claim a draw, under rules that require a claim.",
    )
    zwickmuehlen = SidedZwickmuehleSerializer(many=True)


class PlayedRecordSerializer(PlayedOutSerializer):
    """The position after the moves of a record, with the tags of the record."""

    tags = serializers.DictField(child=serializers.CharField(allow_blank=True))


class WorthSerializer(serializers.Serializer[Any]):
    """What a position or a move is worth for the side to move."""

    result = serializers.ChoiceField(choices=["won", "drawn", "lost"], allow_null=True, help_text="Null if not proved.")
    proved = serializers.BooleanField()
    expected = serializers.FloatField(
        min_value=0,
        max_value=1,
        help_text="The score to be expected, a draw being one half; an estimate if not proved.",
    )
    distance = serializers.IntegerField(
        allow_null=True, help_text="Half-moves to the next capture or block, if the tables have it."
    )
    depth = serializers.IntegerField(help_text="Half-moves searched; 0 if the tables alone decide.")


class EvaluatedMoveSerializer(WorthSerializer):
    """A legal move and its worth."""

    move = serializers.CharField()


class EvaluationSerializer(WorthSerializer):
    """The worth of a position and of its moves, the best first, and a best line; no moves if the game is over."""

    position = serializers.CharField()
    rules = serializers.ChoiceField(choices=rule_sets.choices())
    moves = EvaluatedMoveSerializer(many=True)
    line = serializers.ListField(child=serializers.CharField())
