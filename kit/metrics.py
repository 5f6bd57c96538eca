"""Metrics of the clock, the database pool and the task queue."""

from django.db import connection

from kit import database_time, periodic
from kit.monitoring import ProcessGauge, ServerGauge

tasks_waiting = ServerGauge("muehle_tasks_waiting", "Tasks that no worker has taken yet.")


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
