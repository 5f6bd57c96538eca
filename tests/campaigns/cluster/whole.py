"""All parts together, and whether they are well."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass

import httpx
import psycopg
from celery import Celery

from kit import redis_connections
from tests.campaigns.cluster.etcd import Etcds, three_etcds
from tests.campaigns.cluster.patroni import Patroni, two_nodes
from tests.campaigns.cluster.programs import programs
from tests.campaigns.cluster.proxy import haproxy
from tests.support.live import WebProcess
from tests.support.pooler import switchable_pgbouncer
from tests.support.processes import CeleryProcess, beat, worker
from tests.support.sentinels import Watched, watched_valkeys
from tests.support.servers import Switch, free_port, url_of, wait_for
from tools.launcher.accounts import database_account
from tools.launcher.postgres import OWNER, SERVER
from tools.launcher.scratch import scratch_directory
from tools.launcher.workspace import ROOT

WEBS, WORKERS, BEATS = 3, 2, 2
# However busy this machine is.
SECONDS_TO_BE_WHOLE = 240.0


@dataclass(frozen=True)
class Cluster:
    """Its parts; `url` is that of the site, `database_url` leads past the pooler to the primary."""

    etcds: Etcds
    patroni: Patroni
    pooler: Switch
    redis: Watched
    webs: Sequence[WebProcess]
    workers: Sequence[CeleryProcess]
    url: str
    database_url: str

    def wait_until_whole(self) -> None:
        """Return when every part is there and has what it needs to be replaced."""
        checks = (self.etcds.are_whole, self.patroni.are_whole, self._is_redis_whole, self._is_database_reached)
        for check in (*checks, self._are_webs_ready, self._are_workers_here):
            wait_for(check, seconds=SECONDS_TO_BE_WHOLE)

    def _is_redis_whole(self) -> bool:
        return self.redis.is_whole()

    def _is_database_reached(self) -> bool:
        return is_primary(self.pooler.url)

    def _are_webs_ready(self) -> bool:
        with suppress(httpx.HTTPError):
            addresses = [self.url, *(web.url for web in self.webs)]
            return all(httpx.get(f"{url}/api/v1/health/ready/", timeout=2).is_success for url in addresses)
        return False

    def _are_workers_here(self) -> bool:
        broker = redis_connections.broker(redis_connections.numbered(self.redis.url, 2))
        app = Celery("probe", broker=broker.url, set_as_current=False)
        app.conf.broker_transport_options = {"socket_timeout": 2, **broker.transport_options}
        with app.connection_for_write() as line, suppress(*line.connection_errors, *line.channel_errors):
            return len(app.control.ping(timeout=1, connection=line) or ()) == WORKERS
        return False


@contextmanager
def cluster(*, mails_to: int) -> Iterator[Cluster]:
    """All on and whole, with empty tables; mails are sent to a port of this machine."""
    found, account = programs(), database_account()
    http, postgres = free_port(), free_port()
    with scratch_directory(account) as scratch, ExitStack() as stack:
        etcds = stack.enter_context(three_etcds(found["etcd"], scratch))
        patroni = stack.enter_context(two_nodes(found["patroni"], scratch, etcds.hosts))
        redis = stack.enter_context(watched_valkeys())
        port, pooler = stack.enter_context(switchable_pgbouncer(f"host=127.0.0.1 port={postgres}", SERVER))
        environment = _environment(port, redis.url, mails_to=mails_to)
        webs = [WebProcess(environment) for _web in range(WEBS)]
        stack.enter_context(
            haproxy(found["haproxy"], scratch, http=http, postgres=postgres, webs=webs, nodes=patroni.nodes)
        )
        _migrate(postgres)
        for web in webs:
            stack.callback(web.close)
            web.start()
        # They have no limits of time, as deploy/pgbouncer says.
        environment["DATABASE_URL"] = environment["DATABASE_URL"] + "-worker"
        workers = [stack.enter_context(worker(**environment)) for _worker in range(WORKERS)]
        for number in range(BEATS):
            stack.enter_context(beat(str(scratch / f"schedule{number}"), **environment))
        whole = Cluster(etcds, patroni, pooler, redis, webs, workers, f"http://127.0.0.1:{http}", url_of(postgres))
        whole.wait_until_whole()
        yield whole


def _environment(pooler: int, redis_url: str, *, mails_to: int) -> dict[str, str]:
    return {
        "DATABASE_URL": url_of(pooler, role=SERVER),
        "DATABASE_POOLER": "transaction",
        "REDIS_URL": redis_url,
        # The servers are this cluster's own: their first databases are used by whichever worker of pytest runs it.
        "PYTEST_XDIST_WORKER": "gw0",
        "EMAIL_URL": f"smtp://127.0.0.1:{mails_to}",
        "ALLOWED_HOSTS": "127.0.0.1,muehle.example",
    }


def _migrate(port: int) -> None:
    addresses = {"DATABASE_URL": url_of(port, role=SERVER), "DATABASE_OWNER_URL": url_of(port, role=OWNER)}
    wait_for(lambda: is_primary(addresses["DATABASE_URL"]))
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, check=True, cwd=ROOT, env=os.environ | addresses)


def is_primary(database_url: str) -> bool:
    """Whether a PostgreSQL answers there that takes writes."""
    with suppress(psycopg.Error), psycopg.connect(database_url, connect_timeout=2) as connection:
        return connection.execute("SELECT pg_is_in_recovery()").fetchone() == (False,)
    return False
