"""What the server's role may do in the database: read and write rows, add to the audit log, and no more."""

from collections.abc import Callable, Iterator

import psycopg
import pytest
from django.core import checks
from django.core.management import call_command
from django.db import connection
from psycopg.errors import InsufficientPrivilege, NoDataFound
from pytest_django import Settings

from games.audit.models import Checkpoint
from tests.support.database_roles import OWNER, SERVER, as_owner, as_superuser

AUDIT_LOG = "disputes_auditentry"
CHECKPOINTS = "audit_checkpoint"
# Where the server may do less than to write rows.
RESTRICTED = {
    AUDIT_LOG: {"SELECT", "INSERT"},
    CHECKPOINTS: {"SELECT", "INSERT"},
    "django_migrations": {"SELECT"},
}
# What is tried with each table. A refusal for another reason than a missing privilege comes after it was looked at.
OF_A_TABLE = {
    "SELECT": "SELECT FROM {table} LIMIT 1",
    "INSERT": "INSERT INTO {table} DEFAULT VALUES",
    "UPDATE": "UPDATE {table} SET {column} = {column}",
    "DELETE": "DELETE FROM {table}",
    "TRUNCATE": "TRUNCATE {table} CASCADE",
    "ALTER": "ALTER TABLE {table} ADD COLUMN more integer",
    "DROP": "DROP TABLE {table} CASCADE",
    "DISABLE TRIGGER": "ALTER TABLE {table} DISABLE TRIGGER USER",
    "CREATE TRIGGER": "CREATE TRIGGER mine AFTER UPDATE ON {table} EXECUTE FUNCTION accounts_user_stays_a_bot()",
    "CREATE INDEX": "CREATE INDEX ON {table} ({column})",
    "CREATE RULE": "CREATE RULE mine AS ON INSERT TO {table} DO INSTEAD NOTHING",
    "OWNER": "ALTER TABLE {table} OWNER TO CURRENT_USER",
}
OF_ROWS = {"SELECT", "INSERT", "UPDATE", "DELETE"}
CONNECTION = {"host", "port", "user", "password", "dbname"}
TABLES = """
SELECT class.oid::regclass::text, attname, relispartition OR EXISTS (SELECT FROM pg_inherits WHERE inhrelid = class.oid)
FROM pg_class AS class JOIN pg_attribute ON attrelid = class.oid AND attnum = 1
WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
"""


@pytest.fixture
def login(django_db_setup: None) -> Iterator[psycopg.Connection]:
    """A connection of its own that has logged in as the server; what it has done is undone."""
    parameters = {name: value for name, value in connection.get_connection_params().items() if name in CONNECTION}
    with psycopg.connect(**parameters) as made:
        made.execute(f"SET SESSION AUTHORIZATION {SERVER}")
        made.commit()
        yield made
        made.rollback()


def present_models() -> set[str]:
    return set(connection.introspection.django_table_names(include_views=False))


@pytest.fixture
def is_allowed(login: psycopg.Connection) -> Callable[[str], bool]:
    def tried(statement: str) -> bool:
        try:
            login.execute(statement.encode())
        except InsufficientPrivilege:
            return False
        except psycopg.Error:
            return True
        else:
            return True
        finally:
            login.rollback()

    return tried


def test_the_server_may_write_the_rows_of_all_tables_but_only_add_to_the_audit_log(
    login: psycopg.Connection, is_allowed: Callable[[str], bool]
) -> None:
    tables = login.execute(TABLES).fetchall()
    found = {
        table: {
            name for name, statement in OF_A_TABLE.items() if is_allowed(statement.format(table=table, column=column))
        }
        for table, column, _is_partition in tables
    }

    parts = {table for table, _column, is_partition in tables if is_partition}
    assert len(parts) > 9
    assert len(found) > 70
    # A database that is new has tables of no model too, for the processes of a version that it never had.
    unused = {table for table in found if table not in present_models()} - parts - set(RESTRICTED)
    nothing = parts | unused
    assert found == {table: set() if table in nothing else RESTRICTED.get(table, OF_ROWS) for table in found}


def test_of_a_checkpoint_only_the_time_of_its_mail_may_be_changed(is_allowed: Callable[[str], bool]) -> None:
    columns = [field.column for field in Checkpoint._meta.fields]

    changeable = [column for column in columns if is_allowed(f"UPDATE {CHECKPOINTS} SET {column} = {column}")]

    assert changeable == ["mailed_at"]


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE mine ()",
        "CREATE TEMPORARY TABLE mine ()",
        "CREATE SCHEMA mine",
        "CREATE FUNCTION mine() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
        "CREATE OR REPLACE FUNCTION disputes_audit_is_appended_to() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END'",
        "DROP FUNCTION disputes_audit_is_appended_to() CASCADE",
        f"DROP TRIGGER audit_is_appended_to ON {AUDIT_LOG}",
        f"ALTER TABLE {AUDIT_LOG} DISABLE TRIGGER ALL",
        f"SELECT FROM {AUDIT_LOG} FOR UPDATE",
        f"MERGE INTO {AUDIT_LOG} AS log USING {AUDIT_LOG} AS other ON log.id = other.id WHEN MATCHED THEN DELETE",
        f"INSERT INTO {AUDIT_LOG} (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET reason = 'Bribed.'",
        f"LOCK TABLE {AUDIT_LOG} IN ACCESS EXCLUSIVE MODE",
        f"SELECT setval('{AUDIT_LOG}_id_seq', 1)",
        f"ALTER SEQUENCE {AUDIT_LOG}_id_seq RESTART",
        "SET session_replication_role = replica",
        f"SET ROLE {OWNER}",
        "CREATE ROLE mine",
        f"ALTER ROLE {SERVER} SUPERUSER",
        f"ALTER ROLE {OWNER} PASSWORD 'mine'",
        f"GRANT {OWNER} TO {SERVER}",
        f"ALTER DEFAULT PRIVILEGES FOR ROLE {OWNER} GRANT ALL ON TABLES TO {SERVER}",
        "COPY (SELECT 1) TO PROGRAM 'id'",
        "COPY (SELECT 1) TO '/tmp/mine'",
        "SELECT pg_read_file('/etc/passwd')",
        "SELECT lo_import('/etc/passwd')",
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()",
        "CREATE EXTENSION dblink",
    ],
)
def test_the_server_may_change_nothing_but_rows(statement: str, is_allowed: Callable[[str], bool]) -> None:
    assert not is_allowed(statement)


@pytest.mark.parametrize(
    "call",
    [
        f"core_add_partition('{AUDIT_LOG}', '{AUDIT_LOG}_2041_10', 1, 2)",
        "core_add_partition('core_event', 'mine', 1, 2)",
        "core_add_partition('core_event', 'core_event_2041_10; DROP TABLE core_event', 1, 2)",
        "core_add_partition('core_event', 'core_userevent_2041_10', 1, 2)",
        f"core_raise_numbers('{AUDIT_LOG}', 9223372036854775807)",
        f"core_drop_partition('{AUDIT_LOG}', '{AUDIT_LOG}_2041_10', '{{}}', 2)",
        "core_drop_partition('core_event', 'core_event_kept', '{}', 2)",
        "core_drop_partition('core_event', 'core_event_2041_10', '{}', 2)",
        "core_drop_partition('core_event', 'core_game', '{}', 2)",
    ],
)
def test_functions_with_the_rights_of_the_owner_refuse_all_but_months(call: str, login: psycopg.Connection) -> None:
    with pytest.raises(NoDataFound):
        login.execute(f"SELECT {call}".encode())


def test_who_may_not_delete_rows_may_not_drop_a_month_of_them(login: psycopg.Connection) -> None:
    login.execute("SELECT core_add_partition('core_event', 'core_event_2041_10', 2610000000000, 2620000000000)")
    login.execute("RESET SESSION AUTHORIZATION")
    login.execute(f"REVOKE DELETE ON core_event FROM {SERVER}".encode())
    login.execute(f"SET SESSION AUTHORIZATION {SERVER}".encode())

    with pytest.raises(NoDataFound):
        login.execute("SELECT core_drop_partition('core_event', 'core_event_2041_10', '{}', 2620000000000)")


def test_numbers_are_only_raised(login: psycopg.Connection) -> None:
    of_events = "SELECT last_value FROM core_event_id_seq"
    before = login.execute(of_events).fetchone()

    login.execute("SELECT core_raise_numbers('core_event', 1)")

    assert login.execute(of_events).fetchone() == before


def rights(table: str) -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name FROM unnest(%s::text[]) AS name WHERE has_table_privilege(%s, %s, name)",
            [sorted(OF_ROWS | {"TRUNCATE"}), SERVER, table],
        )
        return {name for (name,) in cursor.fetchall()}


@pytest.mark.usefixtures("db")
def test_migrating_takes_away_what_is_too_much_and_gives_what_is_missing() -> None:
    with as_owner(), connection.cursor() as cursor:
        cursor.execute(f"GRANT ALL ON {AUDIT_LOG} TO {SERVER}")
        cursor.execute(f"GRANT UPDATE (seal) ON {CHECKPOINTS} TO {SERVER}")
        cursor.execute(f"REVOKE ALL ON core_game FROM {SERVER}")
        call_command("migrate", verbosity=0)
        cursor.execute("SELECT has_column_privilege(%s, %s, 'seal', 'UPDATE')", [SERVER, CHECKPOINTS])
        may_change_seals = cursor.fetchone()

    assert (rights(AUDIT_LOG), rights("core_game"), may_change_seals) == (RESTRICTED[AUDIT_LOG], OF_ROWS, (False,))


@pytest.mark.usefixtures("db")
def test_a_table_that_no_model_has_any_more_is_left_to_the_processes_of_the_version_before() -> None:
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("CREATE TABLE former (id integer)")
        cursor.execute(f"GRANT SELECT, INSERT ON former TO {SERVER}")
        call_command("migrate", verbosity=0)

    assert rights("former") == {"SELECT", "INSERT"}


def warnings() -> list[str]:
    found = checks.run_checks(include_deployment_checks=True, databases=["default"])
    return [message.msg for message in found if message.id == "kit.W001"]


@pytest.mark.usefixtures("db")
def test_a_server_that_could_change_the_audit_log_is_warned_of_once() -> None:
    as_it_should_be = warnings()
    with as_owner():
        of_owner = warnings()
    with as_superuser():
        of_superuser = warnings()

    assert as_it_should_be == []
    assert of_owner == [f"The server's role in the database, {OWNER}, owns tables."]
    assert [text.rpartition(", ")[2] for text in of_superuser] == ["is a superuser."]


def test_other_checks_do_not_ask_the_database() -> None:
    # Without the fixture of the database a query would fail.
    checks.run_checks(include_deployment_checks=True)


@pytest.mark.usefixtures("db")
def test_where_one_role_has_all_migrating_gives_no_rights(settings: Settings) -> None:
    settings.DATABASE_SERVER_ROLE = ""
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL ROLE {OWNER}")
        cursor.execute(f"REVOKE ALL ON core_game FROM {SERVER}")
        call_command("migrate", verbosity=0)

    assert rights("core_game") == set()
