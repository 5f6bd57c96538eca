"""Locks of the database for what has no row that could be locked. They are held until the transaction ends."""

from django.db import connection
from django.db.transaction import TransactionManagementError


def hold(name: str | int) -> None:
    """Wait until nobody else holds the lock of this name, and hold it until the transaction ends.

    Outside of a transaction it would end with its own statement; that is an error.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError(f"the lock {name!r} needs a transaction")
    key = "%s" if isinstance(name, int) else "hashtextextended(%s, 0)"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_advisory_xact_lock({key})", [name])
