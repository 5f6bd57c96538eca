"""Payloads of the events of games."""

from typing import Any

from rest_framework import serializers

from games.core.api.serializers import Side
from games.core.models.games import Game
from games.core.models.terms import Rules
from games.play.api.serializers.games import ProofSerializer
from games.play.models import Stopped
from games.time_off.models import StaleClocks
from muehle.clocks.pauses import Reason
from muehle.programme import Stop

DEADLINE = "The last instant for the next move; null when the game has ended with this one."


class GameStartedData(serializers.Serializer[Any]):
    white = serializers.CharField()
    black = serializers.CharField()
    rules = serializers.ChoiceField(choices=Rules.choices)
    rated = serializers.BooleanField()
    lot = serializers.ChoiceField(
        choices=Side.choices,
        allow_null=True,
        help_text="The colour that the challenger drew; null where it was chosen.",
    )
    challenger = serializers.CharField()
    deadline_at = serializers.DateTimeField(allow_null=True)


class MovePlayedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="The number of this half-move.")
    move = serializers.CharField()
    position = serializers.CharField(help_text="The text of the position after it.")
    deadline_at = serializers.DateTimeField(allow_null=True, help_text=DEADLINE)


class DrawOfferData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")
    reason = serializers.CharField(help_text="Empty without one.")


class NudgedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")


class GameFinishedData(serializers.Serializer[Any]):
    result = serializers.ChoiceField(choices=Game.Result.choices)
    termination = serializers.ChoiceField(choices=Game.Termination.choices)
    ply = serializers.IntegerField(help_text="So many half-moves were played.")
    proof = ProofSerializer(required=False, help_text="After a claim.")


class PlanStoppedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")
    reason = serializers.ChoiceField(choices=[each.value for each in (*Stopped, *Stop)])


class DeadlineMovedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")
    deadline_at = serializers.DateTimeField()
    why = serializers.ChoiceField(choices=[*StaleClocks.Why.values, Reason.EMERGENCY_DAY.value, Reason.DISPUTE.value])


class TimeRanOutData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")
    grace_until = serializers.DateTimeField(help_text="The last instant for a move that is not claimed before it.")
