"""REDIS_URL, and connections to Redis with bounded waits.

The address of a server, or of Sentinels that know which server is the master:

    redis://[user:password@]host[:6379]/database
    rediss://[user:password@]host[:6379]/database?ssl_ca_certs=/path
    unix:///path?db=database
    redis+sentinel://[user:password@]host[:26379],host,host/service/database
    rediss+sentinel://…

User and password are those of the servers. The options sentinel_username and sentinel_password are for Sentinels.
Other options are redis-py's.

A server that does not answer costs one caller a timeout. For PAUSE_SECONDS after that nobody asks it, and callers get
the error at once, so that a hung server does not delay every request.
"""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit

import redis
import redis.asyncio
import structlog
from redis.asyncio.retry import Retry as AsyncRetry
from redis.asyncio.sentinel import Sentinel as AsyncSentinel
from redis.backoff import NoBackoff
from redis.connection import parse_url
from redis.retry import Retry
from redis.sentinel import Sentinel, SentinelConnectionPool

log = structlog.get_logger(__name__)

SENTINEL_PORT = 26379


@dataclass(frozen=True, slots=True)
class Sentinels:
    """Where the Sentinels are, how to connect to them, the service they watch, and how to connect to its master."""

    hosts: list[tuple[str, int]]
    options: dict[str, Any]
    service: str
    server_options: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Broker:
    """What Celery has to know: its URL, options for kombu's transport, and those of TLS."""

    url: str
    transport_options: dict[str, Any]
    use_ssl: dict[str, Any] | None


def numbered(url: str, further: int) -> str:
    """The same address with the database that comes so many after the one that it names."""
    parts = urlsplit(url)
    options = dict(parse_qsl(parts.query))
    path, _separator, last = parts.path.rpartition("/")
    if parts.scheme == "unix":
        options["db"] = str(int(options.get("db", "0")) + further)
        return f"unix://{parts.netloc}{parts.path}?{urlencode(options, safe='/')}"
    if is_sentinel(url) and not path:
        path, last = f"/{last}", ""
        if path == "/":
            raise ValueError("REDIS_URL names no service: redis+sentinel://host,host,host/service/0")
    database = int(options.pop("db", "") or last or "0") + further
    return parts._replace(path=f"{path}/{database}", query=urlencode(options, safe="/")).geturl()


def is_sentinel(url: str) -> bool:
    """Whether Sentinels are at the address."""
    return urlsplit(url).scheme.endswith("+sentinel")


def sentinels(url: str) -> Sentinels:
    """The parts of an address of Sentinels, as `numbered` has made it."""
    parts = urlsplit(url)
    account, _at, hosts = parts.netloc.rpartition("@")
    service, _separator, database = parts.path.strip("/").partition("/")
    options = dict(parse_qsl(parts.query))
    own = {name: options.pop(f"sentinel_{name}", None) for name in ("username", "password")}
    scheme = parts.scheme.removesuffix("+sentinel")
    server = _parsed(f"{scheme}://{account}@host/{database}?{urlencode(options)}")
    tls = {"ssl": True, **_tls(server)} if scheme == "rediss" else {}
    return Sentinels(
        hosts=[_place(host) for host in hosts.split(",")],
        options={**own, **tls},
        service=service,
        server_options={**server, **tls},
    )


def broker(url: str) -> Broker:
    """The address in the words of Celery and kombu, as `numbered` has made it."""
    parts = urlsplit(url)
    if is_sentinel(url):
        found = sentinels(url)
        account, at, _hosts = parts.netloc.rpartition("@")
        path = f"/{found.server_options['db']}"
        # kombu takes account and database from the first one.
        urls = [f"sentinel://{account}{at}{host}:{port}{path}" for host, port in found.hosts]
        waits = {"socket_timeout": 1, "socket_connect_timeout": 1, "retry": Retry(NoBackoff(), retries=0)}
        options = {"master_name": found.service, "sentinel_kwargs": {**waits, **found.options}}
        return Broker(";".join(urls), options, _tls(found.server_options) if "ssl" in found.options else None)
    if parts.scheme == "unix":
        return Broker(url.replace("unix://", "redis+socket://").replace("db=", "virtual_host="), {}, None)
    tls = _tls(_parsed(url)) if parts.scheme == "rediss" else None
    return Broker(parts._replace(query="").geturl(), {}, tls)


def _parsed(url: str) -> dict[str, Any]:
    options: dict[str, Any] = parse_url(url)  # type: ignore[no-untyped-call]
    for name in ("host", "port", "connection_class"):
        options.pop(name, None)
    return options


def _tls(options: dict[str, Any]) -> dict[str, Any]:
    """The options of TLS; kombu takes none at all for a connection without TLS."""
    found = {name: value for name, value in options.items() if name.startswith("ssl_")}
    return {"ssl_cert_reqs": "required", **found}


def _place(host: str) -> tuple[str, int]:
    parts = urlsplit(f"//{host}")
    return parts.hostname or "", parts.port or SENTINEL_PORT


# Of a connection, and of an answer. A server that is well takes a millisecond.
TIMEOUT_SECONDS = 0.5
SENTINEL_SECONDS: Final = 0.2
PAUSE_SECONDS = 2.0

RedisAway = redis.RedisError


class Breaker:
    """Whether a server may be asked: not for a while after it did not answer, and then by one caller first."""

    def __init__(self) -> None:
        self._is_silent = False
        self._asked_again_at = 0.0

    def admit(self) -> None:
        """Raises redis.ConnectionError if the server is not to be asked now."""
        if not self._is_silent:
            return
        now = time.monotonic()
        if now < self._asked_again_at:
            raise redis.ConnectionError("Redis did not answer a moment ago.")
        # This caller asks; others are kept away until it knows.
        self._asked_again_at = now + PAUSE_SECONDS

    def note(self, *, is_answering: bool) -> None:
        """Remember whether the server has answered."""
        if not is_answering:
            self._asked_again_at = time.monotonic() + PAUSE_SECONDS
            if not self._is_silent:
                log.warning("redis_silent")
        self._is_silent = not is_answering


class GuardedPool(redis.ConnectionPool):
    """A pool that hands out connections as its breaker allows. Used connections that come back closed have failed."""

    def __init__(self, *args: Any, breaker: Breaker, **options: Any) -> None:
        self._breaker = breaker
        super().__init__(*args, **options)

    def get_connection(self, *args: Any, **options: Any) -> Any:
        self._breaker.admit()
        return super().get_connection(*args, **options)

    def release(self, connection: Any) -> None:
        self._breaker.note(is_answering=connection.is_connected)
        super().release(connection)


class GuardedSentinelPool(GuardedPool, SentinelConnectionPool):
    """The same for the master that Sentinels know of."""


class OnceMore(Retry):
    """One more try where a pooled connection was dead, as after a restart. None after a timeout."""

    def __init__(self) -> None:
        super().__init__(NoBackoff(), retries=1)

    def call_with_retry(
        self,
        do: Callable[[], Any],
        fail: Callable[..., Any],
        is_retryable: Callable[[Exception], bool] | None = None,
        with_failure_count: bool = False,
    ) -> Any:
        def failed(error: Exception, count: int) -> None:
            fail(*((error, count) if with_failure_count else (error,)))
            if isinstance(error, redis.TimeoutError):
                raise error

        return super().call_with_retry(do, failed, is_retryable, with_failure_count=True)


@cache
def client(url: str) -> redis.Redis:
    """The client of this process for the database at the address."""
    return redis.Redis(connection_pool=pool(url))


def pool(url: str, **options: Any) -> redis.ConnectionPool:
    """A pool of connections to the database at the address."""
    options = {**_waits(TIMEOUT_SECONDS), "retry": OnceMore(), "breaker": _breaker(_server(url)), **options}
    if not is_sentinel(url):
        return GuardedPool.from_url(url, **options)
    found = sentinels(url)
    own = {**_waits(SENTINEL_SECONDS), "retry": Retry(NoBackoff(), retries=0), **found.options}
    manager = Sentinel(found.hosts, sentinel_kwargs=own)  # type: ignore[no-untyped-call]
    return GuardedSentinelPool(found.service, manager, **found.server_options, **options)


@asynccontextmanager
async def listener(url: str) -> AsyncIterator[redis.asyncio.Redis]:
    """A client for one connection that listens. It waits without end, and does not connect again by itself: that would
    hide what was missed meanwhile."""
    # Its own timeout would use asyncio.wait_for(), which up to Python 3.11 may swallow a cancellation.
    options: dict[str, Any] = {"retry": AsyncRetry(NoBackoff(), retries=0), "socket_timeout": None}
    if not is_sentinel(url):
        async with redis.asyncio.Redis.from_url(url, **options) as client:
            yield client
        return
    found = sentinels(url)
    own = {**_waits(SENTINEL_SECONDS), "retry": AsyncRetry(NoBackoff(), retries=0), **found.options}
    manager = AsyncSentinel(found.hosts, sentinel_kwargs=own)  # type: ignore[no-untyped-call]
    try:
        async with manager.master_for(found.service, **found.server_options, **options) as client:
            yield client
    finally:
        for sentinel in manager.sentinels:
            await sentinel.aclose()


class CachePool:
    """What the setting of Django's cache names as its class of pools."""

    from_url = staticmethod(pool)


@cache
def _breaker(_server: str) -> Breaker:
    return Breaker()


def _waits(seconds: float) -> dict[str, Any]:
    return {"socket_connect_timeout": seconds, "socket_timeout": seconds}


def _server(url: str) -> str:
    """The address without the database, which all databases of a server have in common."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}{parts.path if parts.scheme == 'unix' else ''}"
