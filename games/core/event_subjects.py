"""What an event may be about beside a game: rows of other apps, named in the log by their type and number.

The log has no foreign keys to tables of other apps. An app whose rows events are about declares a type in its module
`events`, which is imported when Django starts.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.core.models.events import Event

Load = Callable[[Collection[int]], Mapping[int, Any]]


_registered: dict[str, Load] = {}


def subject_type(name: str, *, load: Load) -> str:
    """Declare a type of subjects, and return its name; raises ValueError if there is one of this name.

    The member of the API that has the number is called so; `load` reads rows by their numbers.
    """
    if name in _registered:
        raise ValueError(f"there is a type of subjects {name!r} already")
    _registered[name] = load
    return name


def subject_types() -> list[str]:
    """The names of all declared types, in the order of the apps."""
    return list(_registered)


def numbers_of(event: "Event") -> dict[str, int | None]:
    """The event's subject for the API: a member for each type, null for all others."""
    return {name: event.subject_id if event.subject_type == name else None for name in subject_types()}


def attach(events: Iterable["Event"]) -> None:
    """Load the subjects of these events, in one query for each type that occurs."""
    by_type: dict[str, list[Event]] = {}
    for event in events:
        if event.subject_type in _registered:
            by_type.setdefault(event.subject_type, []).append(event)
    for name, found in by_type.items():
        rows = _registered[name]({event.subject_id for event in found if event.subject_id is not None})
        for event in found:
            event.subject = rows.get(event.subject_id or 0)


def load(event: "Event") -> Any:
    """The row that the event is about; None for one that is about a game or an account, or whose row is gone."""
    if event.subject_type not in _registered or event.subject_id is None:
        return None
    return _registered[event.subject_type]([event.subject_id]).get(event.subject_id)
