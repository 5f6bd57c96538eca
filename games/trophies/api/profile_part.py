"""Trophies in the public profile of players."""

from typing import Any

from rest_framework import serializers

from accounts.models import User
from games.core.presenters import Data, rfc3339
from games.players.api.profile_parts import ProfilePart
from games.trophies.models import Trophy
from games.trophies.queries import trophies_of


class TrophySerializer(serializers.Serializer[Any]):
    """A trophy, with the game by which it was earned."""

    kind = serializers.ChoiceField(choices=Trophy.Kind.choices)
    game = serializers.IntegerField()
    earned_at = serializers.DateTimeField()


class TrophiesSerializer(serializers.Serializer[Any]):
    """All trophies of a player."""

    trophies = TrophySerializer(many=True, help_text="The first one first. More kinds can be added.")


def _data_of(player: User) -> Data:
    rows = [
        {"kind": trophy.kind, "game": trophy.game_id, "earned_at": rfc3339(trophy.earned_at)}
        for trophy in trophies_of(player.pk)
    ]
    return {"trophies": rows}


TROPHIES = ProfilePart(TrophiesSerializer, _data_of)
