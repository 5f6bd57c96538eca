"""Hand-written SQL: model instances from it, and rows written by fixed statements.

For the few statements of every request and of sweeps for which Django needs ten times as long to build the SQL as
PostgreSQL to run it. Everything else uses querysets.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Field, JSONField, Model
from psycopg import Cursor
from psycopg.types.datetime import TimestamptzLoader

from kit import replica

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


# --- Writing ----------------------------------------------------------------------------------------------------------
# Values go to PostgreSQL as they are: no column may need Django's preparation (JSON, say), and arrays must be able to
# hold it.


class Change(NamedTuple):
    """A statement with its values, which can be executed as a part of another one."""

    statement: str
    values: list[Any]


def update_of(row: Model, columns: tuple[str, ...]) -> Change:
    """The change that writes the named columns of a row."""
    statement, attributes = _update(type(row), columns)
    return Change(statement, [getattr(row, attribute) for attribute in attributes])


def insert_of(rows: Sequence[Model]) -> Change:
    """The change that stores new rows of one table, whose primary keys the database chooses."""
    statement, attributes = _insert(type(rows[0]), len(rows))
    return Change(statement, [getattr(row, attribute) for row in rows for attribute in attributes])


def update_row(row: Model, columns: tuple[str, ...]) -> None:
    """Write the named columns of a row."""
    fetched(*update_of(row, columns))


def update_rows(rows: Sequence[Model], columns: tuple[str, ...]) -> None:
    """Write the named columns of rows of one table, in one statement with one parameter a column.

    bulk_update would write a CASE a column with a branch a row, which costs ten times as much.
    """
    if rows:
        statement, attributes = _update_many(type(rows[0]), columns)
        fetched(statement, [[getattr(row, attribute) for row in rows] for attribute in attributes])


@cache
def _insert(model: type[Model], count: int) -> tuple[str, list[str]]:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]  # noqa: SLF001
    names, places = ", ".join(str(field.column) for field in fields), ", ".join(["%s"] * len(fields))
    rows = ", ".join([f"({places})"] * count)
    return f"INSERT INTO {model._meta.db_table} ({names}) VALUES {rows}", [field.attname for field in fields]  # noqa: S608, SLF001


@cache
def _update(model: type[Model], columns: tuple[str, ...]) -> tuple[str, list[str]]:
    *fields, pk = _fields(model, columns)
    assignments = ", ".join(f"{field.column} = %s" for field in fields)
    statement = f"UPDATE {model._meta.db_table} SET {assignments} WHERE {pk.column} = %s"  # noqa: S608, SLF001
    return statement, [field.attname for field in (*fields, pk)]


@cache
def _update_many(model: type[Model], columns: tuple[str, ...]) -> tuple[str, list[str]]:
    *fields, pk = _fields(model, columns)
    assignments = ", ".join(f"{field.column} = written.{field.column}" for field in fields)
    arrays = ", ".join(f"%s::{str(field.db_type(connection)).partition('(')[0]}[]" for field in (*fields, pk))
    names = ", ".join(str(field.column) for field in (*fields, pk))
    statement = (
        f"UPDATE {model._meta.db_table} AS kept SET {assignments} "  # noqa: S608, SLF001
        f"FROM unnest({arrays}) AS written ({names}) WHERE kept.{pk.column} = written.{pk.column}"
    )
    return statement, [field.attname for field in (*fields, pk)]


def _fields(model: type[Model], columns: tuple[str, ...]) -> "list[Field[Any, Any]]":
    """The fields of these names, and the primary key last."""
    fields = model._meta.concrete_fields  # noqa: SLF001
    return [field for field in fields if field.name in columns] + [field for field in fields if field.primary_key]
