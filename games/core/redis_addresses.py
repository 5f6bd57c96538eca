"""REDIS_URL: the address of a server, or of Sentinels that know which server is the master.

    redis://[user:password@]host[:6379]/database
    rediss://[user:password@]host[:6379]/database?ssl_ca_certs=/path
    unix:///path?db=database
    redis+sentinel://[user:password@]host[:26379],host,host/service/database
    rediss+sentinel://…

User and password are those of the servers. The options sentinel_username and sentinel_password are for Sentinels.
Other options are redis-py's.
"""

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from redis.backoff import NoBackoff
from redis.connection import parse_url
from redis.retry import Retry

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
