"""The tests log in as a superuser, and take the role of the owner to migrate, and that of the server for all else."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import pytest
from django.conf import settings
from django.db import connection
from psycopg.pq import TransactionStatus

from tests.support.databases import alone

# Not those of an installation, which may be on the same PostgreSQL.
OWNER, SERVER = "muehle_test_owner", "muehle_test_server"
# The server may see who waits for whom, for the tests.
_CREATE = f"""
DO $$ BEGIN
    IF to_regrole('{SERVER}') IS NULL THEN
        CREATE ROLE {OWNER} CREATEDB;
        CREATE ROLE {SERVER} IN ROLE pg_read_all_stats;
    END IF;
END $$
"""


@contextmanager
def owner_and_server() -> Iterator[None]:
    """Let the test database belong to the owner, and the migrations give the server its rights."""
    with alone() as cursor:
        cursor.execute(_CREATE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "DATABASE_SERVER_ROLE", SERVER)
        work_as(OWNER)
        yield


def work_as(role: str) -> None:
    """Let connections have the role from now on."""
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]  # PostgreSQL has one
    connection.settings_dict["OPTIONS"]["options"] = f"-c role={role}"


@contextmanager
def as_owner() -> Iterator[None]:
    """Let this thread's connection have the rights of the owner of the tables until the block ends."""
    with _role(OWNER):
        yield


@contextmanager
def as_superuser() -> Iterator[None]:
    with _role("NONE"):
        yield


@contextmanager
def _role(name: str) -> Iterator[None]:
    """The role is part of a transaction that is rolled back, and so ends with it."""
    if not settings.DATABASE_SERVER_ROLE:
        # The database has been made by somebody else, with one role for all (tools/bench/mutation).
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(f"SET ROLE {name}")
        try:
            yield
        finally:
            if connection.connection.info.transaction_status != TransactionStatus.INERROR:
                cursor.execute(f"SET ROLE {SERVER}")


def address_of_tests() -> str:
    """DATABASE_URL of a process that is to work on the tests' database, with the server's rights."""
    address = urlsplit(os.environ["DATABASE_URL"])
    role = [("options", f"-c role={SERVER}")] if settings.DATABASE_SERVER_ROLE else []
    query = urlencode([*parse_qsl(address.query), *role], quote_via=quote)
    return address._replace(path=f"/{connection.settings_dict['NAME']}", query=query).geturl()
