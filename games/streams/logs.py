"""The two logs that can be followed, read page by page: a user's events by seq, a game's events by id.

Both are ordered as they are committed: whoever writes holds the row of the user's stream, or that of the game. So
"everything after the last one I have" misses nothing.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from games.core.models.events import Event, UserEvent, UserStream
from games.core.models.games import Game
from games.core.presenters import Data, event_data
from games.core.pubsub import Topic
from games.core.queries import current_game, last_seq_of
from games.play.presenters import game_data
from games.streams.queries import events_of_game, events_of_user, last_event_of, last_events, reader_of
from kit import database_time
from kit.json_lines import compact_line

PAGE_SIZE = 200


@dataclass(frozen=True, slots=True)
class EventLine:
    """One event of a stream: its number, from which a client can go on, its type, and a line of JSON."""

    number: int
    type: str
    json: bytes


@dataclass(frozen=True, slots=True)
class Page:
    """A stretch of a log. `position` is where the next one begins; there is more now unless `is_last`."""

    lines: tuple[EventLine, ...]
    position: int
    is_last: bool = True


class Log(Protocol):
    """What can be followed. Both reads are made in a thread, with a database connection of its own."""

    @property
    def topic(self) -> Topic:
        """Where its growth is announced. Readers of one topic see the same lines after the same position."""

    def last(self) -> int:
        """The newest number."""

    def has(self, number: int) -> bool:
        """Whether there is an event with this number."""

    def first(self, after: int | None) -> Page:
        """How a stream begins: after what the client has, or, where that is None, with how things stand."""

    def following(self, position: int) -> Page:
        """What was written after the position."""


@dataclass(frozen=True, slots=True)
class ResumePoint:
    """Where a client goes on in a log: after its own number, or where that is none of this log, from the newest.

    Unknown numbers come from mistakes, and from before the database was restored (`manage.py restored`).
    """

    after: int
    newest: int
    is_reset: bool

    @classmethod
    def of(cls, log: Log, *, after: int) -> "ResumePoint":
        newest = log.last()
        is_known = after in (0, newest) or (after < newest and log.has(after))
        return cls(after if is_known else newest, newest, not is_known)

    @property
    def is_newest(self) -> bool:
        """Whether nothing comes after it."""
        return self.after == self.newest


@dataclass(frozen=True, kw_only=True)
class UserLog:
    """All events of one user. Without a position it begins with the next event."""

    user_id: int

    @property
    def topic(self) -> Topic:
        return Topic("user", self.user_id)

    def last(self) -> int:
        return last_seq_of(self.user_id)

    def has(self, number: int) -> bool:
        return UserEvent.objects.filter(user=self.user_id, seq=number).exists()

    def first(self, after: int | None) -> Page:
        if after is None:
            last = self.last()
            return Page((_marker("ready", last),), last)
        place = ResumePoint.of(self, after=after)
        lines = (_marker("reset", place.newest),) if place.is_reset else ()
        return Page(lines, place.after, is_last=place.after == place.newest)

    def following(self, position: int) -> Page:
        rows: Iterable[Any] = events_of_user(self.user_id, after=position)[:PAGE_SIZE]
        return _page([(row.seq, row.event, row.is_unheard) for row in rows], position, reader_id=self.user_id)


@dataclass(frozen=True, kw_only=True)
class GameLog:
    """One game, for a user or (None) a visitor. Without a position it begins with the current state of the game."""

    game: Game
    viewer_id: int | None

    @property
    def topic(self) -> Topic:
        return Topic("game", self.game.number, reader_of(self.game, self.viewer_id))

    def last(self) -> int:
        return last_event_of(self.game.number, self.viewer_id)

    def has(self, number: int) -> bool:
        return events_of_game(self.game, self.viewer_id, after=number - 1).filter(pk=number).exists()

    def first(self, after: int | None) -> Page:
        place = None if after is None else ResumePoint.of(self, after=after)
        if place is not None and not place.is_reset:
            return Page((), place.after, is_last=place.after == place.newest)
        state = self._state(self.last() if place is None else place.newest)
        lines = (state,) if place is None else (_marker("reset", state.number), state)
        return Page(lines, state.number)

    def following(self, position: int) -> Page:
        rows: Iterable[Any] = events_of_game(self.game, self.viewer_id, after=position)[:PAGE_SIZE]
        reader_id = reader_of(self.game, self.viewer_id)
        return _page([(event.pk, event, event.is_unheard) for event in rows], position, reader_id=reader_id)

    def _state(self, last: int) -> EventLine:
        """The game with the number of the last event in it; read again while it changes under our hands."""
        while True:
            game = current_game(self.game.number)
            whole = game_data(game, viewer_id=self.viewer_id, now=database_time.now())
            state = EventLine(last, "state", _json({"type": "state", "seq": last, "game": whole}))
            last = self.last()
            if last == state.number:
                return state


def latest(topics: Collection[Topic]) -> Mapping[Topic, int]:
    """The position that each of the logs has reached; users to whom nothing has happened are left out."""
    ids = {kind: {int(topic.id) for topic in topics if topic.kind == kind} for kind in ("user", "game")}
    streams = UserStream.objects.filter(user__in=ids["user"]).values_list("user", "last_seq")
    games = last_events(ids["game"])
    found = {Topic("user", user_id): seq for user_id, seq in streams}
    found |= {Topic("game", number, player): last for (number, player), last in games.items()}
    return {topic: found[topic] for topic in topics if topic in found}


def _page(numbered: list[tuple[int, Event, bool]], position: int, *, reader_id: int | None) -> Page:
    """A page of events, each with its number and whether the reader has muted who caused it."""
    lines = tuple(
        EventLine(number, event.type, _json(event_data(event, seq=number, reader_id=reader_id, is_unheard=is_unheard)))
        for number, event, is_unheard in numbered
    )
    return Page(lines, lines[-1].number if lines else position, is_last=len(lines) < PAGE_SIZE)


def _marker(line_type: str, position: int) -> EventLine:
    return EventLine(position, line_type, _json({"type": line_type, "after": position}))


def _json(data: Data) -> bytes:
    return compact_line(data).encode()
