"""Writing rows by fixed statements: a few rows on the path of a move, any number of them in a sweep.

Knows columns and not what they mean. Values go to PostgreSQL as they are, so that no column may need Django's
preparation (JSON, say), and arrays must be able to hold it.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Field, Model

from accounts.models.rows import fetched


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
