"""The fallback beat: runs the periodic tasks while Redis is away, and with it the queue that beat fills.

A worker starts `manage.py fallback_beat` when its broker does not answer, and ends it when the broker is back. Of all
such processes one holds a lease in the database, and runs the tasks. Each run is safe to repeat, so that it does no
harm if a beat works as well.
"""

import time
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait

import structlog
from celery import Task
from django.db import Error as DatabaseError
from django.db import connections

from accounts import leadership
from kit import periodic

log = structlog.get_logger(__name__)

LEASE = "periodic tasks"
LEASE_SECONDS = 15.0
LOOK_SECONDS = 1.0
# A long data export does not keep games from ending on time.
THREADS = 4

PeriodicTasks = Mapping[str, "Task[[], None]"]


class FallbackBeat:
    """Runs tasks at their intervals, as long as it holds the lease."""

    def __init__(self, tasks: PeriodicTasks) -> None:
        self._tasks = tasks
        self._lease: leadership.HeldLeadership | None = None
        self._due_at = dict.fromkeys(tasks, 0.0)
        self._running: dict[str, Future[None]] = {}
        self._threads = ThreadPoolExecutor(THREADS, "periodic")

    def step(self) -> None:
        """Take or renew the lease; with it, start what is due and does not run."""
        lease = self._hold()
        if lease is None:
            return
        for name, task in self._tasks.items():
            is_running = name in self._running and not self._running[name].done()
            if not is_running and time.monotonic() >= self._due_at[name]:
                self._due_at[name] = time.monotonic() + periodic.seconds_between(task)
                self._running[name] = self._threads.submit(_run, task, lease)

    def wait(self, seconds: float) -> None:
        """Return when nothing runs, or after so long."""
        wait(self._running.values(), seconds)

    def close(self) -> None:
        """Start nothing more and let another process take the lease."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._lease is not None:
            self._lease.release()
        self.wait(periodic.SECONDS_A_RUN)

    def _hold(self) -> leadership.HeldLeadership | None:
        try:
            if self._lease is None or not self._lease.renew(LEASE_SECONDS):
                self._lease = leadership.take(LEASE, LEASE_SECONDS)
                if self._lease is not None:
                    log.warning("fallback_beat_leads")
        except DatabaseError as error:
            log.warning("lease_unreadable", error=str(error))
            self._lease = None
        finally:
            connections.close_all()
        return self._lease


def _run(task: "Task[[], None]", lease: leadership.HeldLeadership) -> None:
    """In a thread. Celery logs errors of the task."""
    try:
        if lease.is_held():
            task.apply()
    except DatabaseError as error:
        log.warning("lease_unreadable", error=str(error))
    finally:
        connections.close_all()
