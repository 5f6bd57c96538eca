"""Behind PgBouncer connections have the same settings as without it."""

import psycopg

from muehle_server.postgresql.base import (
    IDLE_IN_TRANSACTION_SECONDS,
    IDLE_IN_TRANSACTION_SECONDS_OF_WEB,
    RANDOM_PAGE_COST,
)
from tests.support.pooler import pgbouncer
from tests.support.servers import own_postgres

SETTINGS = """
SELECT current_setting('random_page_cost')::float, extract(epoch FROM current_setting('statement_timeout')::interval),
    extract(epoch FROM current_setting('lock_timeout')::interval),
    extract(epoch FROM current_setting('idle_in_transaction_session_timeout')::interval)
"""


def test_connections_have_the_settings_that_the_server_cannot_send() -> None:
    found = {}
    with own_postgres() as postgres, pgbouncer(postgres.url) as port:
        for database in ("muehle", "muehle-worker"):
            with psycopg.connect(f"postgres://postgres@127.0.0.1:{port}/{database}") as connection:
                found[database] = connection.execute(SETTINGS).fetchone()

    assert found == {
        "muehle": (RANDOM_PAGE_COST, 10, 5, IDLE_IN_TRANSACTION_SECONDS_OF_WEB),
        "muehle-worker": (RANDOM_PAGE_COST, 0, 0, IDLE_IN_TRANSACTION_SECONDS),
    }
