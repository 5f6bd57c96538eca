"""Rows that thousands of tests start from: written once by the real code, and copied from then on.

A game that has just begun takes some fifty queries. Its rows are read back as JSON, table by table, and inserted as
they were; only the moments in them are moved to the time of the test.
"""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Generic, TypeVar

import time_machine
from django.apps import apps
from django.db import connection, transaction

from tests.support.database_roles import as_owner
from tests.support.emptying import KEPT

Built = TypeVar("Built")
MOMENT = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)(Z|\+00:00)")


class Snapshot(Generic[Built]):
    """What `build` writes into empty tables at a certain time; `built` is what it returns."""

    def __init__(self, build: Callable[[], Built], *, at: datetime) -> None:
        self._at = at
        with time_machine.travel(at, tick=False), transaction.atomic():
            before = rows()
            self.built = build()
            self._written = {table: found for table, found in rows().items() if found != before[table]}
            transaction.set_rollback(True)
        assert {before[table] for table in self._written} == {"[]"}

    def write(self, now: datetime) -> None:
        """Insert the rows as they would be if they had been written now."""
        with transaction.atomic(), connection.cursor() as cursor:
            for table, found in self._written.items():
                statement = f"INSERT INTO {table} SELECT * FROM json_populate_recordset(NULL::{table}, %s)"
                cursor.execute(statement, [_moved(found, now - self._at)])


def spread_numbers(start: int) -> None:
    """Let every table number its rows from somewhere else, so that no test can take one number for another."""
    with as_owner(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT setval(format('%%I.%%I', schemaname, sequencename)::regclass, %s + 97 * row_number() OVER ())"
            " FROM (SELECT * FROM pg_sequences"
            " ORDER BY sequencename) AS sequences",
            [start],
        )


def number_from_one() -> None:
    """Let every table number its rows from 1 on."""
    with as_owner(), connection.cursor() as cursor:
        for sequence in connection.introspection.sequence_list():
            cursor.execute(
                "SELECT setval(pg_get_serial_sequence(%s, %s), 1, false)", [sequence["table"], sequence["column"]]
            )


def rows() -> dict[str, str]:
    """All rows of each table, as JSON."""
    models = apps.get_models(include_auto_created=True)
    tables = sorted({model._meta.db_table for model in models} - KEPT)
    statement = "SELECT coalesce(json_agg(found), '[]')::text FROM {} AS found"
    with connection.cursor() as cursor:
        return {
            table: cursor.execute(statement.format(table)).fetchone()[0]
            for table in map(connection.ops.quote_name, tables)
        }


def _moved(rows: str, by: timedelta) -> str:
    if not by:
        return rows
    return MOMENT.sub(lambda found: (datetime.fromisoformat(found[1]) + by).isoformat() + found[2], rows)
