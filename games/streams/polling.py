"""Long polling: a page of a log that is answered when there is something in it, or when the time is up.

While it waits it is a listener like a stream, and holds neither a thread nor a database connection; the page itself is
then the API's own answer to the same request.
"""

import asyncio
from collections.abc import MutableMapping
from typing import Any

import structlog
from django.db import Error as DatabaseError

from games.streams.hub import Hub
from games.streams.logs import latest
from games.streams.readers import Readers
from games.streams.serving import Receive, Stream, gone

log = structlog.get_logger(__name__)


async def wait_for_news(
    stream: Stream, *, seconds: float, hub: Hub, readers: Readers, ending: asyncio.Event, receive: Receive
) -> bool:
    """Wait until the log has more than the client; False where the client has gone away meanwhile.

    Returns early, with nothing to be found, at the end of the process and where the log cannot be read.
    """
    topic = stream.source.topic
    end = asyncio.get_running_loop().time() + seconds
    with hub.listener(topic) as listener:
        while not ending.is_set():
            listener.bell.clear()
            try:
                position = (await readers.read(latest, [topic])).get(topic, 0)
            except DatabaseError as error:
                log.warning("log_unreadable", error=str(error))
                return True
            listener.reached(position)
            left = end - asyncio.get_running_loop().time()
            # A number beyond the log is none of it, and nothing to wait for. The bell may have rung for what is known.
            if position != (stream.after or 0) or left <= 0:
                return True
            if not await _first_of(listener.bell, ending, receive=receive, seconds=left):
                return False
    return True


async def _first_of(*events: asyncio.Event, receive: Receive, seconds: float) -> bool:
    """Wait for one of the events or the end of the time; False where the client went away first."""
    going = asyncio.create_task(gone(receive))
    tasks = [going, *(asyncio.create_task(event.wait()) for event in events)]
    try:
        done, _pending = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return going not in done


async def nothing_more() -> MutableMapping[str, Any]:
    """What a GET, which has no body, has to receive."""
    return {"type": "http.request", "body": b"", "more_body": False}
