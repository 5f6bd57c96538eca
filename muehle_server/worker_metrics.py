"""Metrics of the tasks of a worker, and its endpoint for Prometheus."""

from time import perf_counter
from typing import Any

from celery import signals
from django.conf import settings
from prometheus_client import Counter, Histogram

from kit.monitoring import PROCESS, sample_process

TASKS = Counter("muehle_tasks", "Tasks that have ended.", ["task", "outcome"], registry=PROCESS)
SECONDS = Histogram(
    "muehle_task_seconds",
    "How long tasks took.",
    ["task"],
    buckets=(0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120),
    registry=PROCESS,
)
_began: dict[str, float] = {}


def connect() -> None:
    """Count the tasks of this process from now on."""
    signals.worker_ready.connect(_serve)
    signals.task_prerun.connect(_begin)
    signals.task_postrun.connect(_end)


def _serve(**_signal: Any) -> None:
    if settings.METRICS_TOKEN and settings.WORKER_METRICS_ADDRESS:
        from muehle_server.scraping import serve_worker

        serve_worker(settings.WORKER_METRICS_ADDRESS)


def _begin(task_id: str, **_signal: Any) -> None:
    _began[task_id] = perf_counter()


def _end(task_id: str, task: Any, state: str | None, **_signal: Any) -> None:
    seconds = perf_counter() - _began.pop(task_id)
    if settings.METRICS_TOKEN:
        TASKS.labels(task.name, (state or "unknown").lower()).inc()
        SECONDS.labels(task.name).observe(seconds)
        sample_process()
