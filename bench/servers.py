"""The web processes that are measured: the real one as `dev.py run` starts it, and a minimal one in its likeness."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from muehle_server.launcher.processes import Program, start, stop
from muehle_server.launcher.web import Address, listen, web_program

FIRST_PORT = 8600


@contextmanager
def both(log: Path) -> Iterator[tuple[Address, Address]]:
    """The addresses of the real and the minimal web process; what they say goes into the log."""
    with real(log) as ours, _serving(log, application="bench.minimal.asgi:application") as minimal:
        yield ours, minimal


@contextmanager
def real(log: Path) -> Iterator[Address]:
    """The address of the real web process alone."""
    with _serving(log, application="muehle_server.asgi:application") as address:
        yield address


@contextmanager
def _serving(log: Path, *, application: str) -> Iterator[Address]:
    address = listen("127.0.0.1", FIRST_PORT)
    program = _program(address, application=application)
    with log.open("ab") as output:
        process: subprocess.Popen[bytes] = start(program, output=output)
    try:
        yield address
    finally:
        stop(program, process)
        address.listener.close()


def _program(address: Address, *, application: str) -> Program:
    real = web_program(address, os.environ, reload=False)
    command = [application if part == "muehle_server.asgi:application" else part for part in real.command]
    return replace(real, command=command)
