"""Reviews as JSON."""

from typing import Any

from rest_framework import serializers

from games.reviews.api.event_data import AccuracySerializer
from muehle import Claim, Color

RESULTS = ["won", "drawn", "lost"]
MISTAKES = ["inaccuracy", "mistake", "blunder", "missed_mill", "missed_win"]


class AssessmentSerializer(serializers.Serializer[Any]):
    """What a position is worth for the side that made the half-move."""

    result = serializers.ChoiceField(choices=RESULTS, allow_null=True, help_text="Null if it is not proved.")
    expected = serializers.FloatField(
        help_text="The expected score, from 0 to 1; an estimate if the result is not proved."
    )
    distance = serializers.IntegerField(
        allow_null=True,
        help_text="The half-moves to the next capture or block, if the tables of the solved game have it.",
    )
    depth = serializers.IntegerField(help_text="The half-moves that were searched; 0 without a search.")


class ReviewedHalfMoveSerializer(serializers.Serializer[Any]):
    """A half-move that was played, and what was better."""

    ply = serializers.IntegerField()
    side = serializers.ChoiceField(choices=[color.value for color in Color])
    move = serializers.CharField()
    best = AssessmentSerializer(help_text="The position before the half-move.")
    played = AssessmentSerializer(help_text="The position after the half-move.")
    proved = serializers.BooleanField(help_text="Whether both are proved.")
    mistake = serializers.ChoiceField(choices=MISTAKES, allow_null=True)
    line = serializers.ListField(
        child=serializers.CharField(), help_text="A better line; empty if the half-move gave nothing away."
    )
    claim = serializers.ChoiceField(
        choices=[claim.value for claim in Claim],
        allow_null=True,
        help_text="The draw that should have been claimed instead of any move.",
    )
    choices = serializers.IntegerField(help_text="The number of legal moves.")
    keeping = serializers.IntegerField(
        allow_null=True, help_text="How many of them keep the value; null if not all are proved."
    )


class ReviewSerializer(serializers.Serializer[Any]):
    """The review of a game, with the half-moves that are judged already. They are judged from the last to the first."""

    game = serializers.IntegerField()
    status = serializers.ChoiceField(choices=["waiting", "running", "finished", "failed"])
    half_moves_total = serializers.IntegerField()
    half_moves_judged = serializers.IntegerField()
    version = serializers.CharField(help_text="The version of the review, and the checksum of the tables.")
    requested_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    accuracy = AccuracySerializer(allow_null=True, help_text="Null until the review is finished.")
    turning_point = serializers.IntegerField(
        allow_null=True,
        help_text="The number of the half-move that changed the result to be expected for the last time.",
    )
    half_moves = ReviewedHalfMoveSerializer(many=True)
