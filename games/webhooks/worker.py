"""Sends due deliveries, several at the same time, and looks for new ones while it waits for slow receivers.

It runs once at a time in all workers, so that slow receivers occupy at most one slot.
"""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from asgiref.sync import async_to_sync, sync_to_async
from django.db import Error, connection

from games.core.outgoing.sending import SendResult, send
from games.webhooks import delivery
from games.webhooks.payloads import WebhookRequest

# The interval of looking for new deliveries.
LOOK_SECONDS = 0.5
# Key of the advisory lock; no other code uses it.
_ROUND = 7_320_180_301


def work_off(*, seconds: float) -> None:
    """Send until nothing is due, or for so many seconds; then only wait for the requests in flight.

    Returns immediately if another worker is sending.
    """
    with _alone() as is_alone:
        if is_alone:
            # The loop has a thread of its own; queries run in this thread, with its connection.
            async_to_sync(_round)(time.monotonic() + seconds)


@contextmanager
def _alone() -> Iterator[bool]:
    """Whether no other worker is sending. PostgreSQL releases the lock if the connection ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [_ROUND])
        (is_alone,) = cursor.fetchone()
    try:
        yield is_alone
    finally:
        if is_alone:
            with suppress(Error), connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [_ROUND])


async def _round(end: float) -> None:
    in_flight: dict[asyncio.Task[SendResult], WebhookRequest] = {}
    while True:
        if time.monotonic() < end:
            for request in await sync_to_async(_next)(list(in_flight.values())):
                in_flight[asyncio.create_task(send(request))] = request
        if not in_flight:
            return
        done, _waiting = await asyncio.wait(in_flight, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            await sync_to_async(delivery.note)(in_flight.pop(task), task.result())


def _next(in_flight: list[WebhookRequest]) -> list[WebhookRequest]:
    while delivery.write_down():
        pass
    return delivery.take(in_flight)
