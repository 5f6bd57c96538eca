"""The additional members of this app's problems."""

from typing import Any

from rest_framework import serializers

from kit.problems import add_members


class FaultSerializer(serializers.Serializer[Any]):
    """The error in one game of a text; games, lines and half-moves count from 1."""

    game = serializers.IntegerField()
    line = serializers.IntegerField()
    ply = serializers.IntegerField(allow_null=True)
    code = serializers.CharField(help_text="The error code that this game alone would have caused.")
    reason = serializers.CharField(allow_null=True)
    why = serializers.CharField()


add_members(
    faults=FaultSerializer(many=True, required=False, help_text="With `records_refused`: each game that has an error."),
    games=serializers.IntegerField(required=False),
)
