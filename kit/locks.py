"""Locks of the database for what has no row that could be locked, and leases of rows.

A lock is held until the transaction ends. A lease is a time in a row. A worker that hangs does not notice that it runs
out, so that another worker has taken over when it wakes. What it stores then is refused, because the row has another
fencing value. What it sends cannot be taken back: it asks its lease immediately before it sends.
"""

import time
from datetime import timedelta

from django.db import connection
from django.db.transaction import TransactionManagementError

# CLOCK_BOOTTIME counts the time in which the machine was suspended.
_STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


def hold(name: str | int) -> None:
    """Wait until nobody else holds the lock of this name, and hold it until the transaction ends.

    Outside of a transaction it would end with its own statement; that is an error.
    """
    _take("pg_advisory_xact_lock", name)


def share(name: str) -> None:
    """As hold(), but together with others who share it; who holds it waits for all of them."""
    _take("pg_advisory_xact_lock_shared", name)


def _take(function: str, name: str | int) -> None:
    if not connection.in_atomic_block:
        raise TransactionManagementError(f"the lock {name!r} needs a transaction")
    key = "%s" if isinstance(name, int) else "hashtextextended(%s, 0)"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}({key})", [name])


class Lease:
    """Make it before the row is leased: it is over no later than the lease in the row."""

    def __init__(self, length: timedelta) -> None:
        self._seconds = length.total_seconds()
        self._began = time.clock_gettime(_STEADY), time.time()

    def has(self, seconds: float) -> bool:
        """Whether it lasts for so many seconds more. A paused virtual machine shows in one of the clocks only."""
        steady, wall = self._began
        passed = max(time.clock_gettime(_STEADY) - steady, time.time() - wall)
        return passed + seconds < self._seconds
