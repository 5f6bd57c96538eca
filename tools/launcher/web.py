"""The web process of `run`: its address, its command line, and whether it answers."""

import errno
import http.client
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from tools.launcher.errors import LauncherError
from tools.launcher.processes import Program
from tools.launcher.workspace import ROOT

READY_PATH = "/api/v1/health/ready/"
# Open event streams never end by themselves, and would hold a restart for ever.
GRACEFUL_SHUTDOWN_SECONDS = 3
PORTS_TRIED = 50
LOOPBACK = ("127.0.0.1", "::1", "localhost")
ALL_ADDRESSES = ("0.0.0.0", "::", "")
SOURCE_FOLDERS = ("accounts", "games", "kit", "muehle_server")


@dataclass(frozen=True)
class Address:
    """Where the web process listens. The socket is ours and outlives it: while it restarts, callers wait."""

    host: str
    port: int
    listener: socket.socket

    @property
    def url(self) -> str:
        """As a person types it; `localhost` where this machine can reach it so, for passkeys work with names only."""
        shown = "localhost" if self.host in (*LOOPBACK, *ALL_ADDRESSES) else self.host
        return f"http://{f'[{shown}]' if ':' in shown else shown}:{self.port}"

    @property
    def is_public(self) -> bool:
        """Whether other machines can reach it."""
        return self.host not in LOOPBACK


def listen(host: str, port: int) -> Address:
    """Take the port, or the next free one. Raises LauncherError where the host is not ours or all are taken."""
    for candidate in range(port, min(port + PORTS_TRIED, 65536)):
        try:
            listener = _listener(host, candidate)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                continue
            raise LauncherError(f"Cannot listen on {host}, port {candidate}: {error.strerror}.") from error
        return Address(host=host, port=listener.getsockname()[1], listener=listener)
    raise LauncherError(f"The ports from {port} on are all taken; choose another by --port.")


def uvicorn_command(listener: socket.socket, *, graceful_seconds: int) -> list[str]:
    """The command of a web process on an open socket, with the limits that every example in deploy/ has."""
    command = [sys.executable, "-m", "uvicorn", "muehle_server.asgi:application", "--fd", str(listener.fileno())]
    command += ["--log-level", "warning", "--no-access-log", "--no-proxy-headers"]
    command += ["--http", "muehle_server.connections:Connection"]
    return [*command, "--timeout-graceful-shutdown", str(graceful_seconds)]


def web_program(address: Address, environment: Mapping[str, str], *, reload: bool) -> Program:
    """uvicorn with the hybrid entry, on the socket that is already open."""
    command = uvicorn_command(address.listener, graceful_seconds=GRACEFUL_SHUTDOWN_SECONDS)
    if reload:
        command += ["--reload", *(f"--reload-dir={folder}" for folder in SOURCE_FOLDERS)]
    return Program(
        name="web",
        command=command,
        environment=environment,
        folder=ROOT,
        inherited_descriptors=(address.listener.fileno(),),
    )


def readiness(address: Address) -> str:
    """Empty when the instance is ready; otherwise what it answered, or why it did not."""
    host = "127.0.0.1" if address.host in ALL_ADDRESSES else address.host
    connection = http.client.HTTPConnection(host, address.port, timeout=1)
    try:
        connection.request("GET", READY_PATH)
        answer = connection.getresponse()
        body = answer.read(500).decode(errors="replace")
    except (OSError, http.client.HTTPException) as error:
        return str(error) or type(error).__name__
    finally:
        connection.close()
    return "" if answer.status == http.client.OK else f"{answer.status} {body}"


def _listener(host: str, port: int) -> socket.socket:
    family, kind, protocol, _name, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # uvicorn takes an inherited socket for a local one, and would leave small answers waiting for 40 ms.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listener.bind(place)
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener
