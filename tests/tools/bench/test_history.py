"""The bench of pages, operations and tasks with a history: a small one, in which everything must go by an index."""

from collections.abc import Iterator

import pytest
from django.db import connection

from tests.support.database_roles import as_superuser
from tools.bench import history
from tools.bench.plans import noted

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _truncated(transactional_db: None) -> Iterator[None]:
    """The bench is a superuser's. To delete so many rows one by one takes minutes."""
    with as_superuser(), connection.cursor() as cursor:
        yield
        # The audit log refuses it otherwise.
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("TRUNCATE accounts_user, core_game CASCADE")
        cursor.execute("RESET session_replication_role")


def fill_a_little() -> None:
    """A table that is small is not read as a whole for that."""
    history.fill(2_000)
    with connection.cursor() as cursor:
        for way in ("seqscan", "hashjoin", "mergejoin"):
            cursor.execute(f"SET enable_{way} = off")


def too_much(measured: list[history.Measured]) -> list[str]:
    return [f"{each.name}: {plan.shortened}\n{plan.tree()}" for each in measured for plan in each.too_much]


def test_nothing_reads_more_than_it_needs() -> None:
    fill_a_little()

    by_kind = [
        history.measure(only) for only in ("task ", "ordinary /api/v1/games/", "ordinary /waiting/", "ordinary /games/")
    ]

    assert all(by_kind)
    measured = [each for kind in by_kind for each in kind]
    assert [each.name for each in measured if each.status >= 500] == []
    assert too_much(measured) == [], "\n".join(too_much(measured))


@pytest.mark.campaign
def test_no_page_operation_or_task_reads_more_than_it_needs() -> None:
    history.fill(50_000)

    measured = history.measure()

    assert len(measured) > 600
    assert too_much(measured) == [], "\n".join(too_much(measured))


def test_a_statement_that_reads_everything_is_found() -> None:
    fill_a_little()

    with noted({"core_move"}) as plans, connection.cursor() as cursor:
        cursor.execute("SELECT * FROM core_move WHERE notation = 'x'")

    assert [(plan.reads_too_much, plan.rows_returned) for plan in plans] == [(True, 0)]
    assert plans[0].rows_read > 30_000
