"""A Valkey with a replica and three Sentinels, of which a test may stop any."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import redis
from redis.sentinel import Sentinel

from tests.support.pooler import takes_connections
from tests.support.servers import Switch, free_port, switched_on, wait_for
from tools.launcher.binaries import find_valkey
from tools.launcher.processes import Program
from tools.launcher.scratch import scratch_directory
from tools.launcher.services import Service

SERVICE = "muehle"
PASSWORD = "as-secret-as-a-test"
# After so long without an answer a server counts as away.
DOWN_MILLISECONDS = 1500


@dataclass(frozen=True)
class Watched:
    """Two servers by their ports, the Sentinels that watch them, and the address of all."""

    servers: dict[int, Switch]
    sentinels: list[Switch]
    url: str
    _asked: Any

    def master(self) -> int:
        """The port of the server that the Sentinels call the master."""
        return int(self._asked.discover_master(SERVICE)[1])

    def client(self, port: int) -> "redis.Redis":
        return redis.Redis(port=port, password=PASSWORD)

    def wait_for_another_master(self, than: int) -> None:
        """Return when the Sentinels agree on it and it takes writes."""
        wait_for(lambda: self._is_master_other_than(than))

    def wait_for_replica(self) -> None:
        """Return when the master has a replica that has its data."""
        wait_for(self._has_replica)

    def is_whole(self) -> bool:
        """Whether the replica has the master's data and each Sentinel knows the others."""
        try:
            return self._has_replica() and all(_knows_the_others(sentinel) for sentinel in self._asked.sentinels)
        except redis.RedisError:
            return False

    def _has_replica(self) -> bool:
        state = self.client(self.master()).info("replication").get("slave0", {}).get("state")
        return bool(state == "online")

    def _is_master_other_than(self, port: int) -> bool:
        try:
            master = self.master()
            return master != port and self.client(master).info("replication")["role"] == "master"
        except redis.RedisError:
            return False


@contextmanager
def watched_valkeys() -> Iterator[Watched]:
    """All of them, on; the replica is up to date and each Sentinel knows the others."""
    with scratch_directory(None) as scratch, ExitStack() as stack:
        first, second = free_port(), free_port()
        guarded = [
            f"requirepass {PASSWORD}",
            f"masterauth {PASSWORD}",
            "databases 256",
            'save ""',
            "repl-diskless-sync-delay 0",
        ]
        servers = {
            first: stack.enter_context(_server(scratch, first, guarded)),
            second: stack.enter_context(_server(scratch, second, [*guarded, f"replicaof 127.0.0.1 {first}"])),
        }
        watching = [
            f"sentinel monitor {SERVICE} 127.0.0.1 {first} 2",
            f"sentinel auth-pass {SERVICE} {PASSWORD}",
            f"sentinel down-after-milliseconds {SERVICE} {DOWN_MILLISECONDS}",
            f"sentinel failover-timeout {SERVICE} 6000",
        ]
        ports = [free_port() for _sentinel in range(3)]
        sentinels = [stack.enter_context(_server(scratch, port, watching, "--sentinel")) for port in ports]
        hosts = ",".join(f"127.0.0.1:{port}" for port in ports)
        asked: Any = Sentinel([("127.0.0.1", port) for port in ports], socket_timeout=1)  # type: ignore[no-untyped-call]
        watched = Watched(servers, sentinels, f"redis+sentinel://:{PASSWORD}@{hosts}/{SERVICE}/0", asked)
        wait_for(watched.is_whole)
        yield watched


def _knows_the_others(sentinel: Any) -> bool:
    state = sentinel.sentinel_masters()[SERVICE]
    return (state["num-other-sentinels"], state["num-slaves"]) == (2, 1)


@contextmanager
def sentinel(scratch: Path, lines: list[str]) -> Iterator[int]:
    """A Sentinel of its own with these lines of configuration; yields its port."""
    port = free_port()
    with _server(scratch, port, lines, "--sentinel"):
        yield port


@contextmanager
def _server(scratch: Path, port: int, lines: list[str], *arguments: str) -> Iterator[Switch]:
    folder = scratch / str(port)
    folder.mkdir(mode=0o700)
    configuration = folder / "valkey.conf"
    # Sentinels change the files of servers and their own, so that they find them as they were when they start again.
    configuration.write_text("\n".join([f"port {port}", "bind 127.0.0.1", f'dir "{folder}"', *lines]) + "\n")
    command = [find_valkey(), str(configuration), *arguments]
    program = Program(name=f"valkey-{port}", command=command, environment=dict(os.environ), folder=folder)
    service = Service(program=program, prepare=lambda: None, is_ready=lambda _pid: takes_connections(port))
    with switched_on(f"redis://127.0.0.1:{port}/0", service) as switch:
        yield switch
