"""Locks by name: one transaction at a time, until its end."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import OperationalError, connection, connections, transaction
from django.db.transaction import TransactionManagementError

from kit import locks


def is_free(name: str | int) -> bool:
    """Whether another transaction gets the lock now."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '100ms'")
            locks.hold(name)
    except OperationalError:
        return False
    finally:
        connections.close_all()
    return True


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("name", "other"), [("tests.one", "tests.two"), (7, 8)])
def test_a_lock_is_held_by_one_transaction_until_it_ends(name: str | int, other: str | int) -> None:
    with ThreadPoolExecutor(1) as elsewhere:
        with transaction.atomic():
            locks.hold(name)
            locks.hold(name)
            during = [elsewhere.submit(is_free, each).result(timeout=60) for each in (name, other)]
        after = elsewhere.submit(is_free, name).result(timeout=60)

    assert (during, after) == ([False, True], True)


@pytest.mark.django_db(transaction=True)
def test_a_lock_that_would_end_with_its_statement_is_refused() -> None:
    with pytest.raises(TransactionManagementError, match=r"tests\.one"):
        locks.hold("tests.one")

    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()")
        assert cursor.fetchone() == (0,)
