"""Reads of the event log, by viewer."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from games.core.event_types import Audience, Muted, types_for, types_muted
from games.core.models.events import Event, UserEvent
from games.core.models.games import Game
from games.players.queries import mutes_of


def events_of_game(game: Game, user_id: int | None, *, after: int = 0) -> QuerySet[Event]:
    """The game's log after the given event id, without what is not the viewer's to see.

    Each has `is_unheard`: whether the viewer has muted who caused it.
    """
    reader = user_id if game.has_player(user_id) else None
    rows = Event.objects.filter(game=game, id__gt=after).select_related("actor").order_by("id")
    return _seen_by(reader, rows).annotate(is_unheard=Exists(mutes_of(reader, "actor")))


def last_events(numbers: Iterable[int]) -> dict[tuple[int, int | None], int]:
    """How far the logs of these games go, by game and reader: each of its players, and None for everybody else.

    What a reader may not see does not count, so that numbers do not reveal it.
    """
    log = Event.objects.filter(game=OuterRef("pk"))
    readers = (None, OuterRef("white"), OuterRef("black"))
    last = [Subquery(_seen_by(reader, log).order_by("-id").values("id")[:1]) for reader in readers]
    rows = Game.objects.filter(pk__in=numbers).order_by().values_list("pk", "white", "black", *last)
    found: dict[tuple[int, int | None], int] = {}
    for number, white, black, *reached in rows:
        found |= {(number, reader): last or 0 for reader, last in zip((None, white, black), reached, strict=True)}
    return found


def last_event_of(number: int, user_id: int | None) -> int:
    """The id of the last event of a game that the viewer sees; 0 where there is none."""
    found = last_events([number])
    return found.get((number, user_id), found.get((number, None), 0))


def _seen_by(player: int | OuterRef | None, rows: QuerySet[Event]) -> QuerySet[Event]:
    """Of a game's events those that one of its players sees, or None: everybody else. The one place that says so."""
    if player is None:
        return rows.exclude(type__in=types_for(Audience.PLAYERS, Audience.RECIPIENTS))
    unheard = Q(type__in=types_muted(Muted.NOTHING)) & Exists(mutes_of(player, "actor"))
    return rows.exclude(type__in=types_for(Audience.RECIPIENTS)).exclude(unheard)


def events_of_user(user_id: int, *, after: int = 0) -> QuerySet[UserEvent]:
    """The user's stream after the given seq; each with `is_unheard`, as in events_of_game."""
    rows = UserEvent.objects.filter(user=user_id, seq__gt=after)
    rows = rows.annotate(is_unheard=Exists(mutes_of(user_id, "event__actor")))
    return rows.select_related("event", "event__actor").order_by("seq")
