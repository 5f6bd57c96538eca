"""Sends due deliveries, several at the same time, and looks for new ones while it waits for slow receivers.

It runs once at a time in all workers, so that slow receivers occupy at most one slot. The run has a lease (runs.py).
"""

import asyncio
import time

from asgiref.sync import async_to_sync, sync_to_async

from games.core.outgoing.sending import SendResult, send
from games.webhooks import delivery, runs
from games.webhooks.payloads import WebhookRequest

# The interval of looking for new deliveries.
LOOK_SECONDS = 0.5


def work_off(*, seconds: float) -> None:
    """Send until nothing is due, or for so many seconds; then only wait for the requests in flight.

    Returns immediately if another worker is sending.
    """
    fence = runs.begin()
    if fence is not None:
        try:
            # The loop has a thread of its own; queries run in this thread, with its connection.
            async_to_sync(_round)(fence, time.monotonic() + seconds)
        finally:
            runs.end(fence)


async def _round(fence: int, end: float) -> None:
    in_flight: dict[asyncio.Task[SendResult], WebhookRequest] = {}
    while True:
        if time.monotonic() < end:
            for request in await sync_to_async(_next)(fence, list(in_flight.values())):
                in_flight[asyncio.create_task(send(request))] = request
        if not in_flight:
            return
        done, _waiting = await asyncio.wait(in_flight, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            await sync_to_async(delivery.note)(in_flight.pop(task), task.result())


def _next(fence: int, in_flight: list[WebhookRequest]) -> list[WebhookRequest]:
    """The requests to send next; none if the run has lost its lease."""
    while delivery.write_down():
        pass
    return delivery.take(in_flight) if runs.renew(fence) else []
