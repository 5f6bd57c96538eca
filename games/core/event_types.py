"""The types of events. Each app declares its own in its module `events`, which is imported when Django starts."""

from enum import Enum, auto
from typing import Any

from django.utils.functional import Promise


class Audience(Enum):
    """Who reads an event of a game, apart from the streams of its recipients."""

    EVERYBODY = auto()
    # The two players, in the log of the game.
    PLAYERS = auto()
    # No viewers: the event is in the streams of its recipients and in no log of a game.
    RECIPIENTS = auto()


class Muted(Enum):
    """What players get of an event if they have muted its author."""

    ALL = auto()
    WITHOUT_REASON = auto()
    NOTHING = auto()


class EventType(str):
    """The name of a type, with what is known of it.

    `data` is the serializer of the payload, None where events of this type have an open payload. `permission` is what
    staff needs to read events of this type in the administration.
    """

    __slots__ = ("audience", "data", "label", "muted", "permission")

    label: Promise
    data: type[Any] | None
    audience: Audience
    muted: Muted
    permission: str


_registered: dict[str, EventType] = {}


def event_type(
    name: str,
    label: Promise,
    *,
    data: type[Any] | None = None,
    audience: Audience = Audience.EVERYBODY,
    muted: Muted = Muted.ALL,
    permission: str = "",
) -> EventType:
    """Declare a type of events; raises ValueError if there is one of this name."""
    if name in _registered:
        raise ValueError(f"there is an event type {name!r} already")
    declared = EventType(name)
    declared.label, declared.data, declared.audience = label, data, audience
    declared.muted, declared.permission = muted, permission
    _registered[name] = declared
    return declared


def event_types() -> list[EventType]:
    """All declared types, in the order of the apps."""
    return list(_registered.values())


def named(name: str) -> EventType:
    """The type of this name; raises KeyError."""
    return _registered[name]


def choices() -> list[tuple[str, Promise]]:
    """Names and labels, for fields of models and forms."""
    return [(str(each), each.label) for each in event_types()]


def types_for(*audiences: Audience) -> list[EventType]:
    """The types that have one of these audiences."""
    return [each for each in event_types() if each.audience in audiences]


def types_muted(muted: Muted) -> list[EventType]:
    """The types of which muted authors get this much through."""
    return [each for each in event_types() if each.muted is muted]
