"""The two servers the project needs: given by address, or started here.

If DATABASE_URL or REDIS_URL is set, those servers are used; this module then only waits for them.
"""

import os
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO
from urllib.parse import parse_qs, urlsplit

from tools.launcher import postgres, valkey
from tools.launcher.accounts import database_account
from tools.launcher.binaries import find_postgres, find_valkey
from tools.launcher.errors import LauncherError
from tools.launcher.processes import Program, start, stop
from tools.launcher.scratch import scratch_directory

SECONDS_TO_START = 60.0
DEFAULT_PORTS = {
    "postgres": 5432,
    "postgresql": 5432,
    "redis": 6379,
    "rediss": 6379,
    "redis+sentinel": 26379,
    "rediss+sentinel": 26379,
}


@dataclass(frozen=True)
class Service:
    """A server of our own: how to prepare it, what to start, and how to see that it answers."""

    program: Program
    prepare: Callable[[], object]
    is_ready: Callable[[int], bool]


def _leave_roles() -> None:
    """In a server that is given, or has one role for all."""


@dataclass(frozen=True)
class ServicePlan:
    """The addresses of both servers, and those of them that are ours to start.

    The role of `owner_url` owns the tables, if it is another than that of `database_url`.
    """

    database_url: str
    redis_url: str
    services: tuple[Service, ...]
    owner_url: str = ""
    establish_roles: Callable[[], None] = _leave_roles

    @property
    def environment(self) -> dict[str, str]:
        """The addresses as the settings read them."""
        return {"DATABASE_URL": self.database_url, "REDIS_URL": self.redis_url}


@contextmanager
def planned(
    *, data: Callable[[Path], Path], durable: bool, with_owner: bool = False, given: Mapping[str, str] = os.environ
) -> Iterator[ServicePlan]:
    """A plan, with a scratch directory that lives as long as the context.

    `data` answers, given the scratch directory, where the servers' data belong. In a PostgreSQL of ours there are the
    roles of an installation `with_owner`, otherwise its superuser alone.
    """
    database_url, redis_url = given.get("DATABASE_URL", ""), given.get("REDIS_URL", "")
    owner_url, establish_roles = given.get("DATABASE_OWNER_URL", ""), _leave_roles
    account = None if database_url else database_account()
    with scratch_directory(account) as scratch:
        services = []
        if not database_url:
            cluster = postgres.Cluster(
                programs=find_postgres(account=account, copies=scratch / "programs"),
                account=account,
                data=data(scratch) / "postgres",
                socket=scratch / "postgres-socket",
                durable=durable,
            )
            database_url = cluster.url
            if with_owner:
                database_url, owner_url = cluster.url_of(postgres.SERVER), cluster.url_of(postgres.OWNER)
                establish_roles = partial(postgres.establish_roles, cluster.url)
            services.append(_postgres_service(cluster))
        if not redis_url:
            store = valkey.Store(
                executable=find_valkey(),
                data=data(scratch) / "valkey",
                socket=scratch / "valkey.sock",
                durable=durable,
            )
            redis_url = store.url
            services.append(_valkey_service(store))
        yield ServicePlan(database_url, redis_url, tuple(services), owner_url, establish_roles)


@contextmanager
def throw_away_services(*, durable: bool = False) -> Iterator[ServicePlan]:
    """Both servers, running, with empty data that vanish at the end; given servers are used as they are."""
    with planned(data=lambda scratch: scratch / "data", durable=durable) as plan, running(plan):
        yield plan


@contextmanager
def running(plan: ServicePlan) -> Iterator[None]:
    """Start the plan's own servers, wait for all, and stop ours at the end."""
    with ExitStack() as stack:
        started = [(service, *_started(service, stack)) for service in plan.services]
        for service, process, log in started:
            wait_until_ready(service, process, log)
        wait_for_address(plan.database_url)
        wait_for_address(plan.redis_url)
        yield


def wait_until_ready(service: Service, process: subprocess.Popen[bytes], log: IO[bytes]) -> None:
    """Return when the server answers. Raises LauncherError, with its last lines, if it ends or takes too long."""
    until = time.monotonic() + SECONDS_TO_START
    while not service.is_ready(process.pid):
        if process.poll() is not None or time.monotonic() > until:
            log.seek(0)
            last = log.read()[-2000:].decode(errors="replace")
            raise LauncherError(f"{service.program.name} did not start:\n{last}")
        time.sleep(0.02)


def wait_for_address(url: str) -> None:
    """Return when something takes connections at the address. Raises LauncherError after a minute."""
    until = time.monotonic() + SECONDS_TO_START
    while not any(map(_takes_connections, _one_host_each(url))):
        if time.monotonic() > until:
            parts = urlsplit(url)
            raise LauncherError(f"Nothing answers at {parts.scheme}://{parts.hostname or parts.path}.")
        time.sleep(0.2)


def _started(service: Service, stack: ExitStack) -> tuple[subprocess.Popen[bytes], IO[bytes]]:
    service.prepare()
    log = stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115  (the stack closes it)
    process = start(service.program, output=log)
    stack.callback(stop, service.program, process)
    return process, log


def _postgres_service(cluster: postgres.Cluster) -> Service:
    return Service(
        program=postgres.program(cluster),
        prepare=lambda: postgres.prepare(cluster),
        is_ready=lambda pid: postgres.is_ready(cluster, pid=pid),
    )


def _valkey_service(store: valkey.Store) -> Service:
    return Service(
        program=valkey.program(store),
        prepare=lambda: valkey.prepare(store),
        is_ready=lambda _pid: valkey.is_ready(store),
    )


def _one_host_each(url: str) -> list[str]:
    """The address for each of its hosts: PostgreSQL's may have several."""
    parts = urlsplit(url)
    return [parts._replace(netloc=host).geturl() for host in parts.netloc.rpartition("@")[2].split(",")]


def _takes_connections(url: str) -> bool:
    parts = urlsplit(url)
    # Of several hosts, the first.
    parts = parts._replace(netloc=parts.netloc.rpartition("@")[2].partition(",")[0])
    query = parse_qs(parts.query)
    folder = query.get("host", [""])[0]
    try:
        if parts.scheme.endswith("unix") or folder.startswith("/"):
            path = f"{folder}/.s.PGSQL.{query.get('port', ['5432'])[0]}" if folder else parts.path
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
                connection.settimeout(2)
                connection.connect(path)
        else:
            host = folder or parts.hostname or "localhost"
            port = parts.port or DEFAULT_PORTS.get(parts.scheme, 0)
            socket.create_connection((host, port), timeout=2).close()
    except OSError:
        return False
    return True
