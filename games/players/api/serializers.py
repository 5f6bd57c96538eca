"""Players, blocked and muted players, and bot accounts as JSON."""

from typing import Any

from rest_framework import serializers

from accounts.models.users import LONGEST_OPERATOR
from accounts.validators import validate_public_name
from games.core import rule_sets
from games.core.models.terms import Pool
from games.players.api import profile_parts
from games.players.models import SHOWN_FROM, WINDOW
from games.players.reliability import ANSWERS, CREDIT
from kit.fields import FlagField, TextField


class NamedPlayerSerializer(serializers.Serializer[Any]):
    username = serializers.CharField()
    display_name = serializers.CharField(help_text="The name that people read; the username if no other was chosen.")
    bot = serializers.BooleanField()


class RatingSerializer(serializers.Serializer[Any]):
    """A Glicko-2 rating under one rule set, among people or in games with bots.

    It is provisional while the deviation is large. The deviation grows with the time since the last rated game.
    """

    rules = serializers.ChoiceField(choices=rule_sets.choices())
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
    """How reliably the player moves in time. A game that was aborted because the player made no first move counts as
    lost on time; other aborted games do not count."""

    percent = serializers.IntegerField(
        allow_null=True,
        help_text=(
            f"100 × (on_time + {CREDIT}) / (games + {CREDIT}), rounded down; null before {SHOWN_FROM} games have ended."
        ),
    )
    games = serializers.IntegerField(help_text=f"The last games that have been counted, {WINDOW} at most.")
    on_time = serializers.IntegerField(help_text="How many of these the player did not lose on time.")
    median_answer_seconds = serializers.IntegerField(
        allow_null=True,
        help_text=(
            f"Median time of the last {ANSWERS} answers in games that have ended, as the clocks counted; null "
            "if there is none."
        ),
    )
    aborted = serializers.IntegerField(help_text="Games that the player has aborted in the last 365 days.")


class PlayerProfileSerializer(serializers.Serializer[Any]):
    """The public profile of a player."""

    username = serializers.CharField()
    display_name = serializers.CharField(help_text="The name that people read; the username if no other was chosen.")
    bot = serializers.BooleanField(help_text="A program plays with this account.")
    guest = serializers.BooleanField(help_text="The player has no account.")
    operator = serializers.CharField(help_text="Who runs the bot, in their own words; empty for people.")
    joined_at = serializers.DateTimeField()
    on_leave_until = serializers.DateTimeField(
        allow_null=True, help_text="While the player is on leave, the end of the leave."
    )
    ratings = RatingSerializer(many=True)
    games = GameCountsSerializer()
    reliability = ReliabilitySerializer()

    def get_fields(self) -> dict[str, Any]:
        return super().get_fields() | profile_parts.fields()


class RelationSerializer(serializers.Serializer[Any]):
    """Whether you have blocked or muted a player; nobody else can see it. `changed_at` is null if neither is set."""

    username = serializers.CharField()
    display_name = serializers.CharField(help_text="The name that people read; the username if no other was chosen.")
    bot = serializers.BooleanField()
    guest = serializers.BooleanField()
    blocked = serializers.BooleanField(help_text="Neither of you can challenge the other or send messages to them.")
    muted = serializers.BooleanField(help_text="You do not see what they write; they are not notified.")
    changed_at = serializers.DateTimeField(allow_null=True)


class RelationInput(serializers.Serializer[Any]):
    """One of the two, or both; what is left out does not change."""

    blocked = FlagField(required=False)
    muted = FlagField(required=False)


class BotInput(serializers.Serializer[Any]):
    """`confirm` is the account's own username, to prevent mistakes."""

    confirm = TextField(
        max_length=30, help_text="The username of the account, as a confirmation: this cannot be undone."
    )
    operator = TextField(
        max_length=LONGEST_OPERATOR,
        validators=[validate_public_name],
        help_text="Who runs the bot, for people to read: a name, a page, an address.",
    )
