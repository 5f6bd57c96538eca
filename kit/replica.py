"""Reads that may go to a standby of the database, DATABASE_REPLICA_URL (ADR 21).

Only what is read through this module may: a view with `may_read_replica`, a download through a `Replica`. Everything
else, and everything in a transaction, goes to the primary. The standby is used only if it has replayed what the primary
had written when the reading began, so that nobody sees less than what they have just done. Both positions are
the primary's: no clock is compared.
"""

import time
from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import ParamSpec, TypeVar

import structlog
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections
from django.db.models import Model

log = structlog.get_logger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

ALIAS = "replica"
# A standby is usually some milliseconds behind.
TRIES, SECONDS_BETWEEN_TRIES = 5, 0.02
# For so long one that is away or too far behind is not asked again.
PAUSE_SECONDS = 5.0

_is_reading: ContextVar[bool] = ContextVar("is_reading_replica", default=False)
_unused_until = 0.0


class Replica:
    """For reads that belong together. If the standby fails, this one and all further reads go to the primary."""

    def __init__(self) -> None:
        self._is_used = ALIAS in settings.DATABASES and time.monotonic() >= _unused_until and _is_current()

    def read(self, function: Callable[[], T]) -> T:
        """What the function returns. It may be called twice."""
        if self._is_used:
            token = _is_reading.set(True)
            try:
                return function()
            except (OperationalError, InterfaceError) as error:
                self._is_used = False
                _pause(str(error))
            finally:
                _is_reading.reset(token)
        return function()


def may_read_replica(view: Callable[P, T]) -> Callable[P, T]:
    """Decorate a view that only reads."""

    @wraps(view)
    def reading(*args: P.args, **kwargs: P.kwargs) -> T:
        return Replica().read(lambda: view(*args, **kwargs))

    return reading


def alias() -> str:
    """The database that reads go to now."""
    if _is_reading.get() and not connections[DEFAULT_DB_ALIAS].in_atomic_block:
        return ALIAS
    return DEFAULT_DB_ALIAS


class Router:
    """Of DATABASE_ROUTERS, if there is a standby."""

    def db_for_read(self, _model: type[Model], **_hints: object) -> str:
        return alias()

    def db_for_write(self, _model: type[Model], **_hints: object) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, _one: Model, _other: Model, **_hints: object) -> bool:
        return True

    def allow_migrate(self, database: str, _app: str, **_hints: object) -> bool:
        return database == DEFAULT_DB_ALIAS


def _is_current() -> bool:
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_lsn()")
        (written,) = cursor.fetchone()
    try:
        for _try in range(TRIES):
            with connections[ALIAS].cursor() as cursor:
                # One that has been promoted is no copy any more.
                cursor.execute("SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= %s::pg_lsn", [written])
                if cursor.fetchone() == (True,):
                    return True
            time.sleep(SECONDS_BETWEEN_TRIES)
    except (OperationalError, InterfaceError) as error:
        _pause(str(error))
    else:
        _pause("behind")
    return False


def _pause(reason: str) -> None:
    global _unused_until
    _unused_until = time.monotonic() + PAUSE_SECONDS
    log.warning("replica_unused", reason=reason)
