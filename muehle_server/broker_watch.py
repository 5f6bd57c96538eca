"""A worker watches its broker, and runs a fallback beat (accounts/fallback_beat.py) while it does not answer."""

import subprocess
import sys
from threading import Event, Thread
from typing import Any

import structlog
from celery import bootsteps

from kit import periodic

log = structlog.get_logger(__name__)

ASK_SECONDS = 5.0
# So many questions in a row have to go unanswered.
MISSES = 2


class BrokerWatch(bootsteps.StartStopStep):
    """A thread that asks, and starts and ends the fallback beat.

    The beat is a process of its own: Celery forks, and a process with threads and database connections cannot.
    """

    requires = ("celery.worker.components:Pool",)

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self._is_ending = Event()
        self._thread = Thread(target=self._watch, name="broker-watch", daemon=True)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, _worker: Any) -> None:
        self._thread.start()

    def stop(self, _worker: Any) -> None:
        self._is_ending.set()

    def terminate(self, _worker: Any) -> None:
        self._is_ending.set()

    def _watch(self) -> None:
        misses = 0
        while not self._is_ending.wait(ASK_SECONDS):
            misses = 0 if periodic.is_broker_answering() else misses + 1
            if misses >= MISSES and (self._process is None or self._process.poll() is not None):
                log.warning("fallback_beat_starts")
                # It ends with its standard input: also when this process is killed.
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "django", "fallback_beat"], stdin=subprocess.PIPE
                )
            elif misses == 0:
                self._end()
        self._end()

    def _end(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None
