"""Servers that a test may stop and start again: a Valkey, a PostgreSQL. Nobody else is on them."""

import os
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import psycopg

from tools.launcher import postgres, valkey
from tools.launcher.accounts import database_account, hand_over
from tools.launcher.binaries import find_postgres, find_valkey
from tools.launcher.processes import run_as, start, stop
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
        self._signal_all(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        self._signal_all(signal.SIGCONT)

    def _signal_all(self, number: signal.Signals) -> None:
        """The server and its children, each of which may have a session of its own."""
        assert self._process is not None
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for each in (pid, *map(int, children)):
            os.kill(each, number)


class Postgres(Switch):
    """One of several servers, on TCP."""

    def __init__(self, cluster: postgres.Cluster, port: int, *, prepare: Callable[[], object]) -> None:
        service = Service(
            program=postgres.program(cluster),
            prepare=prepare,
            is_ready=lambda pid: postgres.is_ready(cluster, pid=pid),
        )
        self.cluster, self.port = cluster, port
        super().__init__(url_of(port), service)

    def execute(self, statement: str) -> Any:
        """The first value of the first row; None if there are no rows."""
        with psycopg.connect(self.url.partition("?")[0], autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            row = cursor.fetchone() if cursor.description else None
        return row[0] if row else None

    def promote(self) -> None:
        """Make the standby a primary; returns when it takes writes."""
        assert self.execute("SELECT pg_promote(wait => true)")


def url_of(*ports: int, role: str = postgres.SUPERUSER, **query: str) -> str:
    """The address of one or more servers on this machine."""
    hosts = ",".join(f"127.0.0.1:{port}" for port in ports)
    return f"postgres://{role}@{hosts}/{postgres.DATABASE}?{urlencode(query)}".rstrip("?")


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
        with switched_on(store.url, service) as switch:
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
        with switched_on(cluster.url, service) as switch:
            yield switch


@contextmanager
def primary_and_standby() -> Iterator[tuple[Postgres, Postgres]]:
    """Two durable servers; the second one is a streaming standby of the first. Both are on."""
    account = database_account()
    with scratch_directory(account) as scratch:
        programs = find_postgres(account=account, copies=scratch / "programs")

        def cluster(name: str, port: int) -> postgres.Cluster:
            return postgres.Cluster(
                programs=programs,
                account=account,
                data=scratch / name / "data",
                socket=scratch / f"{name}-socket",
                durable=True,
                settings=("listen_addresses=127.0.0.1", f"port={port}", "shared_buffers=32MB"),
            )

        first, second = cluster("primary", free_port()), cluster("standby", free_port())
        ports = [int(each.settings[1].partition("=")[2]) for each in (first, second)]
        primary = Postgres(first, ports[0], prepare=lambda: postgres.prepare(first))
        standby = Postgres(second, ports[1], prepare=lambda: _copy(first, second, port=ports[0]))
        primary.on()
        try:
            standby.on()
            yield primary, standby
        finally:
            standby.off()
            primary.off()


def _copy(primary: postgres.Cluster, standby: postgres.Cluster, *, port: int) -> None:
    """Make the data of a standby, if there are none yet."""
    if not (standby.data / "PG_VERSION").exists():
        for folder in (standby.socket, standby.data):
            folder.mkdir(mode=0o700, parents=True)
            hand_over(folder, standby.account)
        command = [standby.programs.basebackup, "--pgdata", str(standby.data), "--write-recovery-conf", "--no-sync"]
        command += ["--checkpoint=fast", "--dbname", f"host=127.0.0.1 port={port} user={postgres.SUPERUSER}"]
        answer = run_as(primary.account, command)
        assert answer.returncode == 0, answer.stderr
    postgres.prepare(standby)


@contextmanager
def switched_on(url: str, service: Service) -> Iterator[Switch]:
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


def free_port() -> int:
    """A port on which nobody listens now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def is_closed(connection: socket.socket) -> bool:
    """Whether the other side has closed it. It resets the connection if bytes came that it did not read."""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True
