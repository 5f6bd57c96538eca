"""Rows read by statements that are written by hand, as models.

For the few that every request asks for, where Django would take ten times as long to compose the statement as
PostgreSQL takes to answer it. Everything else is asked with querysets.
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
    """All rows that the statement answers with."""
    with connection.cursor() as cursor:
        # Django's reader of times is Python that gives UTC another name; psycopg's own is compiled.
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
    """How many columns columns_of() names."""
    return len(model._meta.concrete_fields)  # noqa: SLF001


def instance_of(model: type[M], row: Sequence[Any]) -> M:
    """The model of a row that has the columns of columns_of(); JSON comes as text and is decoded here."""
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
