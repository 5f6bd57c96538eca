"""The directory of players as JSON."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from games.core import rule_sets
from games.core.models.terms import Pool
from games.people import countries
from games.people.api.profile_part import OwnWordsSerializer
from games.players.api.serializers import RatingSerializer
from kit.fields import ChoiceField, FlagField, NumberField, TextField
from muehle import STANDARD

MOST_NAMES = 100
LONGEST_NAME = 30
HIGHEST_RATING = 5000


class PlayersQuery(serializers.Serializer[Any]):
    q = TextField(
        max_length=60,
        required=False,
        help_text="Words, each of which is the beginning of the username or of a word of the display name.",
    )
    names = TextField(
        max_length=MOST_NAMES * (LONGEST_NAME + 1),
        required=False,
        help_text=f"Usernames, {MOST_NAMES} at most, with commas between them: the answer then has all that are found, "
        "on one page.",
    )
    country = ChoiceField(choices=[(code, code) for code in countries.codes()], required=False)
    bot = FlagField(required=False, help_text="True for bots only, false for people only.")
    rules = ChoiceField(choices=rule_sets.choices(), default=STANDARD.name, help_text="Of the rating.")
    pool = ChoiceField(
        choices=Pool.choices, required=False, help_text="Of the rating; `bots` for bots, otherwise `people`."
    )
    min_rating = NumberField(min_value=0, max_value=HIGHEST_RATING, required=False)
    max_rating = NumberField(min_value=0, max_value=HIGHEST_RATING, required=False)
    active_days = NumberField(
        min_value=1, max_value=365, required=False, help_text="The last move was made within so many days."
    )
    here = FlagField(default=False, help_text="Only players who are here now, and show it. Bots always show it.")
    min_reliability = NumberField(min_value=0, max_value=100, required=False, help_text="In percent.")

    def validate_names(self, names: str) -> list[str]:
        found = [name for name in names.split(",") if name]
        if len(found) > MOST_NAMES:
            raise serializers.ValidationError(_("At most %(count)s names.") % {"count": MOST_NAMES})
        return found


class ListedPlayerSerializer(OwnWordsSerializer):
    """What lists of players have of a player."""

    username = serializers.CharField()
    display_name = serializers.CharField(help_text="The name that people read; the username if no other was chosen.")
    bot = serializers.BooleanField(help_text="A program plays with this account.")
    ratings = RatingSerializer(many=True)
    reliability = serializers.IntegerField(allow_null=True, help_text="In percent; null while there is no figure.")
    here = serializers.BooleanField(
        help_text="Is at a board or was on the home page lately; for bots, has called the API lately. False for people "
        "who do not show it."
    )


class FollowSerializer(serializers.Serializer[Any]):
    """A player whom you follow; nobody else can see it."""

    username = serializers.CharField()
    display_name = serializers.CharField(help_text="The name that people read; the username if no other was chosen.")
    bot = serializers.BooleanField()
    notify = serializers.BooleanField(help_text="You are notified of open challenges that you may accept.")
    since = serializers.DateTimeField()


class FollowInput(serializers.Serializer[Any]):
    notify = FlagField(default=False, help_text="Be notified of open challenges that you may accept.")
