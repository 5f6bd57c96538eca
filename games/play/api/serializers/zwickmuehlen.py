"""The Zwickmühlen of a game's position."""

from typing import Any

from rest_framework import serializers

from games.core.api.serializers import SidedZwickmuehleSerializer
from games.core.models.games import LONGEST_GAME


class ZwickmuehlenQuery(serializers.Serializer[Any]):
    """`ply` is the half-move after which the position is looked at; without it the current one is."""

    ply = serializers.IntegerField(min_value=0, max_value=LONGEST_GAME, required=False)


class GameZwickmuehlenSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    ply = serializers.IntegerField()
    zwickmuehlen = SidedZwickmuehleSerializer(many=True)
