"""Redis by TLS, for all that uses it: announcements, presence, the cache, rate limits, and Celery."""

import asyncio
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from django.conf import LazySettings
from django.core.cache import cache
from kombu.exceptions import OperationalError
from redis.sentinel import Sentinel

from games.core import pubsub
from kit import rate_limits, redis_connections
from tests.support.certificates import write_certificate
from tests.support.servers import free_port, switched_on, wait_for
from tools.launcher.processes import Program
from tools.launcher.services import Service


def tls_server(folder: Path, *lines: str, arguments: tuple[str, ...] = ()) -> Iterator[int]:
    """Debian's Redis, as the Valkey of the tests has no TLS; yields its port."""
    executable = shutil.which("redis-server", path="/usr/bin:/usr/local/bin")
    if executable is None:
        pytest.skip("redis-server is not installed")
    port = free_port()
    certificate = ["tls-cert-file cert.pem", "tls-key-file key.pem", "tls-ca-cert-file cert.pem", "tls-auth-clients no"]
    configuration = folder / f"{port}.conf"
    configuration.write_text(
        "\n".join(["port 0", f"tls-port {port}", f'dir "{folder}"', 'save ""', *certificate, *lines]) + "\n"
    )
    command = [executable, str(configuration), *arguments]
    program = Program(name="redis-tls", command=command, environment=dict(os.environ), folder=folder)
    url = f"rediss://localhost:{port}/0?ssl_ca_certs={folder}/cert.pem"

    def answers(_pid: int) -> bool:
        try:
            return bool(asked_at(port, folder).sentinels[0].ping())
        except redis_connections.RedisAway:
            return False

    with switched_on(url, Service(program=program, prepare=lambda: None, is_ready=answers)):
        yield port


def asked_at(port: int, folder: Path) -> Any:
    """A client of the Sentinel at the port; redis-py's has no types."""
    sentinel: Any = Sentinel
    return sentinel([("localhost", port)], sentinel_kwargs={"ssl": True, "ssl_ca_certs": str(folder / "cert.pem")})


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    write_certificate(tmp_path, "localhost")
    with contextmanager(tls_server)(tmp_path) as port:
        yield f"rediss://localhost:{port}/0?ssl_ca_certs={tmp_path}/cert.pem"


@pytest.fixture
def watched_server(tmp_path: Path) -> Iterator[str]:
    write_certificate(tmp_path, "localhost")
    with ExitStack() as stack:
        port = stack.enter_context(contextmanager(tls_server)(tmp_path))
        names = ["sentinel resolve-hostnames yes", "sentinel announce-hostnames yes", "tls-replication yes"]
        watching = [*names, f"sentinel monitor muehle localhost {port} 1"]
        watcher = stack.enter_context(contextmanager(tls_server)(tmp_path, *watching, arguments=("--sentinel",)))
        asked = asked_at(watcher, tmp_path)
        wait_for(lambda: _knows_master(asked))
        yield f"rediss+sentinel://localhost:{watcher}/muehle/0?ssl_ca_certs={tmp_path}/cert.pem"


def _knows_master(asked: Any) -> bool:
    try:
        return bool(asked.discover_master("muehle"))
    except redis_connections.RedisAway:
        return False


@pytest.fixture(params=["server", "watched_server"])
def address(request: pytest.FixtureRequest, settings: LazySettings) -> str:
    """The address of a server or of a Sentinel, which the settings of this process have."""
    url = str(request.getfixturevalue(request.param))
    use(settings, url)
    return url


def use(settings: LazySettings, url: str) -> None:
    settings.PUBSUB_URL = redis_connections.numbered(url, 0)
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": [redis_connections.numbered(url, 1)]}}


def broker(url: str) -> Celery:
    found = redis_connections.broker(redis_connections.numbered(url, 2))
    app = Celery("probe", broker=found.url, set_as_current=False)
    app.conf.update(broker_use_ssl=found.use_ssl, broker_transport_options=found.transport_options)
    return app


async def heard(announce: Callable[[], None]) -> pubsub.Announcement:
    wanted = pubsub.Wanted()
    wanted.add(pubsub.Topic("game", 7))
    announcements = pubsub.listen(wanted)
    try:
        async with asyncio.timeout(20):
            await anext(announcements)
            await asyncio.to_thread(announce)
            return await anext(announcements)
    finally:
        await announcements.aclose()


def test_everything_works_by_tls(address: str) -> None:
    pubsub.note_presence(user=1, game=2, event=3)
    cache.set("name", "value")

    assert pubsub.presence_of(user=1, game=2) == pubsub.Presence(is_present=True, seen_event=3)
    assert asyncio.run(heard(lambda: pubsub.announce(games=[7], users=[]))).games == (7,)
    assert cache.get("name") == "value"
    assert [rate_limits.spend("token", "1").used for _call in range(2)] == [1, 2]
    app = broker(address)
    app.send_task("anything")
    with app.connection_for_read() as connection:
        channel: Any = connection.default_channel
        assert channel.queue_declare(app.conf.task_default_queue).message_count == 1


def test_a_certificate_that_nobody_vouches_for_is_refused(server: str, settings: LazySettings) -> None:
    use(settings, server.partition("?")[0])

    with pytest.raises(redis_connections.RedisAway, match="CERTIFICATE_VERIFY_FAILED"):
        cache.get("name")
    with pytest.raises(pubsub.LineLost, match="CERTIFICATE_VERIFY_FAILED"):
        asyncio.run(heard(lambda: None))
    app = broker(server.partition("?")[0])
    with app.connection_for_read() as connection, pytest.raises(OperationalError, match="CERTIFICATE_VERIFY_FAILED"):
        connection.ensure_connection(max_retries=1, timeout=1)
