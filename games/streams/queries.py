"""Reads of the event log, by viewer."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from games.core.event_types import Audience, Muted, types_for, types_muted
from games.core.models.events import Event, UserEvent
from games.core.models.games import Game
from games.players.queries import mutes_of
from kit.sql import fetched


def reader_of(game: Game, user_id: int | None) -> int | None:
    """As whom a viewer reads the log of a game: as one of its players, or None: as everybody else."""
    return user_id if game.has_player(user_id) else None


def events_of_game(game: Game, user_id: int | None, *, after: int = 0) -> QuerySet[Event]:
    """The game's log after the given event id, without what is not the viewer's to see.

    Each has `is_unheard`: whether the viewer has muted who caused it. For a player it comes with the game.
    """
    reader = reader_of(game, user_id)
    rows = Event.objects.filter(game=game, id__gt=after).select_related("actor").order_by("id")
    if reader is not None:
        rows = rows.select_related("actor", "game").only(*_COLUMNS)
    return _seen_by(reader, rows).annotate(is_unheard=Exists(mutes_of(reader, "actor")))


def last_events(numbers: Iterable[int]) -> dict[tuple[int, int | None], int]:
    """How far the logs of these games go, by game and reader: each of its players, and None for everybody else.

    What a reader may not see does not count, so that numbers do not reveal it.
    """
    found: dict[tuple[int, int | None], int] = {}
    for number, white, black, *reached in _reached(Game.objects.filter(pk__in=numbers)):
        found |= {(number, reader): last or 0 for reader, last in zip((None, white, black), reached, strict=True)}
    return found


def last_event_of(number: int, user_id: int | None) -> int:
    """The id of the last event of a game that the viewer sees; 0 where there is none."""
    statement, values = _reached_by_one()
    for _number, white, black, everybody, of_white, of_black in fetched(statement, [*values, number]):
        last: int | None = {white: of_white, black: of_black}.get(user_id, everybody)
        return last or 0
    return 0


def _reached(games: QuerySet[Game]) -> QuerySet[Game, tuple[Any, ...]]:
    """Of each game its number, its players, and the last event that everybody, White and Black see."""
    log = Event.objects.filter(game=OuterRef("pk"))
    readers = (None, OuterRef("white"), OuterRef("black"))
    last = [Subquery(_seen_by(reader, log).order_by("-id").values("id")[:1]) for reader in readers]
    return games.order_by().values_list("pk", "white", "black", *last)


@cache
def _reached_by_one() -> tuple[str, tuple[Any, ...]]:
    """The statement for one game, and its values but for the last, the number. Django needs much longer to build it
    than PostgreSQL to answer it."""
    statement, values = _reached(Game.objects.filter(pk=0)).query.sql_with_params()
    return statement, values[:-1]


def _seen_by(player: int | OuterRef | None, rows: QuerySet[Event]) -> QuerySet[Event]:
    """Of a game's events those that one of its players sees, or None: everybody else. The one place that says so."""
    if player is None:
        return rows.exclude(type__in=types_for(Audience.PLAYERS, Audience.RECIPIENTS))
    unheard = Q(type__in=types_muted(Muted.NOTHING)) & Exists(mutes_of(player, "actor"))
    return rows.exclude(type__in=types_for(Audience.RECIPIENTS)).exclude(unheard)


def events_of_user(user_id: int, *, after: int = 0) -> QuerySet[UserEvent]:
    """The user's stream after the given seq; each with `is_unheard`, as in events_of_game, and with its game."""
    rows = UserEvent.objects.filter(user=user_id, seq__gt=after)
    rows = rows.annotate(is_unheard=Exists(mutes_of(user_id, "event__actor")))
    rows = rows.select_related("event", "event__actor", "event__game")
    return rows.only("user", "seq", *(f"event__{name}" for name in _COLUMNS)).order_by("seq")


# What event_data() reads.
_COLUMNS = (
    *("type", "game", "subject_type", "subject_id", "actor", "data", "created_at", "actor__username"),
    *("game__ply", "game__position", "game__on_move", "game__rules", "game__frozen_until"),
)
