"""The backend: DATABASES["default"]["ENGINE"] = "muehle_server.postgresql".

psycopg's pool tries a connection before it hands it out, which costs every request a question to the server, and waits
ever longer after each dead one. When PostgreSQL has been restarted all of them are dead, and a request would wait for
seconds, or in vain, until the last one is found so.

Neither PostgreSQL nor TCP limits how long a client waits for a server that hangs. In a web process this backend does.
"""

import select
from typing import Any, TypeVar

import psycopg
from django.db.backends.postgresql import base
from psycopg import OperationalError
from psycopg.abc import PQGen
from psycopg_pool import ConnectionPool

from muehle_server.postgresql.configuration import Limits

T = TypeVar("T")

# Beyond the limit of a statement: for a server that is alive but busy.
GRACE_SECONDS = 5.0
# A transaction whose client is hung, or gone without a word, holds its locks no longer.
IDLE_IN_TRANSACTION_SECONDS, IDLE_IN_TRANSACTION_SECONDS_OF_WEB = 300, 30

# That of solid state disks. With the default, which is that of spinning ones, PostgreSQL reads and sorts all games of a
# player instead of reading a page of them in the order of an index.
RANDOM_PAGE_COST = 1.1

_is_web = False


def limit_statements() -> None:
    """Let statements of this process have the limits of requests. Workers and commands have no limits for statements:
    Celery limits tasks, and a migration takes as long as it takes."""
    global _is_web
    _is_web = True


class BoundedConnection(psycopg.Connection[Any]):
    """Is closed if the server does not answer in time, and so are all idle connections of its pool."""

    most_seconds: float | None = None

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        try:
            return super().wait(gen, interval=interval, timeout=timeout or self.most_seconds)
        except psycopg.errors._WaitTimeout:  # noqa: SLF001  (what the parameter raises)
            self.pgconn.finish()
            _give_up_all(self)
            raise OperationalError(f"the server has not answered for {self.most_seconds} s") from None


class DatabaseWrapper(base.DatabaseWrapper):
    """As Django's, but only a connection that has said something is tried; if it is dead, all of them are given up."""

    @property
    def pool(self) -> Any:
        pool = super().pool
        if pool is not None:
            pool._check = _alive_or_all_given_up  # noqa: SLF001  (Django leaves no other way to choose the check)
            pool.connection_class = BoundedConnection
        return pool

    def get_connection_params(self) -> dict[str, Any]:
        params: dict[str, Any] = super().get_connection_params()
        limits = params.pop("limits")
        if params.pop("sends_options"):
            # In front, so that those in DATABASE_URL override them.
            params["options"] = f"{_options(limits)} {params.get('options', '')}".strip()
        return params

    def _configure_connection(self, connection: Any) -> bool:
        limits: Limits = self.settings_dict["OPTIONS"]["limits"]
        if _is_web and limits.statement:
            connection.most_seconds = limits.statement + GRACE_SECONDS
        is_changed: bool = super()._configure_connection(connection)  # type: ignore[misc]  # missing in the stubs
        return is_changed


def _options(limits: Limits) -> str:
    seconds = {"idle_in_transaction_session_timeout": IDLE_IN_TRANSACTION_SECONDS}
    if _is_web:
        seconds["idle_in_transaction_session_timeout"] = IDLE_IN_TRANSACTION_SECONDS_OF_WEB
        seconds |= {"statement_timeout": limits.statement, "lock_timeout": limits.lock}
    values = [f"random_page_cost={RANDOM_PAGE_COST}", *(f"{name}={value}s" for name, value in seconds.items())]
    return " ".join(f"-c {value}" for value in values)


def _alive_or_all_given_up(connection: psycopg.Connection[Any]) -> None:
    """What the pool calls before it hands a connection out; raises OperationalError for a dead one."""
    if not _has_something_to_say(connection):
        return
    try:
        ConnectionPool.check_connection(connection)
    except OperationalError:
        _give_up_all(connection)
        raise


def _give_up_all(connection: psycopg.Connection[Any]) -> None:
    pool: ConnectionPool | None = getattr(connection, "_pool", None)  # psycopg sets it
    if pool is not None:
        pool.drain()


def _has_something_to_say(connection: psycopg.Connection[Any]) -> bool:
    """Whether an idle connection has sent anything, its end most of all; asks the socket, not the server."""
    listening = select.poll()
    listening.register(connection.fileno(), select.POLLIN)
    return bool(listening.poll(0))
