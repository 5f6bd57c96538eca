"""The lines of streams: events, markers, and the state of a game."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from games.core.api.events import constant, serializers_by_type
from games.play.api.serializers import GameSerializer


@extend_schema_field({"type": "string", "enum": ["ready", "reset"]})
class _MarkerType(serializers.CharField):
    pass


class MarkerSerializer(serializers.Serializer[Any]):
    """In a stream: `ready` begins your own stream if you gave no number; `reset` means that your number is not in the
    log."""

    type = _MarkerType()
    after = serializers.IntegerField(help_text="The events that follow have higher numbers.")


class StateSerializer(serializers.Serializer[Any]):
    """In the stream of a game, at its beginning and after a `reset`: the whole game, with the `seq` of the last event
    in it."""

    type = constant("state")
    seq = serializers.IntegerField()
    game = GameSerializer()


def stream_line() -> PolymorphicProxySerializer:
    """What a line of a stream may be."""
    return PolymorphicProxySerializer(
        component_name="StreamLine",
        serializers=[*serializers_by_type().values(), MarkerSerializer, StateSerializer],
        resource_type_field_name=None,
    )
