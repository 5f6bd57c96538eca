"""What the kind of an event says about it."""

from datetime import datetime

from games.core.models.events import Event
from games.core.notifications import kind_of


def name_of(event: Event) -> str | None:
    """The name of its kind; None where nobody is notified of it."""
    kind = kind_of(event)
    return kind.name if kind else None


def is_due(event: Event, *, now: datetime) -> bool:
    """Whether it is still worth a notification."""
    kind = kind_of(event)
    assert kind is not None
    return kind.is_due(event, now=now)
