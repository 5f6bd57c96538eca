"""What the kind of an event says about it."""

from datetime import datetime

from games.core.models.events import Event, UserEvent
from games.core.notifications import kind_of


def notified_of(event: Event) -> tuple[int, ...]:
    """The ids of the users who are notified of it."""
    rows = UserEvent.objects.filter(event=event, is_notification=True)
    return tuple(rows.order_by("user").values_list("user", flat=True))


def name_of(event: Event) -> str | None:
    """The name of the kind of its type; None where there is none."""
    kind = kind_of(event)
    return kind.name if kind else None


def is_due(event: Event, *, now: datetime) -> bool:
    """Whether it is still worth a notification."""
    kind = kind_of(event)
    assert kind is not None
    return kind.is_due(event, now=now)
