"""Nothing is kept in a session of PostgreSQL: behind a pooler the next transaction is in another one."""

import re

import pytest

from tests.architecture.sources import sources

# Statements whose effect outlives their transaction.
OF_SESSION = re.compile(
    r"""["']SET\s+(?!LOCAL\b|TRANSACTION\b)\w | ["'\s](
        pg_(try_)?advisory_(lock|unlock)\w*\( | LISTEN\s+\w+["'] | PREPARE\s+\w+\s+AS | WITH\s+HOLD
        | CREATE\s+TEMP(ORARY)?\s | set_config\([^)]*false
    )""",
    re.VERBOSE,
)


def statements(text: str) -> list[str]:
    return [match[0].strip(" \"'") for match in OF_SESSION.finditer(text)]


def test_no_statement_outlives_its_transaction() -> None:
    found = {source.name: statements(source.text) for source in sources("games", "accounts", "kit", "muehle_server")}

    assert {name: lines for name, lines in found.items() if lines} == {}


def test_one_module_takes_locks_by_name() -> None:
    found = [
        source.name for source in sources("games", "accounts", "kit", "muehle_server") if "advisory" in source.text
    ]

    assert found == ["kit/locks.py"]


@pytest.mark.parametrize(
    "code",
    [
        'cursor.execute("SET statement_timeout = 5")',
        'cursor.execute("SET SESSION ROLE other")',
        'cursor.execute("SELECT pg_advisory_lock(7)")',
        'cursor.execute("SELECT pg_try_advisory_lock(%s)", [7])',
        'cursor.execute("LISTEN moves")',
        'cursor.execute("CREATE TEMPORARY TABLE way AS SELECT 1")',
    ],
)
def test_statements_of_a_session_are_found(code: str) -> None:
    assert statements(code)


@pytest.mark.parametrize(
    "code",
    [
        'cursor.execute("SET LOCAL lock_timeout = 5")',
        'cursor.execute("SET TRANSACTION READ ONLY")',
        'cursor.execute("SELECT pg_advisory_xact_lock(7)")',
        'cursor.execute("UPDATE core_game SET ply = 2 WHERE number = 1")',
    ],
)
def test_those_of_a_transaction_are_not(code: str) -> None:
    assert not statements(code)
