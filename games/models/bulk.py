"""Writing many rows at once. Knows columns and not what they mean; nothing here decides what is written."""

from collections.abc import Sequence

from django.db import connections, models, router


def update_rows(rows: Sequence[models.Model], columns: Sequence[str]) -> None:
    """Write the named columns of rows of one table, in one statement with one parameter a column.

    bulk_update would write a CASE a column with a branch a row, which costs ten times as much. The columns' types must
    be such as PostgreSQL can put into arrays.
    """
    if not rows:
        return
    model = type(rows[0])
    connection = connections[router.db_for_write(model)]
    fields = [model._meta.pk, *(field for field in model._meta.concrete_fields if field.name in columns)]  # noqa: SLF001
    pk, *names = [str(field.column) for field in fields]
    arrays = ", ".join(f"%s::{str(field.db_type(connection)).partition('(')[0]}[]" for field in fields)
    statement = (
        f"UPDATE {model._meta.db_table} AS kept SET {', '.join(f'{name} = written.{name}' for name in names)} "  # noqa: S608, SLF001
        f"FROM unnest({arrays}) AS written ({', '.join([pk, *names])}) WHERE kept.{pk} = written.{pk}"
    )
    values = [[field.get_db_prep_save(getattr(row, field.attname), connection) for row in rows] for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
