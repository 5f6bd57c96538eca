"""The backend: DATABASES["default"]["ENGINE"] = "muehle_server.postgresql".

psycopg's pool tries a connection before it hands it out, which costs every request a question to the server, and waits
ever longer after each dead one. When PostgreSQL has been restarted all of them are dead, and a request would wait for
seconds, or in vain, until the last one is found so.
"""

import select
from typing import Any

from django.db.backends.postgresql import base
from psycopg import Connection, OperationalError
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """As Django's, but only a connection that has said something is tried; if it is dead, all of them are given up."""

    @property
    def pool(self) -> Any:
        pool = super().pool
        if pool is not None:
            pool._check = _alive_or_all_given_up  # noqa: SLF001  (Django leaves no other way to choose the check)
        return pool


def _alive_or_all_given_up(connection: Connection[Any]) -> None:
    """What the pool calls before it hands a connection out; raises OperationalError for a dead one."""
    if not _has_something_to_say(connection):
        return
    try:
        ConnectionPool.check_connection(connection)
    except OperationalError:
        pool: ConnectionPool = connection._pool  # type: ignore[assignment]  # noqa: SLF001  (set while it is handed out)
        pool.drain()
        raise


def _has_something_to_say(connection: Connection[Any]) -> bool:
    """Whether an idle connection has sent anything, its end most of all; asks the socket, not the server."""
    listening = select.poll()
    listening.register(connection.fileno(), select.POLLIN)
    return bool(listening.poll(0))
