"""Each process of a test run has a database of its own. One of them migrates a template, and all copy it.

A test may start a further process (tests/support/inner_pytest.py), which migrates a copy on.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.models import QuerySet

# Names the template in the environment of a process that a test starts.
TEMPLATE = "MUEHLE_TEST_TEMPLATE"
# Held while somebody makes roles, or migrates, copies or drops the template: a database in use cannot be copied.
LOCK = 20_260_302


@contextmanager
def migrated_template() -> Iterator[None]:
    """Let the test database be a copy until the block ends; for a process that is not the only one."""
    test = connection.settings_dict["TEST"]
    name = name_of_template()
    with alone() as cursor:
        cursor.execute("SELECT FROM pg_database WHERE datname = %s", [name])
        if cursor.fetchone() is None:
            _migrate(test, f"{name}_unfinished")
            cursor.execute(f"ALTER DATABASE {name}_unfinished RENAME TO {name}")
    test.update(TEMPLATE=name, MIGRATE=False)
    yield
    with alone() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {name}")


def name_of_template() -> str:
    return f"muehle_template_{os.environ['PYTEST_XDIST_TESTRUNUID']}"


@contextmanager
def copied_template() -> Iterator[None]:
    """Let the test database be a copy of the template and be migrated on; the template may be gone any time."""
    name, own = os.environ[TEMPLATE], f"muehle_template_of_{os.getpid()}"
    with alone() as cursor:
        cursor.execute("SELECT FROM pg_database WHERE datname = %s", [name])
        if is_there := cursor.fetchone() is not None:
            cursor.execute(f"CREATE DATABASE {own} TEMPLATE {name}")
            connection.settings_dict["TEST"]["TEMPLATE"] = own
    yield
    if is_there:
        with alone() as cursor:
            cursor.execute(f"DROP DATABASE {own}")


@contextmanager
def alone() -> Iterator[Any]:
    """A cursor of the server's own database, which one process of the test run has at a time."""
    with connection._nodb_cursor() as cursor:
        # The migrations of another process may take longer than any statement of the server may wait.
        cursor.execute("SET lock_timeout = 0; SET statement_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        yield cursor


def _migrate(test: dict[str, Any], name: str) -> None:
    original, own = connection.settings_dict["NAME"], test["NAME"]
    test["NAME"] = name
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]  # PostgreSQL has one
    test["NAME"], connection.settings_dict["NAME"] = own, original


def plan_with_bitmap_scans(rows: QuerySet[Any]) -> str:
    """PostgreSQL's plan, of bitmap scans where it can: they need a condition that an index answers, and so the plan
    does not depend on how small the tables are."""
    with connection.cursor() as cursor:
        for kind in ("seqscan", "indexscan", "indexonlyscan"):
            cursor.execute(f"SET LOCAL enable_{kind} = off")
    return rows.explain()
