"""Which game a computer answers next: taken by one worker at a time, and fairly.

A lease is a time in the row. A worker that dies leaves it to another one when it runs out. A worker that hangs may come
back later: its move is refused, because the half-move has been played, and what it stores about the row has an old
fence.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from accounts.models import User
from games.computer.models import ComputerGame
from games.computer.slow_work import LEASE_SECONDS, SLOW_LEVELS
from games.core.models.games import Game
from kit.monitoring import MOST_COUNTED

# Quick turns come before slow ones that have waited for less. Later they are alike, so that no turn waits for ever.
PATIENCE_SECONDS = 1


@dataclass(frozen=True, slots=True)
class Turn:
    """A game that this worker has leased."""

    game: int
    fence: int
    news: int
    moves_at: datetime | None
    is_slow: bool


def take(*, slow: bool = True) -> Turn | None:
    """Lease the next game in which a computer is to answer; None if there is none. Without `slow`, only quick ones.

    Quick turns come before slow ones. Then the player whose games were taken longest ago comes first, so that one with
    many games does not delay others. Games that are only shown come last.
    """
    with connection.cursor() as cursor:
        parameters: dict[str, Any] = {
            "slow_levels": SLOW_LEVELS,
            "slow": slow,
            "patience": PATIENCE_SECONDS,
            "lease": LEASE_SECONDS,
        }
        cursor.execute(_TAKE, parameters)
        row = cursor.fetchone()
    return Turn(*row) if row else None


def give_back(turn: Turn, *, due_at: datetime | None = None) -> None:
    """End the lease. Unless something new has come up, the computer answers again at `due_at`, or has answered."""
    with connection.cursor() as cursor:
        cursor.execute(_GIVE_BACK, [turn.news, due_at, turn.game, turn.fence])


def is_any_due() -> bool:
    """Whether there is a game to be taken now."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT EXISTS (SELECT FROM {_TABLE} AS seat WHERE {_DUE})")  # noqa: S608
        return bool(cursor.fetchone()[0])


def count_due() -> int:
    """In how many games a computer is to answer now; no more than MOST_COUNTED."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [MOST_COUNTED])
        return int(cursor.fetchone()[0])


def waiting_seconds() -> float:
    """For how long the game that is due for longest has waited; 0 if none is due. One read of an index."""
    with connection.cursor() as cursor:
        cursor.execute(_WAITING)
        return float(cursor.fetchone()[0])


_TABLE = ComputerGame._meta.db_table  # noqa: SLF001  (the name under which Django documents it)
_DUE = """
seat.due_at <= clock_timestamp() AND (seat.leased_until IS NULL OR seat.leased_until <= clock_timestamp())
"""
_TAKE = f"""
WITH next AS MATERIALIZED (
    SELECT seat.game_id, kind.is_slow FROM {_TABLE} AS seat CROSS JOIN LATERAL (
        SELECT EXISTS (
            SELECT FROM {Game._meta.db_table} AS game
            JOIN {User._meta.db_table} AS computer ON computer.id IN (game.white_id, game.black_id)
            WHERE game.number = seat.game_id AND computer.computer_level = ANY(%(slow_levels)s)
        ) AS is_slow
    ) AS kind
    WHERE {_DUE} AND (%(slow)s OR NOT kind.is_slow)
    ORDER BY seat.player_id IS NULL,
        kind.is_slow AND seat.due_at > clock_timestamp() - make_interval(secs => %(patience)s),
        (SELECT max(other.served_at) FROM {_TABLE} AS other WHERE other.player_id = seat.player_id) NULLS FIRST,
        seat.due_at
    LIMIT 1 FOR UPDATE OF seat SKIP LOCKED
)
UPDATE {_TABLE} AS taken SET leased_until = clock_timestamp() + make_interval(secs => %(lease)s),
    fence = taken.fence + 1, served_at = clock_timestamp()
FROM next WHERE taken.game_id = next.game_id
RETURNING taken.game_id, taken.fence, taken.news, taken.moves_at, next.is_slow
"""  # noqa: S608, SLF001
_COUNT = f"""
SELECT count(*) FROM (SELECT FROM {_TABLE} WHERE due_at <= clock_timestamp() LIMIT %s) AS due
"""  # noqa: S608
_GIVE_BACK = f"""
UPDATE {_TABLE} SET leased_until = NULL, due_at = CASE WHEN news = %s THEN %s ELSE due_at END
WHERE game_id = %s AND fence = %s
"""  # noqa: S608
_WAITING = f"""
SELECT greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(due_at)), 0)) FROM {_TABLE}
WHERE due_at IS NOT NULL
"""  # noqa: S608
