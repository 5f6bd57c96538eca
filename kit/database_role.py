"""What the server's role may do in the database, where another role owns the tables (ADR 26).

`migrate` is then run with DATABASE_OWNER_URL, connects as the owner, and in the end gives the role of DATABASE_URL its
rights: to read and write rows, and to call functions that run as the owner. A model whose rows are only added says so
by `append_only_except`: the columns that may be changed nonetheless.
"""

from collections import defaultdict
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core import checks
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

Rights = set[tuple[str, str]]

# Objects and privileges in the words of GRANT. First what the role has, then what it needs besides tables.
_GIVEN = """
WITH relation AS (
    SELECT oid, relacl, CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || oid::regclass AS name
    FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
)
SELECT name, privilege_type FROM relation, aclexplode(relacl) WHERE grantee = %(role)s::regrole
UNION SELECT name, format('%%s (%%I)', privilege_type, attname)
FROM relation JOIN pg_attribute ON attrelid = relation.oid, aclexplode(attacl) WHERE grantee = %(role)s::regrole
UNION SELECT 'FUNCTION ' || oid::regprocedure, privilege_type
FROM pg_proc, aclexplode(proacl) WHERE pronamespace = current_schema()::regnamespace AND grantee = %(role)s::regrole
"""
_OF_SEQUENCES_AND_FUNCTIONS = """
SELECT 'SEQUENCE ' || oid::regclass, unnest(ARRAY['USAGE', 'SELECT'])
FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S'
UNION SELECT 'FUNCTION ' || oid::regprocedure, 'EXECUTE'
FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND prosecdef
"""
# What everybody may do by PostgreSQL's defaults, or by those before version 15.
_NOT_FOR_EVERYBODY = """
DO $$ BEGIN
    EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM PUBLIC', current_schema());
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
END $$
"""
_TOO_MUCH = """
SELECT current_user, CASE
    WHEN rolsuper THEN 'is a superuser'
    WHEN rolcreaterole THEN 'may create roles'
    WHEN EXISTS (
        SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND pg_has_role(relowner, 'MEMBER')
    ) THEN 'owns tables'
    WHEN has_schema_privilege(current_schema(), 'CREATE') THEN 'may create tables'
END FROM pg_roles WHERE rolname = current_user
"""


def give_rights(**_options: Any) -> None:
    """Let the server's role have exactly the rights that it needs; a receiver of post_migrate."""
    role = settings.DATABASE_SERVER_ROLE
    if not role:
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_GIVEN, {"role": connection.ops.quote_name(role)})
        given = set(cursor.fetchall())
        tables = connection.introspection.get_table_list(cursor)
        needed = _needed(cursor, {table.name for table in tables})
        for name, privileges in _by_object(needed - given):
            cursor.execute(f"GRANT {privileges} ON {name} TO {connection.ops.quote_name(role)}")
        # A table that no model has any more is left to the processes of the version before.
        known = {name for name, _privilege in needed}
        left = {f"TABLE {table.name}" for table in tables if table.type == "t"} - known
        for name, privileges in _by_object({right for right in given - needed if right[0] not in left}):
            cursor.execute(f"REVOKE {privileges} ON {name} FROM {connection.ops.quote_name(role)}")
        cursor.execute(_NOT_FOR_EVERYBODY)


def _needed(cursor: Any, present: set[str]) -> Rights:
    found: Rights = {(f"TABLE {MigrationRecorder.Migration._meta.db_table}", "SELECT")}  # noqa: SLF001  (Django's public name)
    for model in apps.get_models(include_auto_created=True):
        table = model._meta.db_table  # noqa: SLF001
        # Migrations may have been asked for that end before the table.
        if table in present:
            found |= {(f"TABLE {table}", privilege) for privilege in _privileges(model)}
    cursor.execute(_OF_SEQUENCES_AND_FUNCTIONS)
    return found | set(cursor.fetchall())


def _privileges(model: Any) -> set[str]:
    columns = getattr(model, "append_only_except", None)
    if columns is None:
        return {"SELECT", "INSERT", "UPDATE", "DELETE"}
    return {"SELECT", "INSERT", *(f"UPDATE ({column})" for column in columns)}


def _by_object(rights: Rights) -> list[tuple[str, str]]:
    found = defaultdict(list)
    for name, privilege in sorted(rights):
        found[name].append(privilege)
    return [(name, ", ".join(privileges)) for name, privileges in found.items()]


def check_role(databases: Any = None, **_options: Any) -> list[checks.CheckMessage]:
    """Warn of a server whose role in the database may do more than it needs."""
    if "default" not in (databases or ()):
        return []
    with connection.cursor() as cursor:
        cursor.execute(_TOO_MUCH)
        role, too_much = cursor.fetchone()
    hint = "It can change the audit log. Let another role own the tables: docs/operations.md, “Roles”."
    warning = checks.Warning(f"The server's role in the database, {role}, {too_much}.", hint=hint, id="kit.W001")
    return [warning] if too_much else []
