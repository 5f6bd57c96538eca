"""Payloads of the events of games."""

from typing import Any

from rest_framework import serializers

from games.core.api.serializers import OutcomeSerializer, Side
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
    legal_moves = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="For White before the first move; else null."
    )


class MovePlayedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="The number of this half-move.")
    move = serializers.CharField()
    position = serializers.CharField(help_text="The text of the position after it.")
    deadline_at = serializers.DateTimeField(allow_null=True, help_text=DEADLINE)
    turn = serializers.ChoiceField(
        choices=Side.choices, allow_null=True, help_text="Whose turn it is after it; null when it has ended the game."
    )
    legal_moves = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="For the player on move, unless the game has gone on since; null for everybody else.",
    )
    outcome = OutcomeSerializer(allow_null=True, help_text="How the game has ended with this move by the rules.")


class DrawOfferData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")
    reason = serializers.CharField(help_text="Empty without one.")


class TakebackAskedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")
    ply_after = serializers.IntegerField(help_text="So many are left if the opponent of the actor agrees.")


class TakebackDeclinedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")


class MovesTakenBackData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves are left; the next one has the number `ply` + 1.")
    moves = serializers.ListField(child=serializers.CharField(), help_text="What was taken back, in order.")
    position = serializers.CharField(help_text="The text of the position that stands again.")
    deadline_at = serializers.DateTimeField(help_text="The last instant for the next move.")
    turn = serializers.ChoiceField(choices=Side.choices, help_text="Whose turn it is again.")
    legal_moves = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="For the player on move, unless the game has gone on since; null for everybody else.",
    )


class PauseOfferedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")
    until = serializers.DateTimeField(help_text="The end of the pause, if the opponent of the actor accepts.")


class PauseDeclinedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")


class PauseWithdrawnData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")


class GamePausedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")
    until = serializers.DateTimeField(help_text="The clocks of both stand still until then.")
    deadline_at = serializers.DateTimeField(help_text="The last instant for the next move, with the pause in it.")


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
    prepared = serializers.CharField(
        required=False, help_text="Your move that was planned here, after `draw_offered` and `warned`."
    )


class PlanPlayedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played then.")
    moves = serializers.ListField(child=serializers.CharField(), help_text="Your moves that were played for you.")


class DeadlineMovedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")
    deadline_at = serializers.DateTimeField()
    why = serializers.ChoiceField(choices=[*StaleClocks.Why.values, Reason.EMERGENCY_DAY.value, Reason.DISPUTE.value])


class TimeGivenData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")
    seconds = serializers.IntegerField(help_text="What the opponent of the actor has got.")
    deadline_at = serializers.DateTimeField(
        allow_null=True, help_text="The new deadline; null when it is for the opponent’s next turn."
    )


class TimeRanOutData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")
    grace_until = serializers.DateTimeField(help_text="The last instant for a move that is not claimed before it.")


class DeadlineNearData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="So many half-moves had been played.")
    kind = serializers.CharField(
        help_text="`quarter` of the time is left, or a `day`; or a `step` that you have chosen."
    )
    hours = serializers.IntegerField(required=False, help_text="The hours of a step.")
    deadline_at = serializers.DateTimeField()
