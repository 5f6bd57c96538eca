"""A real web process on a free port, with the tests' database: for streams, for clients, for browsers.

A test that uses it must commit what the process is to see, so the fixture asks for real transactions.
"""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from django.conf import settings
from django.db import connection

from tests.support.database_roles import address_of_tests
from tests.support.servers import wait_for
from tools.launcher.web import uvicorn_command
from tools.launcher.workspace import ROOT

START_SECONDS = 60.0


class WebProcessError(Exception):
    """The web process did not answer; the message has what it printed."""


class WebProcess:
    """uvicorn with the production entry, at an address that stays its own while it is killed and started again."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        # Holds the port without listening on it: nobody else gets it, and while the process is away calls are refused.
        self._place = _socket(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._place.getsockname()[1]}"
        self._environment = {**_environment(self.url), **environment}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, **environment: str) -> None:
        """Returns when it answers; what is given here changes its environment for good."""
        self._environment |= environment
        with _socket(self._place.getsockname()) as listener:
            listener.listen(256)
            self._process = _start(listener, self._environment)
        _wait_until_it_answers(self._process, self.url)

    def kill(self) -> None:
        """End it as a crash would: at once, with everything that it had open."""
        self._end(subprocess.Popen.kill)

    def on(self) -> None:
        """Start it as it was."""
        self.start()

    def pause(self) -> None:
        """Let it take connections and answer nothing."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        self._signal(signal.SIGCONT)

    def close(self) -> None:
        """End it in order, and give its address away."""
        self._end(subprocess.Popen.terminate)
        self._place.close()

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def _end(self, how: Callable[[subprocess.Popen[bytes]], None]) -> None:
        if self._process is not None:
            how(self._process)
            self._process.wait(timeout=20)
            self._process = None


@contextmanager
def web_process(*, published: Path | None = None, **environment: str) -> Iterator[str]:
    """A web process until the block ends; yields its address, http://127.0.0.1:PORT."""
    with restartable_web_process(published=published, **environment) as process:
        yield process.url


@contextmanager
def restartable_web_process(*, published: Path | None = None, **environment: str) -> Iterator[WebProcess]:
    """The same as a thing to be killed and started again.

    With the folder of published static files it serves those, as in production, instead of the source's.
    """
    process = WebProcess(as_published(published) | environment if published else environment)
    try:
        process.start()
        yield process
    finally:
        process.close()


def as_published(folder: Path) -> dict[str, str]:
    """The environment of a process that serves the published files in a folder."""
    return {"STATIC_ROOT": str(folder), "PYTEST_VERSION": ""}


def _socket(place: tuple[str, int]) -> socket.socket:
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind(place)
    return made


@pytest.fixture(scope="session")
def _session_web_process(django_db_setup: None, django_db_blocker: object) -> Iterator[str]:
    with web_process() as url:
        yield url


@pytest.fixture
def live_server_url(transactional_db: None, _session_web_process: str) -> Iterator[str]:
    """The address of a web process, shared by the session; the test's rows are committed and flushed after it.

    What was asked for at the end is answered first, as far as it has reached the database.
    tests/support/emptying.py waits for the rest, which may still be queued in the process.
    """
    yield _session_web_process
    wait_for(_nobody_works)


def _nobody_works() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'"
        )
        return int((cursor.fetchone() or [0])[0]) == 0


def _start(listener: socket.socket, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    inherited = {**os.environ, **environment}
    return subprocess.Popen(
        uvicorn_command(listener, graceful_seconds=2),
        cwd=ROOT,
        # What is empty is taken away: the settings look whether a variable of pytest's is there at all.
        env={name: value for name, value in inherited.items() if value},
        pass_fds=[listener.fileno()],
        stdin=subprocess.DEVNULL,
    )


def _environment(url: str) -> dict[str, str]:
    """The tests' database by its own name, and limits that a test cannot run into."""
    return {
        "DATABASE_URL": address_of_tests(),
        "SITE_URL": url,
        "ALLOW_INSECURE_HTTP": "true",
        "EMAIL_URL": "dummymail://",
        "LOG_LEVEL": "ERROR",
        "RATE_GUEST": "100000/minute",
        "RATE_TOKEN": "100000/minute",
        "RATE_USER": "100000/minute",
        "SECRET_KEY": settings.SECRET_KEY,
    }


def _wait_until_it_answers(process: subprocess.Popen[bytes], url: str) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if process.poll() is not None:
            raise WebProcessError(f"the web process ended with {process.returncode}")
        try:
            httpx.get(f"{url}/api/v1/health/live/", timeout=5).raise_for_status()
        except httpx.HTTPError:
            time.sleep(0.1)
        else:
            return
    raise WebProcessError(f"nothing answered at {url}")
