"""Payloads of the events of challenges."""

from typing import Any

from rest_framework import serializers

from games.challenges.models import Challenge
from games.core.models.terms import Rules


class ChallengeReceivedData(serializers.Serializer[Any]):
    challenger = serializers.CharField()
    kind = serializers.ChoiceField(choices=Challenge.Kind.choices)
    message = serializers.CharField(help_text="Empty without one.")
    rules = serializers.ChoiceField(choices=Rules.choices)


class ChallengeAcceptedData(serializers.Serializer[Any]):
    challenger = serializers.CharField()
    kind = serializers.ChoiceField(choices=Challenge.Kind.choices)
    game = serializers.IntegerField(help_text="The number of the game that has begun.")


class ChallengeDeclinedData(serializers.Serializer[Any]):
    challenger = serializers.CharField()
    kind = serializers.ChoiceField(choices=Challenge.Kind.choices)
    reason = serializers.CharField(help_text="Empty without one.")


class ChallengeClosedData(serializers.Serializer[Any]):
    challenger = serializers.CharField()
    kind = serializers.ChoiceField(choices=Challenge.Kind.choices)
