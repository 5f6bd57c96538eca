"""Metrics of games, clocks, the database pool and the task queue; and those that other apps fill."""

from typing import Any

from django.db import connection

from accounts import database_time, periodic
from games.core import pubsub
from games.core.monitoring import MOST_COUNTED, DatabaseCounter, DatabaseGauge, ProcessGauge, ServerGauge

# Filled by the apps that send.
deliveries_due = DatabaseGauge(
    "muehle_deliveries_due", f"Deliveries that are due; the first {MOST_COUNTED} are looked at.", labels=["channel"]
)
deliveries_oldest = DatabaseGauge(
    "muehle_deliveries_oldest_seconds", "How long the oldest delivery has been due.", labels=["channel"]
)
games_ongoing = DatabaseGauge(
    "muehle_games_ongoing", f"Games that are played now; above {MOST_COUNTED} an estimate by PostgreSQL's statistics."
)
moves = DatabaseCounter("muehle_moves", "Moves that have been stored.")
redis_up = ServerGauge("muehle_redis_up", "Whether Redis answers (1) or not (0).")
tasks_waiting = ServerGauge("muehle_tasks_waiting", "Tasks that no worker has taken yet.")


def scalar(query: str, *parameters: Any) -> float:
    """The only value of the query's only row; 0 if there is none."""
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        row = cursor.fetchone()
    return float(row[0] or 0) if row else 0.0


@games_ongoing.reader
def _games_ongoing() -> float:
    return scalar(_ONGOING, MOST_COUNTED, MOST_COUNTED + 1)


# Counting all of them would read an index entry for each. ANALYZE estimates how many the index has.
_ONGOING = """
SELECT CASE WHEN games <= %s THEN games
    ELSE greatest(games, (SELECT reltuples FROM pg_class WHERE oid = 'game_overdue'::regclass)) END
FROM (
    SELECT count(*) AS games
    FROM (SELECT FROM core_game WHERE finished_at IS NULL ORDER BY deadline_at LIMIT %s) AS ongoing
) AS counted
"""


@moves.reader
def _moves() -> float:
    # The last number that was drawn for a row: moves are never deleted, and a move costs nothing more for it.
    return scalar("SELECT pg_sequence_last_value(pg_get_serial_sequence('core_move', 'id')::regclass)")


@redis_up.reader
def _redis_up() -> float:
    return float(pubsub.is_reachable())


@tasks_waiting.reader
def _tasks_waiting() -> float:
    return periodic.waiting()


def _skew() -> float | None:
    skew = database_time.source.last_skew()
    return None if skew is None else skew.total_seconds()


def _of_pool(name: str) -> float | None:
    pool = getattr(connection, "pool", None)
    return None if pool is None else float(pool.get_stats()[name])


ProcessGauge(
    "muehle_clock_skew_seconds",
    "How far the clock of this machine is ahead of the database's (negative: behind).",
    _skew,
    is_summed=False,
)
ProcessGauge("muehle_database_pool_connections", "Open database connections.", lambda: _of_pool("pool_size"))
ProcessGauge(
    "muehle_database_pool_idle", "Open database connections that nobody uses.", lambda: _of_pool("pool_available")
)
ProcessGauge(
    "muehle_database_pool_waiting",
    "Requests that wait for a database connection.",
    lambda: _of_pool("requests_waiting"),
)
