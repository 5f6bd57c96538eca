"""The payload of events for followers."""

from typing import Any

from rest_framework import serializers

from games.challenges.models import Challenge
from games.core import rule_sets


class OpenChallengePostedData(serializers.Serializer[Any]):
    """A player whom you follow has posted an open challenge that you may accept."""

    challenger = serializers.CharField()
    kind = serializers.ChoiceField(choices=Challenge.Kind.choices)
    rules = serializers.ChoiceField(choices=rule_sets.choices())
    rated = serializers.BooleanField()
    expires_at = serializers.DateTimeField()
