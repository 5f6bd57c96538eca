"""Real Celery processes on the tests' own database: a worker, a beat."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from muehle_server.celery import app
from tests.support.database_roles import address_of_tests
from tests.support.servers import wait_for
from tools.launcher.workspace import ROOT


class CeleryProcess:
    """A process with its children, which can be ended as a machine ends them."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        command = [sys.executable, "-m", "celery", "--app", "muehle_server.celery:app", "--quiet", *arguments]
        self._command, self._environment = command, environment_of_tests() | environment
        self.on()

    def on(self) -> None:
        """Start it."""
        self._process = subprocess.Popen(
            self._command, cwd=ROOT, env=self._environment, stdin=subprocess.DEVNULL, process_group=0
        )

    def pause(self) -> None:
        """Let it hang with all its children."""
        os.killpg(self._process.pid, signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        os.killpg(self._process.pid, signal.SIGCONT)

    def kill(self) -> None:
        """End it at once, with all its children and without a word."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


@contextmanager
def worker(**environment: str) -> Iterator[CeleryProcess]:
    """A worker with one hand; it is killed at the end."""
    arguments = ["worker", "--concurrency", "1", "--loglevel", "warning", "--without-gossip", "--without-mingle"]
    with _process(*arguments, **environment) as process:
        yield process


@contextmanager
def computer_worker(**environment: str) -> Iterator[CeleryProcess]:
    """The worker that plays for computers; it is killed at the end."""
    arguments = ["worker", "--queues", "computer", "--hostname", "computer@%h", "--concurrency", "2"]
    with _process(
        *arguments, "--loglevel", "warning", "--without-gossip", "--without-mingle", **environment
    ) as process:
        yield process


@contextmanager
def beat(schedule: str, **environment: str) -> Iterator[CeleryProcess]:
    """The clock; `schedule` is the file in which it keeps what it remembers."""
    arguments = ["beat", "--schedule", schedule, "--pidfile", "", "--loglevel", "warning"]
    with _process(*arguments, **environment) as process:
        yield process


def wait_for_worker() -> None:
    """Return when a worker answers on the broker of the settings."""
    wait_for(lambda: app.control.ping(timeout=0.5))


@contextmanager
def _process(*arguments: str, **environment: str) -> Iterator[CeleryProcess]:
    process = CeleryProcess(*arguments, **environment)
    try:
        yield process
    finally:
        process.kill()


def environment_of_tests() -> dict[str, str]:
    """What a process needs to work on the tests' own servers."""
    own = {"DATABASE_URL": address_of_tests(), "ALLOW_INSECURE_HTTP": "true", "LOG_LEVEL": "ERROR"}
    return {**os.environ, **own, "SECRET_KEY": settings.SECRET_KEY}
