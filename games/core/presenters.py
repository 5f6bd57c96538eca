"""Positions, terms and events as plain data."""

from datetime import UTC, datetime
from typing import Any, Final

from games.core.event_subjects import numbers_of
from games.core.event_types import Muted, event_type_named, not_stored
from games.core.models.events import Event
from games.core.models.terms import Terms
from muehle import Color, Position
from muehle.clocks import parameter_names

Data = dict[str, Any]


def rfc3339(moment: datetime | None) -> str | None:
    """The moment in UTC with a Z, as every time in the API is written."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z") if moment else None


def position_data(board: Position) -> Data:
    """A position as text, as points by colour and with the stones in hand."""
    return {
        "text": board.text,
        "points": {color.value: list(board.stones(color)) for color in Color},
        "hands": {color.value: board.hand(color) for color in Color},
    }


def clock_data(terms: Terms) -> Data:
    """A time control with its parameters; those of other kinds are null."""
    return {"system": terms.clock_system, **dict.fromkeys(parameter_names()), **terms.clock.parameters}


def terms_data(terms: Terms) -> Data:
    """What else is agreed about time."""
    return {
        "leave_days": terms.leave_days,
        "days_off": terms.days_off,
        "timeout": terms.timeout,
        "total_days": terms.total_days,
    }


# The members of payloads that a player has written.
WORDS: Final = frozenset({"message", "reason"})

# --- Events -----------------------------------------------------------------------------------------------------------


def event_data(event: Event, *, seq: int, reader_id: int | None, is_unheard: bool = False) -> Data:
    """An event in a stream; `seq` is its number there: the user's own count, or in a game's log the event's id.

    `reader_id` is a user whose stream it is, or a player of the game; None stands for everybody else. For a user the
    event was read with its game.

    `id` is the same wherever the event is told. Words that belong to the event are left out where it `is_unheard`: the
    reader has muted who wrote them.
    """
    data = event.data | not_stored(event, reader_id)
    if is_unheard and event_type_named(event.type).muted is Muted.WITHOUT_WORDS:
        data |= dict.fromkeys(WORDS & data.keys(), "")
    return {
        "id": event.pk,
        "seq": seq,
        "type": event.type,
        "game": event.game_id,
        **numbers_of(event),
        "actor": event.actor.username if event.actor else None,
        "data": data,
        "created_at": rfc3339(event.created_at),
    }
