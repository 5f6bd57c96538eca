"""For migrations: the functions by which partitions are changed, and how a table becomes one with partitions, without
copying its rows."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from games.core.partitions import (
    MONTHS_AHEAD,
    begin_numbers_of,
    create_partition,
    first_number,
    kept_of,
    month_of,
)

# Each runs with the rights of the owner of the tables, whoever calls it. A partition has to have the name of a month of
# its table, and who may not delete the rows of a table may not drop one, nor use up its numbers, which are only raised.
FUNCTIONS = r"""
CREATE OR REPLACE FUNCTION core_add_partition(whole regclass, part text, first bigint, beyond bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE place text;
BEGIN
    SELECT format('%I.%I', nspname, part) INTO STRICT place
    FROM pg_class AS class JOIN pg_namespace AS namespace ON namespace.oid = relnamespace
    WHERE class.oid = whole AND relkind = 'p' AND part ~ ('^' || relname || '_\d{4}_\d{2}$');
    EXECUTE format('CREATE TABLE IF NOT EXISTS %s PARTITION OF %s FOR VALUES FROM (%s) TO (%s)',
        place, whole, first, beyond);
END $$;

CREATE OR REPLACE FUNCTION core_raise_numbers(whole regclass, minimum bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE numbers regclass;
BEGIN
    SELECT pg_get_serial_sequence(oid::regclass::text, 'id') INTO STRICT numbers
    FROM pg_class WHERE oid = whole AND has_table_privilege(session_user, oid, 'DELETE');
    EXECUTE format('SELECT setval(%L, $1) FROM %s WHERE last_value < $1', numbers, numbers) USING minimum;
END $$;

CREATE OR REPLACE FUNCTION core_drop_partition(whole regclass, part text, needed bigint[], beyond bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE old regclass; kept text;
BEGIN
    SELECT inhrelid, format('%I.%I', nspname, class.relname || '_kept') INTO STRICT old, kept
    FROM pg_class AS class JOIN pg_namespace AS namespace ON namespace.oid = class.relnamespace
    JOIN pg_inherits ON inhparent = class.oid JOIN pg_class AS month ON month.oid = inhrelid
    WHERE class.oid = whole AND month.relname = part AND part ~ ('^' || class.relname || '_\d{4}_\d{2}$')
        AND has_table_privilege(session_user, class.oid, 'DELETE');
    EXECUTE format('ALTER TABLE %s DETACH PARTITION %s', whole, old);
    EXECUTE format('ALTER TABLE %s DETACH PARTITION %s', whole, kept);
    EXECUTE format('INSERT INTO %s SELECT * FROM %s WHERE id = ANY ($1)', kept, old) USING needed;
    EXECUTE format('DROP TABLE %s', old);
    EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (MINVALUE) TO (%s)', whole, kept, beyond);
END $$;

REVOKE EXECUTE ON FUNCTION core_add_partition, core_raise_numbers, core_drop_partition FROM PUBLIC;
"""

_INDEXES = """
SELECT index.indexname, index.indexdef, con.conname IS NOT NULL, pg_get_constraintdef(con.oid)
FROM pg_indexes AS index LEFT JOIN pg_constraint AS con
    ON con.conrelid = %s::regclass AND con.conname = index.indexname AND con.contype IN ('p', 'u')
WHERE index.tablename = %s
"""
_FOREIGN_KEYS = """
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE contype = 'f' AND conparentid = 0 AND conrelid = %s::regclass
"""
_REFERRING = """
SELECT conrelid::regclass::text, conname FROM pg_constraint
WHERE contype = 'f' AND conparentid = 0 AND confrelid = %s::regclass
"""

_TO_PARTITIONED = """
SELECT conname FROM pg_constraint JOIN pg_class AS referenced ON referenced.oid = confrelid
WHERE contype = 'f' AND conparentid = 0 AND conrelid = %s::regclass AND referenced.relkind = 'p'
"""


def drop_foreign_keys_to_partitioned(cursor: Any, table: str) -> None:
    """Drop the foreign keys of `table` that refer to partitioned tables."""
    for (name,) in _all(cursor, _TO_PARTITIONED, table):
        cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")


def partition(cursor: Any, table: str, key: str, *, without: Sequence[str] = (), indexes: Sequence[str] = ()) -> None:
    """Make `table` a partitioned one by ranges of `key`; what it had becomes the partition of all that is older.

    `without` names constraints that partitions cannot have, `indexes` are statements that create others instead.
    Foreign keys that refer to the table, and its own to partitioned ones, are dropped: a month could not be dropped
    with them.
    """
    cursor.execute(FUNCTIONS)
    kept = kept_of(table)
    drop_foreign_keys_to_partitioned(cursor, table)
    for referring, name in _all(cursor, _REFERRING, table):
        cursor.execute(f"ALTER TABLE {referring} DROP CONSTRAINT {name}")
    for name in without:
        cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
    definitions = _all(cursor, _INDEXES, table, table)
    foreign_keys = _all(cursor, _FOREIGN_KEYS, table)
    cursor.execute(f"SELECT last_value FROM {_sequence(cursor, table)}")  # noqa: S608
    (last,) = cursor.fetchone()
    cursor.execute(f"ALTER TABLE {table} RENAME TO {kept}")
    cursor.execute(f"ALTER TABLE {kept} ALTER COLUMN id DROP IDENTITY")
    cursor.execute(
        f"CREATE TABLE {table} (LIKE {kept} INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE ({key})"
    )
    cursor.execute(f"ALTER TABLE {table} ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY")
    cursor.execute("SELECT setval(%s, %s)", [_sequence(cursor, table), last])
    for name, definition, is_constraint, constraint in definitions:
        cursor.execute(f"ALTER INDEX {name} RENAME TO {name[:58]}_kept")
        cursor.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} {constraint}" if is_constraint else definition)
    for name, definition in foreign_keys:
        cursor.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition}")
    for statement in indexes:
        cursor.execute(statement)
    month = month_of(datetime.now(UTC))
    cursor.execute(f"ALTER TABLE {table} ATTACH PARTITION {kept} FOR VALUES FROM (MINVALUE) TO ({first_number(month)})")
    for each in range(month, month + MONTHS_AHEAD + 1):
        create_partition(cursor, table, each)
    if key == "id":
        begin_numbers_of(cursor, table, month)


def _sequence(cursor: Any, table: str) -> str:
    cursor.execute("SELECT pg_get_serial_sequence(%s, 'id')", [table])
    return str(cursor.fetchone()[0])


def _all(cursor: Any, statement: str, *parameters: str) -> list[tuple[Any, ...]]:
    cursor.execute(statement, parameters)
    return list(cursor.fetchall())
