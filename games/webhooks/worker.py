"""The round of the worker: sends what is owed, many at once, and looks for news while slow ones are waited for.

There is one round at a time in all workers: those who wait for the slow never take more than one hand.
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

# So soon what has happened meanwhile is looked for.
LOOK_SECONDS = 0.5
# Any number that nobody else takes an advisory lock by.
_ROUND = 7_320_180_301


def work_off(*, seconds: float) -> None:
    """Send what is owed until nothing is due, or for so many seconds; then only what is under way is waited for.

    Returns at once where another worker is on its round.
    """
    with _alone() as is_alone:
        if is_alone:
            # The loop has a thread of its own; what asks the database comes back to this one and its connection.
            async_to_sync(_round)(time.monotonic() + seconds)


@contextmanager
def _alone() -> Iterator[bool]:
    """Whether nobody else is on a round. PostgreSQL forgets the lock with the connection of whoever dies."""
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
