"""Payloads of the events of games."""

from typing import Any

from rest_framework import serializers

from games.core import rule_sets
from games.core.api.serializers import OutcomeSerializer, Side
from games.core.models.games import Game
from games.play.api.serializers import ProofSerializer
from games.play.models import Stopped
from games.time_off.models import StaleClocks
from muehle.clocks.pauses import Reason
from muehle.programme import Stop

DEADLINE = "The last instant for the next move; null if this half-move has ended the game."


class GameStartedData(serializers.Serializer[Any]):
    white = serializers.CharField()
    black = serializers.CharField()
    rules = serializers.ChoiceField(choices=rule_sets.choices())
    rated = serializers.BooleanField()
    lot = serializers.ChoiceField(
        choices=Side.choices,
        allow_null=True,
        help_text="The colour that the challenger got at random; null if it was chosen.",
    )
    challenger = serializers.CharField()
    deadline_at = serializers.DateTimeField(allow_null=True)
    legal_moves = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="For White, before the first move; otherwise null."
    )


class MovePlayedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="The number of this half-move.")
    move = serializers.CharField()
    position = serializers.CharField(help_text="The text of the position after this half-move.")
    deadline_at = serializers.DateTimeField(allow_null=True, help_text=DEADLINE)
    turn = serializers.ChoiceField(
        choices=Side.choices,
        allow_null=True,
        help_text="Whose turn it is after this half-move; null if it has ended the game.",
    )
    legal_moves = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="For the player on move, unless the game has gone on since; otherwise null.",
    )
    outcome = OutcomeSerializer(
        allow_null=True, help_text="How this half-move has ended the game by the rules; otherwise null."
    )


class DrawOfferData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="The number of half-moves played by then.")
    reason = serializers.CharField(help_text="Empty if there is none.")


class TakebackAskedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="The number of half-moves played by then.")
    ply_after = serializers.IntegerField(
        help_text="The number of half-moves that are left if the opponent of the actor agrees."
    )


class TakebackDeclinedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="The number of half-moves played by then.")


class MovesTakenBackData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="The number of half-moves that are left; the next one is `ply` + 1.")
    moves = serializers.ListField(
        child=serializers.CharField(), help_text="The half-moves that were taken back, in order."
    )
    position = serializers.CharField(help_text="The text of the position that is now on the board again.")
    deadline_at = serializers.DateTimeField(help_text="The last instant for the next move.")
    turn = serializers.ChoiceField(choices=Side.choices, help_text="Whose turn it is again.")
    legal_moves = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="For the player on move, unless the game has gone on since; otherwise null.",
    )


class PauseOfferedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="The number of half-moves played by then.")
    until = serializers.DateTimeField(help_text="The end of the pause, if the opponent of the actor accepts.")


class PauseDeclinedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="The number of half-moves played by then.")


class PauseWithdrawnData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="The number of half-moves played by then.")


class GamePausedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="The number of half-moves played by then.")
    until = serializers.DateTimeField(help_text="Both clocks are paused until then.")
    deadline_at = serializers.DateTimeField(help_text="The last instant for the next move, including the pause.")


class OpponentRemindedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="The number of half-moves played by then.")


class GameFinishedData(serializers.Serializer[Any]):
    result = serializers.ChoiceField(choices=Game.Result.choices)
    termination = serializers.ChoiceField(choices=Game.Termination.choices)
    ply = serializers.IntegerField(help_text="The number of half-moves played.")
    proof = ProofSerializer(required=False, help_text="After a claim.")


class ConditionalMovesStoppedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="The number of half-moves played by then.")
    reason = serializers.ChoiceField(choices=[each.value for each in (*Stopped, *Stop)])
    prepared = serializers.CharField(
        required=False, help_text="With `draw_offered` and `warned`: your conditional move here."
    )


class ConditionalMovesPlayedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="The number of half-moves played by then.")
    moves = serializers.ListField(child=serializers.CharField(), help_text="Your conditional moves that were played.")


class DeadlineMovedData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="The number of half-moves played by then.")
    deadline_at = serializers.DateTimeField()
    why = serializers.ChoiceField(choices=[*StaleClocks.Why.values, Reason.EMERGENCY_DAY.value, Reason.DISPUTE.value])


class TimeGivenData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="The number of half-moves played by then.")
    seconds = serializers.IntegerField(help_text="The time that the opponent of the actor has been given.")
    deadline_at = serializers.DateTimeField(
        allow_null=True, help_text="The new deadline; null when it is for the opponent’s next turn."
    )


class TimeRanOutData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="The number of half-moves played by then.")
    grace_until = serializers.DateTimeField(help_text="The last instant for a move, unless the win is claimed before.")


class DeadlineNearData(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="The number of half-moves played by then.")
    kind = serializers.CharField(
        help_text="`quarter`: a quarter of the time is left; `day`: a day is left; `step`: a number of hours that "
        "you have chosen in `deadline_hours` is left."
    )
    hours = serializers.IntegerField(required=False, help_text="With `step`: the number of hours.")
    deadline_at = serializers.DateTimeField()
