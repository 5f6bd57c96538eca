"""What everybody may know of a player."""

from typing import Any

from rest_framework import serializers

from games.models.terms import Rules


class RatingSerializer(serializers.Serializer[Any]):
    """Glicko-2 under one rule set; provisional while the deviation is large."""

    rules = serializers.ChoiceField(choices=Rules.choices)
    rating = serializers.IntegerField()
    deviation = serializers.IntegerField()
    provisional = serializers.BooleanField()
    games = serializers.IntegerField(help_text="Rated games.")


class GameCountsSerializer(serializers.Serializer[Any]):
    ongoing = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    aborted = serializers.IntegerField()


class PlayerProfileSerializer(serializers.Serializer[Any]):
    """A player's public side."""

    username = serializers.CharField()
    joined_at = serializers.DateTimeField()
    ratings = RatingSerializer(many=True)
    games = GameCountsSerializer()
