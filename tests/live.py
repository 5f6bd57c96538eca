"""A real web process on a free port, with the tests' database: for streams, for clients, for browsers.

A test that uses it must commit what the process is to see, so the fixture asks for real transactions.
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from django.conf import settings
from django.db import connection

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 60.0


class WebProcessError(Exception):
    """The web process did not answer; the message has what it printed."""


@contextmanager
def web_process(*, published: Path | None = None, **environment: str) -> Iterator[str]:
    """Run uvicorn with the production entry until the block ends; yields its address, http://127.0.0.1:PORT.

    With the folder of published static files it serves those, as in production, instead of the source's.
    """
    if published is not None:
        environment = environment | {"STATIC_ROOT": str(published), "PYTEST_VERSION": ""}
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(256)
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        process = _start(listener, {**_environment(url), **environment})
        try:
            _wait_until_it_answers(process, url)
            yield url
        finally:
            process.terminate()
            process.wait(timeout=20)


@pytest.fixture(scope="session")
def _session_web_process(django_db_setup: None, django_db_blocker: object) -> Iterator[str]:
    with web_process() as url:
        yield url


@pytest.fixture
def live_server_url(transactional_db: None, _session_web_process: str) -> str:
    """The address of a web process, shared by the session; the test's rows are committed and flushed after it."""
    return _session_web_process


def _start(listener: socket.socket, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "uvicorn", "muehle_server.asgi:application", "--fd", str(listener.fileno())]
    command += ["--log-level", "warning", "--no-access-log", "--timeout-graceful-shutdown", "2"]
    inherited = {**os.environ, **environment}
    return subprocess.Popen(
        command,
        cwd=ROOT,
        # What is empty is taken away: the settings look whether a variable of pytest's is there at all.
        env={name: value for name, value in inherited.items() if value},
        pass_fds=[listener.fileno()],
        stdin=subprocess.DEVNULL,
    )


def _environment(url: str) -> dict[str, str]:
    """The tests' database by its own name, and limits that a test cannot run into."""
    database = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}")
    return {
        "DATABASE_URL": database.geturl(),
        "SITE_URL": url,
        "ALLOW_INSECURE_HTTP": "true",
        "EMAIL_URL": "dummymail://",
        "LOG_LEVEL": "ERROR",
        "RATE_GUEST": "100000/minute",
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
