"""A Valkey of our own (Redis's protocol) on a socket; it keeps its data in one dump file, or nothing at all."""

import os
import socket
from dataclasses import dataclass
from pathlib import Path

from tools.launcher.processes import Program

# Every worker of a parallel test run takes three.
DATABASES = 256


@dataclass(frozen=True)
class Store:
    """One server: its program, the directory of its dump, its socket."""

    executable: str
    data: Path
    socket: Path
    durable: bool

    @property
    def url(self) -> str:
        """Address in the form that redis-py reads."""
        return f"unix://{self.socket}?db=0"


def prepare(store: Store) -> Path:
    """Make the directory and write the configuration; returns the path of the latter."""
    store.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    store.socket.unlink(missing_ok=True)
    configuration = store.socket.with_suffix(".conf")
    configuration.write_text(_configuration(store), encoding="utf-8")
    return configuration


def program(store: Store) -> Program:
    """The server as a program; SIGTERM makes it write its dump."""
    return Program(
        name="valkey",
        command=[store.executable, str(store.socket.with_suffix(".conf"))],
        environment=dict(os.environ),
        folder=store.data,
    )


def is_ready(store: Store) -> bool:
    """Whether the server answers a PING, which it does not while it reads its dump."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(1)
            connection.connect(str(store.socket))
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
    except OSError:
        return False


def _configuration(store: Store) -> str:
    lines = [
        "port 0",
        f'unixsocket "{store.socket}"',
        "unixsocketperm 700",
        f'dir "{store.data}"',
        f"databases {DATABASES}",
        "appendonly no",
        "loglevel warning",
        "save 60 1" if store.durable else 'save ""',
    ]
    return "\n".join(lines) + "\n"
