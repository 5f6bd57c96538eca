"""Payloads of the events of challenges."""

from typing import Any

from rest_framework import serializers

from games.challenges.models import Challenge
from games.core import rule_sets
from games.core.api.serializers import ClockTermsSerializer, TermsOfTimeSerializer


class ChallengeReceivedData(TermsOfTimeSerializer):
    """Who challenges, and to what. Events from version 1.0 have only `challenger`, `kind`, `message` and `rules`."""

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        for name in fields.keys() - {"challenger", "kind", "message", "rules"}:
            fields[name].required = False
        return fields

    challenger = serializers.CharField()
    challenger_bot = serializers.BooleanField()
    challenger_rating = serializers.IntegerField(
        allow_null=True, help_text="In the rule set and pool of the game, when the challenge was sent."
    )
    kind = serializers.ChoiceField(choices=Challenge.Kind.choices)
    colour = serializers.ChoiceField(choices=Challenge.Colour.choices, help_text="The challenger’s.")
    message = serializers.CharField(help_text="Empty if there is none.")
    rules = serializers.ChoiceField(choices=rule_sets.choices())
    rated = serializers.BooleanField()
    bots_welcome = serializers.BooleanField()
    clock = ClockTermsSerializer()
    rematch_of = serializers.IntegerField(allow_null=True)
    expires_at = serializers.DateTimeField()


class ChallengeAcceptedData(serializers.Serializer[Any]):
    challenger = serializers.CharField()
    kind = serializers.ChoiceField(choices=Challenge.Kind.choices)
    game = serializers.IntegerField(help_text="The number of the game that has begun.")


class ChallengeDeclinedData(serializers.Serializer[Any]):
    challenger = serializers.CharField()
    kind = serializers.ChoiceField(choices=Challenge.Kind.choices)
    reason = serializers.CharField(help_text="Empty if there is none.")


class ChallengeClosedData(serializers.Serializer[Any]):
    challenger = serializers.CharField()
    kind = serializers.ChoiceField(choices=Challenge.Kind.choices)
