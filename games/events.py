"""The one way into the log: record() writes events inside the caller's transaction and announces them after it.

The log is the outbox. What must happen because of an event (a notice, a line in a stream) is found in the log by
those who do it; losing the announcement delays them and loses nothing.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connection, transaction

from games import pubsub
from games.models import Challenge, Event, Game, UserEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An event to be recorded; `recipients` are the ids of the users in whose streams it appears."""

    type: str
    recipients: tuple[int, ...]
    game: Game | None = None
    challenge: Challenge | None = None
    actor_id: int | None = None
    data: dict[str, Any] = field(default_factory=dict)


def record(entries: Sequence[Entry], *, now: datetime) -> list[Event]:
    """Append entries to the log, in order, and announce them after commit.

    To be called once in a transaction, with everything it has to say: the streams' rows are locked in the order of
    user ids, and a second call could take two of them in the other order and deadlock with somebody else.
    """
    events = Event.objects.bulk_create(_event(entry, now=now) for entry in entries)
    next_seq = _draw_seqs(entries)
    UserEvent.objects.bulk_create(
        UserEvent(user_id=user_id, seq=next_seq.next(user_id), event=event)
        for entry, event in zip(entries, events, strict=True)
        for user_id in entry.recipients
    )
    _announce_after_commit(entries)
    return events


def _event(entry: Entry, *, now: datetime) -> Event:
    return Event(
        type=entry.type,
        game=entry.game,
        challenge=entry.challenge,
        actor_id=entry.actor_id,
        data=entry.data,
        created_at=now,
    )


class _Seqs:
    """Hands out the numbers that were drawn for each user, lowest first."""

    def __init__(self, last_seqs: dict[int, int], drawn: Counter[int]) -> None:
        self._next = {user_id: last_seqs[user_id] - count + 1 for user_id, count in drawn.items()}

    def next(self, user_id: int) -> int:
        seq = self._next[user_id]
        self._next[user_id] += 1
        return seq


def _draw_seqs(entries: Sequence[Entry]) -> _Seqs:
    """Advance the streams of all recipients at once, holding their rows until commit."""
    drawn = Counter(user_id for entry in entries for user_id in entry.recipients)
    if not drawn:
        return _Seqs({}, drawn)
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO games_userstream AS stream (user_id, last_seq)
            SELECT * FROM unnest(%s::bigint[], %s::bigint[]) AS drawn (user_id, count) ORDER BY user_id
            ON CONFLICT (user_id) DO UPDATE SET last_seq = stream.last_seq + EXCLUDED.last_seq
            RETURNING user_id, last_seq
            """,
            [list(drawn), list(drawn.values())],
        )
        return _Seqs(dict(cursor.fetchall()), drawn)


def _announce_after_commit(entries: Sequence[Entry]) -> None:
    games = {entry.game.pk for entry in entries if entry.game is not None}
    users = {user_id for entry in entries for user_id in entry.recipients}

    # A closure and not a partial: Django's robust callbacks want a __qualname__ to log when one fails.
    def announce() -> None:
        pubsub.announce(games=games, users=users)

    transaction.on_commit(announce, robust=True)
