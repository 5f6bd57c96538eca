"""The clubs of a player, in their public profile."""

from typing import Any

from rest_framework import serializers

from accounts.models import User
from games.clubs.api.serializers import ROLES
from games.clubs.models import Role
from games.clubs.queries import clubs_of
from games.core.presenters import Data
from games.players.api.profile_parts import ProfilePart


class ClubOfPlayerSerializer(serializers.Serializer[Any]):
    slug = serializers.SlugField(help_text="As in its address.")
    name = serializers.CharField()
    role = serializers.ChoiceField(choices=ROLES)


class ProfilePartSerializer(serializers.Serializer[Any]):
    clubs = ClubOfPlayerSerializer(many=True, help_text="Those in which the player is a member.")


def _data_of(player: User) -> Data:
    rows = clubs_of(player.pk)
    return {"clubs": [{"slug": row.club.slug, "name": row.club.name, "role": Role(row.role).code} for row in rows]}


PROFILE = ProfilePart(ProfilePartSerializer, _data_of)
