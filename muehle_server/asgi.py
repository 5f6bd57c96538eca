"""The web process: `uvicorn muehle_server.asgi:application`. Puts the parts together; hybrid.py has the rules."""

from typing import Any, cast

from a2wsgi import WSGIMiddleware
from asgiref.sync import sync_to_async
from django.apps import apps
from django.conf import settings
from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper

from muehle_server.hybrid import Endpoint, Hybrid
from muehle_server.wsgi import application as django

# isort: split
from games.streams.asgi import Streams  # once Django has been set up
from muehle_server import scraping
from muehle_server.observing import Observed
from muehle_server.request_guard import refuse

# Streams read their past from the log, and must find a connection while every thread is at work.
CONNECTIONS_FOR_STREAMS = 2
# What waits for a client to read it, while the thread that wrote it is free. Static files come in pieces of 8 KiB.
PIECES_AHEAD = 1000


def _threads() -> int:
    """As many as have a connection of their own, so that no request ever waits for one."""
    pool = settings.DATABASES["default"]["OPTIONS"]["pool"]
    return max(1, int(pool["max_size"]) - CONNECTIONS_FOR_STREAMS)


# WSGIHandler's own types are narrower than the standard's.
_django = WSGIMiddleware(cast("Any", django), workers=_threads(), send_queue_size=PIECES_AHEAD)
_has_streams = apps.is_installed("games.streams")
_streams = Streams(threads=CONNECTIONS_FOR_STREAMS, pages=_django) if _has_streams else None
endpoints: list[Endpoint] = [scraping.endpoint]
if _streams is not None:
    endpoints += [_streams.stream_for, _streams.download_for]
scraping.warn_of_partial_metrics()


async def _close() -> None:
    """Take leave of Redis, and give the database its connections back."""
    if _streams is not None:
        await _streams.aclose()
    for connection in connections.all():
        if isinstance(connection, DatabaseWrapper):
            await sync_to_async(connection.close_pool)()


application = Observed(
    Hybrid(
        _django,
        refuse=refuse,
        endpoints=endpoints,
        closing=_close,
        body_seconds=settings.REQUEST_SECONDS,
    )
)
