"""Servers that a test may stop and start again: a Valkey, a PostgreSQL. Nobody else is on them."""

import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tools.launcher import postgres, valkey
from tools.launcher.accounts import database_account
from tools.launcher.binaries import find_postgres, find_valkey
from tools.launcher.processes import start, stop
from tools.launcher.scratch import scratch_directory
from tools.launcher.services import Service, wait_until_ready


class Switch:
    """A server with its address, on or off."""

    def __init__(self, url: str, service: Service) -> None:
        self.url = url
        self._service = service
        self._process: subprocess.Popen[bytes] | None = None

    def on(self) -> None:
        """Start it, on the data that it had; returns when it answers."""
        self._service.prepare()
        with tempfile.TemporaryFile() as log:
            self._process = start(self._service.program, output=log)
            wait_until_ready(self._service, self._process, log)

    def off(self) -> None:
        """Stop it; returns when it is gone."""
        if self._process is not None:
            stop(self._service.program, self._process)
            self._process = None

    def kill(self) -> None:
        """End it as a crash would; what it had begun it finds again when it is started."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self._process = None

    def pause(self) -> None:
        """Let it take connections and answer nothing, as a machine that hangs."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)


@contextmanager
def own_valkey() -> Iterator[Switch]:
    """A Valkey that forgets everything when it is stopped; it is on."""
    with scratch_directory(None) as scratch:
        store = valkey.Store(
            executable=find_valkey(), data=scratch / "data", socket=scratch / "valkey.sock", durable=False
        )
        service = Service(
            program=valkey.program(store),
            prepare=lambda: valkey.prepare(store),
            is_ready=lambda _pid: valkey.is_ready(store),
        )
        with _switched_on(store.url, service) as switch:
            yield switch


@contextmanager
def own_postgres(*, durable: bool = False) -> Iterator[Switch]:
    """A PostgreSQL with an empty database; it is on. A durable one keeps what it has promised when it is killed."""
    account = database_account()
    with scratch_directory(account) as scratch:
        cluster = postgres.Cluster(
            programs=find_postgres(account=account, copies=scratch / "programs"),
            account=account,
            data=scratch / "data" / "postgres",
            socket=scratch / "socket",
            durable=durable,
        )
        service = Service(
            program=postgres.program(cluster),
            prepare=lambda: postgres.prepare(cluster),
            is_ready=lambda pid: postgres.is_ready(cluster, pid=pid),
        )
        with _switched_on(cluster.url, service) as switch:
            yield switch


@contextmanager
def _switched_on(url: str, service: Service) -> Iterator[Switch]:
    switch = Switch(url, service)
    switch.on()
    try:
        yield switch
    finally:
        switch.off()


def wait_for(condition: Callable[[], object], *, seconds: float = 60.0) -> None:
    """Return when the condition holds; raises AssertionError where it still does not after the time."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not within {seconds:.0f} s"
        time.sleep(0.05)
