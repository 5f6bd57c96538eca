"""What players say of themselves, in their public profile."""

from typing import Any

from django.conf import settings
from rest_framework import serializers

from accounts.models import User
from games.core import rule_sets
from games.core.presenters import Data
from games.people.follows import followers_of
from games.people.models import Profile
from games.people.profiles import picture_url, profile_of
from games.players.api.profile_parts import ProfilePart


class OwnWordsSerializer(serializers.Serializer[Any]):
    """What a player says of themselves."""

    country = serializers.CharField(
        help_text="A code of ISO 3166-1, such as `DE`; empty if the player does not say it."
    )
    about = serializers.CharField(help_text="A few words of the player; empty if there are none.")
    favourite_rules = serializers.ChoiceField(
        choices=rule_sets.choices(), allow_null=True, help_text="Null if the player has not named any."
    )
    picture = serializers.URLField(help_text="An SVG file. What is at this address never changes.")


def own_words_data(player: User, profile: Profile) -> Data:
    return {
        "country": profile.country,
        "about": profile.about,
        "favourite_rules": profile.favourite_rules or None,
        "picture": settings.SITE_URL + picture_url(player, profile),
    }


class ProfilePartSerializer(OwnWordsSerializer):
    """The same, with how many players follow this one."""

    followers = serializers.IntegerField(help_text="How many players follow this one; nobody sees who they are.")


def _data_of(player: User) -> Data:
    return own_words_data(player, profile_of(player)) | {"followers": followers_of(player.pk)}


PROFILE = ProfilePart(ProfilePartSerializer, _data_of)
