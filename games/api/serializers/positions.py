"""A position to be looked at, and what the engine says of it."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.api.fields import ChoiceField, TextField
from games.api.serializers.games import LONGEST_MOVE, MoveField, PositionSerializer, Side
from games.engine import IllegalReason, ZwickmuehleKind
from games.models import Game
from games.models.terms import Rules

LONGEST_POSITION = 48
POSITION_PATTERN = "^[WB.]{24} [wb] [0-9] [0-9] [0-9]+$"


@extend_schema_field({"type": "string", "maxLength": LONGEST_POSITION, "pattern": POSITION_PATTERN})
class PositionField(TextField):
    """The text of a position; the pattern is for the schema, for what is none has a code of its own."""


class PositionInput(serializers.Serializer[Any]):
    """Any position, reachable or not, and perhaps a move to be tried in it."""

    position = PositionField(max_length=LONGEST_POSITION)
    rules = ChoiceField(choices=Rules.choices, default=Rules.STANDARD)
    move = MoveField(max_length=LONGEST_MOVE, required=False)


class OutcomeSerializer(serializers.Serializer[Any]):
    """How a game ends by itself."""

    result = serializers.ChoiceField(choices=Game.Result.choices)
    termination = serializers.ChoiceField(choices=Game.Termination.choices)


class ZwickmuehleSerializer(serializers.Serializer[Any]):
    """`stone` closes a mill by going to `v`, and another by coming back to `u`; the `partners` stay."""

    stone = serializers.CharField()
    u = serializers.CharField()
    v = serializers.CharField()
    kind = serializers.ChoiceField(choices=[kind.value for kind in ZwickmuehleKind])
    partners = serializers.ListField(child=serializers.CharField())


class MillsSerializer(serializers.Serializer[Any]):
    white = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    black = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))


class ZwickmuehlenSerializer(serializers.Serializer[Any]):
    white = ZwickmuehleSerializer(many=True)
    black = ZwickmuehleSerializer(many=True)


class TriedMoveSerializer(serializers.Serializer[Any]):
    """Whether the move is legal; if not, why, and which points would do instead; if so, what it leads to."""

    move = serializers.CharField()
    legal = serializers.BooleanField()
    reason = serializers.ChoiceField(choices=[reason.value for reason in IllegalReason], allow_null=True)
    why = serializers.CharField(allow_null=True)
    alternatives = serializers.ListField(child=serializers.CharField())
    closes_mill = serializers.BooleanField()
    position = PositionSerializer(allow_null=True)
    outcome = OutcomeSerializer(allow_null=True)


class AnalysisSerializer(serializers.Serializer[Any]):
    """What can be seen on the board. Repetition needs a game and is not here."""

    position = PositionSerializer()
    rules = serializers.ChoiceField(choices=Rules.choices)
    turn = serializers.ChoiceField(choices=Side.choices)
    legal_moves = serializers.ListField(child=serializers.CharField())
    outcome = OutcomeSerializer(allow_null=True)
    mills = MillsSerializer()
    zwickmuehlen = ZwickmuehlenSerializer()
    move = TriedMoveSerializer(allow_null=True)
