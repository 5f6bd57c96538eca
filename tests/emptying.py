"""Which tables are emptied after a test that commits: all but those that migrating fills and no test changes.

The audit log, which nothing empties, is emptied all the same: here alone, and by whoever owns the table.
"""

from typing import Any

KEPT = frozenset({"django_content_type", "auth_permission", "auth_group", "auth_group_permissions"})

AUDIT = "games_auditentry"


def emptied(style: Any, connection: Any, reset_sequences: bool = True, allow_cascade: bool = False) -> list[str]:
    """In the place of Django's sql_flush: its SQL, as a list of statements."""
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    tables = [name for name in names if name not in KEPT]
    statements: list[str] = connection.ops.sql_flush(
        style, tables, reset_sequences=reset_sequences, allow_cascade=allow_cascade
    )
    guard = f"ALTER TABLE {AUDIT} {{}} TRIGGER audit_is_not_emptied"
    return [guard.format("DISABLE"), *statements, guard.format("ENABLE")]
