"""What everybody may know of a player."""

from typing import Any

from rest_framework import serializers

from games.models.terms import Pool, Rules
from games.reliability import ANSWERS, CREDIT, SHOWN_FROM, WINDOW


class RatingSerializer(serializers.Serializer[Any]):
    """Glicko-2 under one rule set, among people or in games with bots; provisional while the deviation is large."""

    rules = serializers.ChoiceField(choices=Rules.choices)
    pool = serializers.ChoiceField(choices=Pool.choices)
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


class ReliabilitySerializer(serializers.Serializer[Any]):
    """How far the player can be relied on to move in time; whatever was aborted counts neither way."""

    percent = serializers.IntegerField(
        allow_null=True,
        help_text=(
            f"100 × (on_time + {CREDIT}) / (games + {CREDIT}), rounded down; null before {SHOWN_FROM} games have ended."
        ),
    )
    games = serializers.IntegerField(help_text=f"Games that have ended with a result, of the last {WINDOW} at most.")
    on_time = serializers.IntegerField(help_text="How many of these the player has not lost on time.")
    median_answer_seconds = serializers.IntegerField(
        allow_null=True,
        help_text=(
            f"Half of the last {ANSWERS} answers in games that have ended took no longer, as clocks counted; null "
            "where there is none."
        ),
    )
    aborted = serializers.IntegerField(help_text="Games that the player has aborted in the last 365 days.")


class PlayerProfileSerializer(serializers.Serializer[Any]):
    """A player's public side."""

    username = serializers.CharField()
    bot = serializers.BooleanField(help_text="A program plays under this name.")
    operator = serializers.CharField(help_text="Who runs the bot, in its own words; empty for people.")
    joined_at = serializers.DateTimeField()
    on_leave_until = serializers.DateTimeField(allow_null=True, help_text="While the player is away, until when.")
    ratings = RatingSerializer(many=True)
    games = GameCountsSerializer()
    reliability = ReliabilitySerializer()
