"""Events as JSON: one serializer for each type, told apart by `type`, with the payload of the type in `data`."""

from functools import cache
from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from games.core.event_subjects import subject_types
from games.core.event_types import event_types

SerializerClass = type[serializers.Serializer[Any]]


class NamesSubject(serializers.Serializer[Any]):
    """After the number of the game that of the subject, by a member for each type of subjects."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        fields: dict[str, serializers.Field[Any, Any, Any, Any]] = {}
        for name, field in super().get_fields().items():
            fields[name] = field
            if name == "game":
                fields |= {each: serializers.IntegerField(allow_null=True) for each in subject_types()}
        return fields


class EventSerializer(NamesSubject):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id = serializers.IntegerField(help_text="The same in your log, in the log of the game and in webhooks.")
    seq = serializers.IntegerField()
    game = serializers.IntegerField(allow_null=True)
    actor = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField(help_text="By the server's clock, as are the times in `data`.")


def constant(text: str) -> serializers.Field[Any, Any, Any, Any]:
    """A member that is always this text."""
    field: type[serializers.CharField] = type("Constant", (serializers.CharField,), {})
    extend_schema_field({"type": "string", "const": text})(field)
    return field()


def typed(base: SerializerClass, event_type: str, data: SerializerClass | None) -> SerializerClass:
    """The serializer of the events of one type; without a serializer of the payload, `data` is any object."""
    name = "".join(word.capitalize() for word in event_type.split("_"))
    members = {
        "type": constant(event_type),
        "data": data() if data else serializers.DictField(),
        "__doc__": base.__doc__,
    }
    return type(f"{name}EventSerializer", (base,), members)


@cache
def serializers_by_type() -> dict[str, SerializerClass]:
    """The serializer of each declared type, by its name."""
    return {each.name: typed(EventSerializer, each.name, each.data) for each in event_types()}


def any_event(*, many: bool = False) -> PolymorphicProxySerializer:
    """An event of any type."""
    return PolymorphicProxySerializer(
        component_name="Event", serializers={**serializers_by_type()}, resource_type_field_name="type", many=many
    )
