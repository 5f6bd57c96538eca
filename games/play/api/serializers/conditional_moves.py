"""Conditional moves and Zwickmühle programmes, as they come in and go out."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from accounts.api.fields import ChoiceField, NumberField
from games.core.models.games import LONGEST_GAME
from games.play.api.serializers.games import LinesField
from games.play.models import Plan
from muehle import POINTS


class PointField(ChoiceField):
    """A point of the board, from a7 to g1."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=list(POINTS), **options)


class ProgrammeInput(serializers.Serializer[Any]):
    """One stone moves to and fro between `u` and `v`. `take` has the points of opposing stones, in the order in which
    they are to be removed."""

    u = PointField()
    v = PointField()
    take = serializers.ListField(child=PointField(), min_length=1, max_length=Plan.MOST_TO_TAKE)


class PlanInput(serializers.Serializer[Any]):
    """`lines` or a `programme`, or neither to plan nothing. `ply` is the number of your opponent’s next half-move."""

    ply = NumberField(min_value=1, max_value=LONGEST_GAME)
    lines = LinesField(default=list)
    programme = ProgrammeInput(allow_null=True, default=None)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Raises ValidationError where both are there."""
        if attrs["lines"] and attrs["programme"]:
            raise serializers.ValidationError({"programme": [_("Send either lines or a programme, not both.")]})
        return attrs


class PlanSerializer(serializers.Serializer[Any]):
    """Your conditional moves, starting with half-move `ply`, the opponent’s next one. If there are none, `lines` is
    empty and `programme` is null."""

    game = serializers.IntegerField()
    ply = serializers.IntegerField()
    lines = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    programme = ProgrammeInput(allow_null=True)
