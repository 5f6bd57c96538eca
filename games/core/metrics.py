"""Metrics of games and of Redis; and those that other apps fill."""

from games.core import pubsub
from kit.monitoring import MOST_COUNTED, DatabaseCounter, DatabaseGauge, ServerGauge, scalar

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
