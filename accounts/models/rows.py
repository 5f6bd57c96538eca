"""Hand-written SQL, and model instances from it.

For the few statements of every request for which Django needs ten times as long to build the SQL as PostgreSQL to run
it. Everything else uses querysets.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import JSONField, Model
from psycopg import Cursor
from psycopg.types.datetime import TimestamptzLoader

from accounts import replica

M = TypeVar("M", bound=Model)


def fetched(statement: str, parameters: Sequence[Any] | Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """All rows of the query; none of a statement that returns no rows.

    Each connection has one cursor for it. Django makes a new one for each statement, in several layers, which takes
    longer than psycopg needs to send the statement and to read the answer.
    """
    database: Any = connections[replica.alias()]
    if database.queries_logged or database.execute_wrappers:
        with database.cursor() as cursor:
            return _rows(_prepared(cursor.cursor), cursor.execute, statement, parameters)
    database.close_if_health_check_failed()
    database.ensure_connection()
    database.validate_no_broken_transaction()
    with database.wrap_database_errors:
        cursor = _cursor_of(database.connection)
        return _rows(cursor, cursor.execute, statement, parameters)


def _rows(
    cursor: Cursor[Any], execute: Callable[..., object], statement: str, parameters: Sequence[Any] | Mapping[str, Any]
) -> list[tuple[Any, ...]]:
    execute(statement, parameters)
    # `description` would describe every column.
    return cursor.fetchall() if cursor.pgresult is not None and cursor.pgresult.nfields else []


def _cursor_of(connection: Any) -> Cursor[Any]:
    """The connection's own cursor, which lives as long as the connection."""
    kept: Cursor[Any] | None = getattr(connection, "muehle_cursor", None)
    if kept is None:
        kept = connection.muehle_cursor = _prepared(connection.cursor())
    return kept


def _prepared(cursor: Cursor[Any]) -> Cursor[Any]:
    """Django's loader of timestamps is Python code that replaces the UTC object; psycopg's own loader is compiled."""
    cursor.adapters.register_loader("timestamptz", TimestamptzLoader)
    return cursor


@cache
def columns_of(model: type[Model], table: str) -> str:
    """All columns of the model in its own order, for a SELECT: `table.id, table.name`."""
    return ", ".join(f"{table}.{field.column}" for field in model._meta.concrete_fields)  # noqa: SLF001


@cache
def width_of(model: type[Model]) -> int:
    """The number of columns in columns_of()."""
    return len(model._meta.concrete_fields)  # noqa: SLF001


def instance_of(model: type[M], row: Sequence[Any]) -> M:
    """An instance from a row with the columns of columns_of(). JSON comes as text and is decoded here."""
    if places := _json_places(model):
        row = list(row)
        for place in places:
            row[place] = None if row[place] is None else json.loads(row[place])
    return model.from_db(DEFAULT_DB_ALIAS, _names_of(model), row)


@cache
def _json_places(model: type[Model]) -> list[int]:
    fields = model._meta.concrete_fields  # noqa: SLF001
    return [place for place, field in enumerate(fields) if isinstance(field, JSONField)]


@cache
def _names_of(model: type[Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]  # noqa: SLF001
