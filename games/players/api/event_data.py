"""Payloads of the events of players."""

from typing import Any

from rest_framework import serializers

from games.core import rule_sets
from games.core.models.terms import Pool


class RatingCorrectedData(serializers.Serializer[Any]):
    rules = serializers.ChoiceField(choices=rule_sets.choices())
    pool = serializers.ChoiceField(choices=Pool.choices)
    annulled = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of the games whose results no longer count."
    )
    rating_before = serializers.IntegerField()
    rating = serializers.IntegerField()
