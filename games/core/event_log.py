"""The one way into the log: record() writes events inside the caller's transaction and announces them after it.

The log is the outbox. What must happen because of an event (a notification, a line in a stream) is found in the log by
those who do it; losing the announcement delays them and loses nothing.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any

from django.db import connection, transaction

from games.core import pubsub
from games.core.event_types import Audience, event_type_named
from games.core.models.games import Game
from games.core.notifications import NotificationKind, kind_of_type
from kit.hooks import Hook
from kit.sql import Change, fetched


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An event to be recorded.

    `recipients` are the ids of the users in whose streams it appears. Where its type has a kind of notifications,
    those in `notify` are notified, or all but its actor if that is None.
    """

    type: str
    recipients: tuple[int, ...]
    notify: tuple[int, ...] | None = None
    game: Game | None = None
    subject: tuple[str, int] | None = None
    actor_id: int | None = None
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> NotificationKind | None:
        """The kind of its notifications, if there are any."""
        return kind_of_type(self.type)

    @property
    def notified(self) -> tuple[int, ...]:
        """The ids of the users who are notified."""
        if self.kind is None:
            return ()
        if self.notify is not None:
            return self.notify
        return tuple(user_id for user_id in self.recipients if user_id != self.actor_id)

    @property
    def game_number(self) -> int | None:
        """The game that it is about; an event without one may name it in its data."""
        return self.game.pk if self.game is not None else self.data.get("game")


# Events were written. What a function does belongs to the same transaction, and is quick.
recorded: Hook[[Sequence[Entry], datetime], None] = Hook()


def record(entries: Sequence[Entry], *, now: datetime, changes: Sequence[Change] = ()) -> None:
    """Append entries to the log, in order, and announce them after commit.

    `changes` are what the entries, of which there is one at least, tell about; they are written in the same statement.
    To be called once in a transaction, with everything it has to say: the streams' rows are locked in the order of
    user ids, and a second call could take two of them in the other order and deadlock with another transaction.
    """
    if not entries:
        return
    statement = _append(tuple(change.statement for change in changes))
    values = [value for change in changes for value in change.values]
    covering = _covering(entries)
    content = [_content(entry) | {"recipients": _recipients(entry, covering)} for entry in entries]
    fetched(statement, [*values, json.dumps(content), now])
    recorded(entries, now)
    _announce_after_commit(entries)


def _covering(entries: Sequence[Entry]) -> dict[tuple[int, int | None, str], str]:
    """By user, game, and the name of a kind: the kind that says the same."""
    return {
        (user_id, entry.game_number, covered): kind.name
        for entry in entries
        if (kind := entry.kind) is not None
        for covered in kind.covers(entry.data)
        for user_id in entry.notified
    }


def _recipients(entry: Entry, covering: Mapping[tuple[int, int | None, str], str]) -> list[tuple[int, bool, str]]:
    """Each with whether they are notified, and the kind that covers this notification."""
    notified, name = entry.notified, entry.kind.name if entry.kind is not None else ""
    return [
        (user_id, user_id in notified, covering.get((user_id, entry.game_number, name), ""))
        for user_id in entry.recipients
    ]


def _content(entry: Entry) -> dict[str, Any]:
    subject_type, subject_id = entry.subject or ("", None)
    return {
        "type": entry.type,
        "game": entry.game and entry.game.pk,
        "subject_type": subject_type,
        "subject_id": subject_id,
        "actor": entry.actor_id,
        "data": entry.data,
    }


# Entries are numbered by their place, from 1; ids are drawn in that order. None is older than the one before it in the
# same game, even if the database's clock was set back. Every stream is advanced by as many numbers as its owner has
# entries, which holds its row until commit, and the last entry gets the last of them.
_APPEND = """
entry AS (
    SELECT place, content->>'type' AS type, (content->>'game')::bigint AS game_id,
        content->>'subject_type' AS subject_type, (content->>'subject_id')::bigint AS subject_id,
        (content->>'actor')::bigint AS actor_id, content->'data' AS data, content->'recipients' AS recipients
    FROM jsonb_array_elements(%s::jsonb) WITH ORDINALITY AS entry (content, place)
), event AS (
    INSERT INTO core_event (type, game_id, subject_type, subject_id, actor_id, data, created_at)
    SELECT type, game_id, subject_type, subject_id, actor_id, data, GREATEST(%s, (
        SELECT created_at FROM core_event AS last WHERE last.game_id = entry.game_id ORDER BY id DESC LIMIT 1
    )) FROM entry ORDER BY place
    RETURNING id
), numbered AS (
    SELECT id AS event_id, row_number() OVER (ORDER BY id) AS place FROM event
), recipient AS (
    SELECT place, (each->>0)::bigint AS user_id, (each->>1)::boolean AS is_notification, each->>2 AS covered_by
    FROM entry, jsonb_array_elements(recipients) AS each
), stream AS (
    INSERT INTO core_userstream AS stream (user_id, last_seq)
    SELECT user_id, count(*) FROM recipient GROUP BY user_id ORDER BY user_id
    ON CONFLICT (user_id) DO UPDATE SET last_seq = stream.last_seq + EXCLUDED.last_seq
    RETURNING user_id, last_seq
)
INSERT INTO core_userevent (user_id, seq, event_id, is_notification, covered_by)
SELECT user_id, last_seq + 1 - row_number() OVER (PARTITION BY user_id ORDER BY place DESC), event_id,
    is_notification, covered_by
FROM recipient JOIN numbered USING (place) JOIN stream USING (user_id)
"""


@cache
def _append(changes: tuple[str, ...]) -> str:
    first = "".join(f"change_{place} AS ({change}), " for place, change in enumerate(changes))
    return f"WITH {first}{_APPEND}"


def _announce_after_commit(entries: Sequence[Entry]) -> None:
    of_games = [
        (entry.game.pk, event_type_named(entry.type).audience, entry) for entry in entries if entry.game is not None
    ]
    # Readers are not woken by events that they may not see: that would tell them when there was one.
    games = {number for number, audience, _entry in of_games if audience is Audience.EVERYBODY}
    players = {
        (number, user_id)
        for number, audience, entry in of_games
        if audience is not Audience.RECIPIENTS
        for user_id in entry.recipients
    }
    users = {user_id for entry in entries for user_id in entry.recipients}

    # A closure and not a partial: Django's robust callbacks want a __qualname__ to log when one fails.
    def announce() -> None:
        pubsub.announce(games=games, players=players, users=users)

    transaction.on_commit(announce, robust=True)


def rename(where: str, *, user: int, old: str, new: str) -> None:
    """Replace the name of a player in the payloads of events; `where` is a condition in SQL, about `%(user)s`."""
    if old == new:
        return
    with connection.cursor() as cursor:
        cursor.execute(_RENAME.format(where=where), {"user": user, "old": old, "new": new})


_RENAME = """
UPDATE core_event SET data = (
    SELECT jsonb_object_agg(
        key, CASE WHEN key IN ('white', 'black', 'challenger') AND value = to_jsonb(%(old)s::text)
            THEN to_jsonb(%(new)s::text) ELSE value END
    ) FROM jsonb_each(data)
)
WHERE {where} AND %(old)s::text IN (data->>'white', data->>'black', data->>'challenger')
"""

# Tables with ids that other servers and programs remember.
_numbered = ["core_event"]


def add_numbered(table: str) -> None:
    """Declare that clients store ids of this table, so that no id may be used twice."""
    _numbered.append(table)


# More than any log grows between a backup and its restore.
GAP = 1_000_000


def leave_a_gap() -> None:
    """After the database was restored, give none of the numbers again that may have been given since the backup.

    A client that continues after one of those learns that it is not of this log, and gets no other events instead.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_MOVE_STREAMS, [GAP])
        for table in _numbered:
            cursor.execute(_MOVE_IDS, {"table": table, "gap": GAP})


# Users without a stream at the time of the backup may have got one since.
_MOVE_STREAMS = """
INSERT INTO core_userstream AS stream (user_id, last_seq) SELECT id, %s FROM accounts_user ORDER BY id
ON CONFLICT (user_id) DO UPDATE SET last_seq = stream.last_seq + EXCLUDED.last_seq
"""
_MOVE_IDS = """
SELECT core_raise_numbers(%(table)s::text::regclass, nextval(pg_get_serial_sequence(%(table)s::text, 'id')) + %(gap)s)
"""
