"""What becomes of DATABASE_URL, and how long a connection waits for its server."""

from typing import Any

import environ
import psycopg
import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from muehle_server.postgresql import base
from muehle_server.postgresql.base import BoundedConnection
from muehle_server.postgresql.configuration import Limits, database

LIMITS = Limits(connect=3, statement=10, lock=5, tcp=20)


def made(url: str, *, pooler: str = "") -> Any:
    return database(environ.Env.db_url_config(url), pool_size=8, process="muehle", limits=LIMITS, pooler=pooler)


def parameters(entry: Any) -> dict[str, Any]:
    """What psycopg is given to connect with."""
    return base.DatabaseWrapper({**settings.DATABASES["default"], **entry, "TIME_ZONE": None}).get_connection_params()


def test_several_hosts_become_lists_for_libpq() -> None:
    url = "postgres://anna:p%40w@one:5432,[2001:db8::1]:5433/muehle?target_session_attrs=standby"

    found = parameters(made(url))

    assert (found["host"], found["port"]) == ("one,2001:db8::1", "5432,5433")
    assert (found["user"], found["password"], found["dbname"]) == ("anna", "p@w", "muehle")
    assert found["target_session_attrs"] == "standby"


def test_connections_have_limits_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    # The live server of another test makes this process one that serves requests.
    monkeypatch.setattr(base, "_is_web", False)
    found = parameters(made("postgres://anna@one/muehle"))

    assert found["connect_timeout"] == 3
    assert found["tcp_user_timeout"] == 20_000
    assert found["keepalives_idle"] + found["keepalives_count"] * found["keepalives_interval"] == 20
    assert "statement_timeout" not in found["options"]


def test_one_host_has_to_take_writes_too() -> None:
    assert parameters(made("postgres://anna@one/muehle"))["target_session_attrs"] == "read-write"


def test_an_unknown_kind_of_pooler_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="transaction"):
        made("postgres://anna@one/muehle", pooler="session")


def test_the_query_of_the_address_overrides_the_limits() -> None:
    found = parameters(made("postgres://anna@one/muehle?connect_timeout=9&keepalives_idle=1&prepare_threshold=7"))

    assert (found["connect_timeout"], found["keepalives_idle"], found["prepare_threshold"]) == (9, 1, 7)


def test_a_web_process_limits_statements_and_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "_is_web", True)

    found = parameters(made("postgres://anna@one/muehle?options=-c%20work_mem%3D8MB"))

    assert "-c statement_timeout=10s -c lock_timeout=5s -c work_mem=8MB" in found["options"]


def test_nothing_is_kept_in_a_session_behind_a_pooler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "_is_web", True)

    entry = made("postgres://anna@one/muehle", pooler="transaction")
    found = parameters(entry)

    assert found["prepare_threshold"] is None
    assert "options" not in found
    assert entry["DISABLE_SERVER_SIDE_CURSORS"]


@pytest.mark.django_db
def test_a_connection_whose_server_does_not_answer_is_closed() -> None:
    parameters = connection.get_connection_params()
    bounded = BoundedConnection.connect(**parameters)
    bounded.most_seconds = 0.3

    with pytest.raises(psycopg.OperationalError, match="not answered for"):
        bounded.execute("SELECT pg_sleep(3)")

    assert bounded.closed
