"""Several deliveries of a channel at once, for channels that wait for servers of others."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

from asgiref.sync import async_to_sync, sync_to_async

from games.notifications import queue
from games.notifications.models import Delivery

LOOK_SECONDS: Final = 0.5


def deliver_at_once(channel: str, deliver: Callable[[Delivery], Awaitable[None]], *, most: int, seconds: float) -> bool:
    """Await `deliver` for each due delivery, `most` at once, until nothing is due or for so many seconds.

    True if more may be left.
    """
    end = time.monotonic() + seconds
    # The loop has a thread of its own; what asks the database comes back to this one and its connection.
    async_to_sync(_round)(channel, deliver, most, end)
    return time.monotonic() >= end


async def _round(channel: str, deliver: Callable[[Delivery], Awaitable[None]], most: int, end: float) -> None:
    under_way: set[asyncio.Future[None]] = set()
    while True:
        free = most - len(under_way)
        if free and time.monotonic() < end:
            for delivery in await sync_to_async(queue.take)(channel, most=free):
                under_way.add(asyncio.ensure_future(deliver(delivery)))
        if not under_way:
            return
        done, under_way = await asyncio.wait(under_way, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
