"""Three etcds, in which Patroni keeps who is the primary."""

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from tests.support.servers import Switch, free_port, switched_on, wait_for
from tools.launcher.processes import Program
from tools.launcher.services import Service


class Etcds:
    """All of them, by the port for clients."""

    def __init__(self, members: dict[int, Switch]) -> None:
        self.members = members

    @property
    def hosts(self) -> list[str]:
        return [f"127.0.0.1:{port}" for port in self.members]

    def leader(self) -> int | None:
        """The port of the one that says so of itself; None while there is none."""
        for port in self.members:
            state = _asked(port)
            if state and state.get("leader", "0") == state["header"]["member_id"]:
                return port
        return None

    def are_whole(self) -> bool:
        """Whether all are there and have the same leader."""
        states = [_asked(port) for port in self.members]
        leaders = {state.get("leader", "0") if state else "0" for state in states}
        return len(leaders) == 1 and "0" not in leaders


def _asked(port: int) -> Any:
    with suppress(httpx.HTTPError, json.JSONDecodeError):
        return httpx.post(f"http://127.0.0.1:{port}/v3/maintenance/status", json={}, timeout=1).json()
    return None


@contextmanager
def three_etcds(executable: str, scratch: Path) -> Iterator[Etcds]:
    """All on, with a leader."""
    clients, peers = ([free_port() for _member in range(3)] for _kind in range(2))
    everybody = ",".join(f"etcd{port}=http://127.0.0.1:{port}" for port in peers)
    with ExitStack() as stack:
        programs = [_program(executable, scratch, *ports, everybody) for ports in zip(clients, peers, strict=True)]
        # One alone is never ready: the first two are not waited for.
        services = [Service(program, prepare=lambda: None, is_ready=lambda _pid: True) for program in programs]
        switches = [
            stack.enter_context(switched_on(f"http://127.0.0.1:{port}", service))
            for port, service in zip(clients, services, strict=True)
        ]
        etcds = Etcds(dict(zip(clients, switches, strict=True)))
        wait_for(etcds.are_whole)
        yield etcds


def _program(executable: str, scratch: Path, client: int, peer: int, everybody: str) -> Program:
    url, peer_url, name = f"http://127.0.0.1:{client}", f"http://127.0.0.1:{peer}", f"etcd{peer}"
    options = {
        "name": name,
        "data-dir": scratch / name,
        "listen-client-urls": url,
        "advertise-client-urls": url,
        "listen-peer-urls": peer_url,
        "initial-advertise-peer-urls": peer_url,
        "initial-cluster": everybody,
        "enable-v2": "true",
        "log-level": "error",
        "logger": "zap",
    }
    command = [executable, *(f"--{option}={value}" for option, value in options.items())]
    return Program(name=name, command=command, environment=dict(os.environ), folder=scratch)
