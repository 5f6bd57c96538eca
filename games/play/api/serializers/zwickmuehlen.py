"""The Zwickmühlen of a game's position."""

from typing import Any

from rest_framework import serializers

from accounts.api.fields import ChoiceField
from games.core.api.serializers import Side
from muehle import ZwickmuehleKind

# No game has more half-moves than the column can count.
HIGHEST_PLY = 32_000


class ZwickmuehlenQuery(serializers.Serializer[Any]):
    """`ply` is the half-move after which the position is looked at; without it the current one is."""

    ply = serializers.IntegerField(min_value=0, max_value=HIGHEST_PLY, required=False)


class FoundZwickmuehleSerializer(serializers.Serializer[Any]):
    """The stone of `color` on `u` closes a mill by going to `v`, and another by coming back; the `partners` stay."""

    color = ChoiceField(choices=Side.choices)
    u = serializers.CharField()
    v = serializers.CharField()
    kind = serializers.ChoiceField(choices=[kind.value for kind in ZwickmuehleKind])
    partners = serializers.ListField(child=serializers.CharField())


class GameZwickmuehlenSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    ply = serializers.IntegerField()
    zwickmuehlen = FoundZwickmuehleSerializer(many=True)
