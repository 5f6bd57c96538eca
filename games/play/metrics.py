"""Metrics of games that go on."""

from kit.monitoring import DatabaseGauge, scalar

overdue = DatabaseGauge(
    "muehle_overdue_seconds", "How long the deadline of the most overdue game has passed; 0 if there is none."
)


@overdue.reader
def _overdue() -> float:
    return scalar(_OVERDUE)


# Uses the index game_due.
_OVERDUE = """
SELECT greatest(0, extract(epoch FROM clock_timestamp() - coalesce(grace_until, deadline_at)))
FROM core_game WHERE finished_at IS NULL ORDER BY coalesce(grace_until, deadline_at) LIMIT 1
"""
