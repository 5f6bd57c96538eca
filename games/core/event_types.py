"""The types of events. Each app declares its own in its module `events`, which is imported when Django starts."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise

if TYPE_CHECKING:
    from games.core.models.events import Event

# Members of the payload that are not stored, for a reader (None: everybody).
ForReader = Callable[["Event", int | None], dict[str, Any]]


class Audience(Enum):
    """Who may read an event of a game, apart from its recipients."""

    EVERYBODY = auto()
    # The two players, in the log of the game.
    PLAYERS = auto()
    # No viewers: the event is in the streams of its recipients and in no log of a game.
    RECIPIENTS = auto()


class Muted(Enum):
    """What players get of an event if they have muted its author."""

    ALL = auto()
    WITHOUT_WORDS = auto()
    NOTHING = auto()


@dataclass(frozen=True, slots=True)
class EventType:
    """What is known of a type.

    `data` is the serializer of the payload, None where events of this type have an open payload. `for_reader` makes the
    members of it that are not stored. `permission` is what staff needs to read events of this type in the
    administration.
    """

    name: str
    label: Promise
    data: type[Any] | None
    for_reader: ForReader | None
    audience: Audience
    muted: Muted
    permission: str


_registered: dict[str, EventType] = {}


def event_type(
    name: str,
    label: Promise,
    *,
    data: type[Any] | None = None,
    for_reader: ForReader | None = None,
    audience: Audience = Audience.EVERYBODY,
    muted: Muted = Muted.ALL,
    permission: str = "",
) -> str:
    """Declare a type of events, and return its name; raises ValueError if there is one of this name."""
    if name in _registered:
        raise ValueError(f"there is an event type {name!r} already")
    _registered[name] = EventType(name, label, data, for_reader, audience, muted, permission)
    return name


def event_types() -> list[EventType]:
    """All declared types, in the order of the apps."""
    return list(_registered.values())


def event_type_names() -> list[str]:
    """Their names."""
    return list(_registered)


def event_type_named(name: str) -> EventType:
    """The type of this name; raises KeyError."""
    return _registered[name]


def not_stored(event: "Event", reader_id: int | None) -> dict[str, Any]:
    """The members of an event's payload that are made for a reader."""
    declared = _registered.get(event.type)
    return declared.for_reader(event, reader_id) if declared and declared.for_reader else {}


def choices() -> list[tuple[str, Promise]]:
    """Names and labels, for fields of models and forms."""
    return [(each.name, each.label) for each in event_types()]


def types_for(*audiences: Audience) -> list[str]:
    """The names of the types that have one of these audiences."""
    return [each.name for each in event_types() if each.audience in audiences]


def types_muted(muted: Muted) -> list[str]:
    """The names of the types of which muted authors get this much through."""
    return [each.name for each in event_types() if each.muted is muted]
