"""Players, blocked and muted players, and bot accounts as JSON."""

from typing import Any

from rest_framework import serializers

from accounts.api.fields import FlagField, TextField
from accounts.models.users import LONGEST_OPERATOR
from games.core.models.terms import Pool, Rules
from games.players.reliability import ANSWERS, CREDIT, SHOWN_FROM, WINDOW


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


class RelationSerializer(serializers.Serializer[Any]):
    """What you have decided about a player, for nobody else to see; `changed_at` is null where that is nothing."""

    username = serializers.CharField()
    bot = serializers.BooleanField()
    blocked = serializers.BooleanField(help_text="Neither of you can challenge the other or write to him.")
    muted = serializers.BooleanField(help_text="You do not see what he writes; he is not told.")
    changed_at = serializers.DateTimeField(allow_null=True)


class RelationInput(serializers.Serializer[Any]):
    """One of them, or both; what is left out stays."""

    blocked = FlagField(required=False)
    muted = FlagField(required=False)


class BotInput(serializers.Serializer[Any]):
    """`confirm` is the account's own name: nobody does this by mistake."""

    confirm = TextField(max_length=30, help_text="The username of the account, because it cannot be undone.")
    operator = TextField(
        max_length=LONGEST_OPERATOR, help_text="Who runs the bot, in words for people: a name, a page, an address."
    )
