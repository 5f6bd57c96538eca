"""REDIS_URL in all its forms, as redis-py, Django and kombu are told of it."""

import pytest
from kombu import Connection

from kit import redis_connections
from kit.redis_connections import broker, numbered, sentinels

SENTINELS = "redis+sentinel://anna:s%40fe@one,two:26380,three/muehle/0"


@pytest.mark.parametrize(
    ("url", "second"),
    [
        ("redis://localhost:6379/0", "redis://localhost:6379/1"),
        ("redis://localhost", "redis://localhost/1"),
        ("redis://:a,b@localhost:6379/4", "redis://:a,b@localhost:6379/5"),
        ("rediss://anna:x@host/0?ssl_ca_certs=/ca.pem", "rediss://anna:x@host/1?ssl_ca_certs=/ca.pem"),
        ("redis://localhost?db=2", "redis://localhost/3"),
        ("unix:///run/valkey.sock", "unix:///run/valkey.sock?db=1"),
        ("unix:///run/valkey.sock?db=3&password=x", "unix:///run/valkey.sock?db=4&password=x"),
        ("redis+sentinel://one,two:26380/muehle/0", "redis+sentinel://one,two:26380/muehle/1"),
        ("redis+sentinel://one,two/muehle", "redis+sentinel://one,two/muehle/1"),
        ("rediss+sentinel://one/muehle/2?ssl_cert_reqs=none", "rediss+sentinel://one/muehle/3?ssl_cert_reqs=none"),
    ],
)
def test_the_next_database_has_the_same_address_otherwise(url: str, second: str) -> None:
    assert numbered(url, 1) == second


@pytest.mark.parametrize("url", ["redis+sentinel://one,two", "redis+sentinel://one,two/"])
def test_sentinels_without_a_service_are_refused(url: str) -> None:
    with pytest.raises(ValueError, match="names no service"):
        numbered(url, 0)


def test_sentinels_are_asked_for_the_service_with_credentials_of_their_own() -> None:
    found = sentinels(f"{SENTINELS}?sentinel_password=watch")

    assert found.hosts == [("one", 26379), ("two", 26380), ("three", 26379)]
    assert found.service == "muehle"
    assert found.options == {"username": None, "password": "watch"}
    assert found.server_options == {"username": "anna", "password": "s@fe", "db": 0}


def test_with_tls_sentinels_and_servers_have_the_same_options() -> None:
    found = sentinels("rediss+sentinel://one/muehle/0?ssl_ca_certs=/ca.pem&ssl_check_hostname=false")

    tls = {"ssl": True, "ssl_cert_reqs": "required", "ssl_ca_certs": "/ca.pem", "ssl_check_hostname": False}
    assert found.options == {"username": None, "password": None, **tls}
    assert found.server_options == {"db": 0, **tls}


def test_kombu_reads_the_broker_of_sentinels() -> None:
    found = broker(SENTINELS)

    connection = Connection(found.url, transport_options=found.transport_options)
    assert connection.alt == [f"sentinel://anna:s%40fe@{host}/0" for host in ("one:26379", "two:26380", "three:26379")]
    assert (connection.userid, connection.password, connection.virtual_host) == ("anna", "s@fe", "0")
    assert connection.transport_cls == "sentinel"
    assert found.transport_options["master_name"] == "muehle"
    assert found.use_ssl is None


@pytest.mark.parametrize(
    ("url", "broker_url", "use_ssl"),
    [
        ("redis://localhost:6379/2", "redis://localhost:6379/2", None),
        ("unix:///run/valkey.sock?db=2", "redis+socket:///run/valkey.sock?virtual_host=2", None),
        ("rediss://host:6380/2", "rediss://host:6380/2", {"ssl_cert_reqs": "required"}),
        (
            "rediss://host/2?ssl_cert_reqs=none&ssl_ca_certs=/ca.pem",
            "rediss://host/2",
            {"ssl_cert_reqs": "none", "ssl_ca_certs": "/ca.pem"},
        ),
    ],
)
def test_the_broker_keeps_the_options_of_tls(url: str, broker_url: str, use_ssl: dict[str, str] | None) -> None:
    found = redis_connections.broker(url)

    assert (found.url, found.use_ssl, found.transport_options) == (broker_url, use_ssl, {})
