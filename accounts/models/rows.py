"""Model instances from hand-written SQL.

For the few queries of every request for which Django needs ten times as long to build the SQL as PostgreSQL to run it.
Everything else uses querysets.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import JSONField, Model
from psycopg.types.datetime import TimestamptzLoader

M = TypeVar("M", bound=Model)


def fetched(statement: str, parameters: Sequence[Any] | Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """All rows of the query."""
    with connection.cursor() as cursor:
        # Django's loader of timestamps is Python code that replaces the UTC object; psycopg's own loader is compiled.
        cursor.cursor.adapters.register_loader("timestamptz", TimestamptzLoader)
        cursor.execute(statement, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


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
