"""deploy/postgresql: the roles of an installation, in a new database and in one that had a single role."""

import os
import subprocess
import sys
from collections.abc import Iterator

import psycopg
import pytest
from psycopg.errors import InsufficientPrivilege

from tests.deploy.test_examples import program
from tests.support.servers import own_postgres
from tools.launcher import postgres
from tools.launcher.workspace import ROOT

DEPLOY = ROOT / "deploy" / "postgresql"
# What every process of the server reads and does at some time.
OF_SERVER = (
    "SELECT FROM core_game",
    "DELETE FROM core_game",
    "INSERT INTO disputes_auditentry SELECT * FROM disputes_auditentry",
)
NOT_OF_SERVER = ("UPDATE disputes_auditentry SET reason = ''", "DROP TABLE core_game", "SET ROLE muehle_owner")
OWNER_OF_DATABASE = "SELECT datdba::regrole::text FROM pg_database WHERE datname = current_database()"
OWNERS = "SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'"


def as_role(url: str, role: str) -> str:
    return url.replace(f"//{postgres.SUPERUSER}@", f"//{role}@")


def migrate(**environment: str) -> None:
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, check=True, cwd=ROOT, env=os.environ | environment)


def refused(url: str, *statements: str) -> list[str]:
    """Those that the role may not do; nothing stays of the others."""
    found = []
    with psycopg.connect(url) as connection:
        for statement in statements:
            try:
                connection.execute(statement.encode())
            except InsufficientPrivilege:
                found.append(statement)
            connection.rollback()
    return found


@pytest.fixture
def former(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address for the superuser of a database whose only role, a superuser, was muehle, and had all."""
    monkeypatch.setattr(postgres, "SUPERUSER", postgres.SERVER)
    with own_postgres() as server:
        migrate(DATABASE_URL=server.url)
        monkeypatch.undo()
        yield server.url.replace(f"//{postgres.SERVER}@", f"//{postgres.SUPERUSER}@")


@pytest.mark.campaign
def test_a_database_with_one_role_gets_an_owner_and_a_server_without_its_rights(former: str) -> None:
    with psycopg.connect(as_role(former, postgres.SERVER)) as connection:
        connection.execute("INSERT INTO backups_backup (name) VALUES ('20260301T033012.250001Z')")

    postgres.establish_roles(former)
    postgres.establish_roles(former)
    migrate(DATABASE_URL=as_role(former, postgres.SERVER), DATABASE_OWNER_URL=as_role(former, postgres.OWNER))

    server = as_role(former, postgres.SERVER)
    assert refused(server, *OF_SERVER, *NOT_OF_SERVER) == list(NOT_OF_SERVER)
    with psycopg.connect(server) as connection:
        assert connection.execute(OWNERS).fetchall() == [(postgres.OWNER,)]
        assert connection.execute("SELECT name FROM backups_backup").fetchall() == [("20260301T033012.250001Z",)]
        attributes = "rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls"
        found = connection.execute(f"SELECT {attributes} FROM pg_roles WHERE rolname = current_user".encode())
        assert found.fetchall() == [(False,) * 5]


def test_in_a_container_the_roles_have_their_passwords_and_the_superuser_none() -> None:
    files = [f"--file={file}" for file in sorted(DEPLOY.iterdir())]
    passwords = {"MUEHLE_PASSWORD": "aword", "MUEHLE_OWNER_PASSWORD": "another"}
    with own_postgres() as server:
        subprocess.run(
            [program("psql"), "--quiet", "--set=ON_ERROR_STOP=1", *files, server.url],
            check=True,
            env=os.environ | passwords,
        )
        with psycopg.connect(server.url) as connection:
            found = connection.execute("SELECT rolname, rolpassword IS NOT NULL FROM pg_authid WHERE rolcanlogin")
            have_passwords: dict[str, bool] = dict(found.fetchall())
            (owner,) = connection.execute(OWNER_OF_DATABASE).fetchone() or ()

    assert have_passwords == {postgres.SUPERUSER: False, postgres.OWNER: True, postgres.SERVER: True}
    assert owner == postgres.OWNER
