"""Payloads of the events of reviews."""

from typing import Any

from rest_framework import serializers


class AccuracySerializer(serializers.Serializer[Any]):
    """From 0 to 100; null for a side that never had a choice."""

    white = serializers.FloatField(allow_null=True)
    black = serializers.FloatField(allow_null=True)


class GameReviewedData(serializers.Serializer[Any]):
    accuracy = AccuracySerializer()
    turning_point = serializers.IntegerField(
        allow_null=True,
        help_text="The number of the half-move that changed the result to be expected for the last time.",
    )
