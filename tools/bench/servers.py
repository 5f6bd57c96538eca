"""The web processes that are measured: the real one as `dev.py run` starts it, and a minimal one in its likeness."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple

from tools.launcher.processes import Program, start, stop
from tools.launcher.web import Address, listen, web_program

FIRST_PORT = 8600
START_SECONDS = 120.0
OURS = "muehle_server.asgi:application"
MINIMAL = "tools.bench.minimal.asgi:application"
# What reads HTTP, for our application and for any other. Ours needs its settings; uvicorn's has no limits.
OUR_CONNECTIONS, UVICORNS_OWN = "muehle_server.connections:Connection", "httptools"


class Served(NamedTuple):
    """A web process that answers."""

    address: Address
    pid: int


@contextmanager
def both(log: Path, *, processes: int = 1) -> Iterator[tuple[Served, Served]]:
    """The real and the minimal web server, each with so many processes; what they say goes into the log."""
    with (
        serving(log, application=OURS, processes=processes) as ours,
        serving(log, application=MINIMAL, processes=processes) as minimal,
    ):
        yield ours, minimal


@contextmanager
def real(log: Path) -> Iterator[Address]:
    """The address of the real web process alone."""
    with serving(log, application=OURS) as served:
        yield served.address


@contextmanager
def serving(log: Path, *, application: str, processes: int = 1) -> Iterator[Served]:
    """A web server with this ASGI application; what it says goes into the log."""
    address = listen("127.0.0.1", FIRST_PORT)
    program = _program(address, application=application, processes=processes)
    with log.open("ab") as output:
        process: subprocess.Popen[bytes] = start(program, output=output)
    try:
        _wait_for_answer(address)
        yield Served(address, process.pid)
    finally:
        stop(program, process)
        address.listener.close()


def _wait_for_answer(address: Address) -> None:
    """The socket takes connections while the process still loads."""
    connection = HTTPConnection(address.host, address.port, timeout=START_SECONDS)
    connection.request("GET", "/")
    connection.getresponse()
    connection.close()


def _program(address: Address, *, application: str, processes: int) -> Program:
    real = web_program(address, os.environ, reload=False)
    others = {} if application == OURS else {OURS: application, OUR_CONNECTIONS: UVICORNS_OWN}
    command = [others.get(part, part) for part in real.command]
    return replace(real, command=[*command, "--workers", str(processes)] if processes > 1 else command)
