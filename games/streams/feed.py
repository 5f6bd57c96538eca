"""A stream's course: first what the log has, then what it gets, line by line, until the reader goes away."""

import asyncio
from collections.abc import AsyncGenerator

import structlog
from django.db import Error as DatabaseError

from games.streams.hub import Hub
from games.streams.logs import EventLine, Log, Page
from games.streams.readers import Readers

log = structlog.get_logger(__name__)

# Where the log cannot be read: how long until the next try.
RETRY_SECONDS = 2.0


async def follow(
    source: Log, *, after: int | None, hub: Hub, readers: Readers, quiet_seconds: float
) -> AsyncGenerator[tuple[EventLine, ...]]:
    """Yield the lines after the client's last one as they are written, and () whenever nothing came for a while.

    While it waits it holds a place among the hub's listeners, and neither a thread nor a database connection.
    """
    with hub.listener(source.topic) as listener:
        page = None
        while True:
            try:
                page = await _next_page(source, page, after=after, hub=hub, readers=readers)
            except DatabaseError as error:
                log.warning("log_unreadable", error=str(error))
                await asyncio.sleep(RETRY_SECONDS)
                yield ()
                continue
            listener.reached(page.position)
            if page.lines:
                yield page.lines
            while page.is_last and not await _rings(listener.bell, quiet_seconds):
                yield ()


async def _next_page(source: Log, page: Page | None, *, after: int | None, hub: Hub, readers: Readers) -> Page:
    if page is None:
        return await readers.read(source.first, after)
    # Thousands may watch one game: those who stand at the same place after the same ring read it once.
    key = (source.topic, page.position, hub.last_ring(source.topic))
    return await readers.read_once(key, source.following, page.position)


async def _rings(bell: asyncio.Event, seconds: float) -> bool:
    """Wait for the bell and take note of it; False where it did not ring in time."""
    try:
        async with asyncio.timeout(seconds):
            await bell.wait()
    except TimeoutError:
        return False
    bell.clear()
    return True
