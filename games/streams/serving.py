"""One stream on the wire, and one page that is waited for. Knows ASGI and nothing of Django's requests.

A stream ends when the client goes away, when the client does not take what it is sent, with the token or the session
that it was opened with, and after a lifetime. A client then comes back with the number it has.
"""

import asyncio
import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterable, MutableMapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import structlog
from django.db import Error as DatabaseError

from games.core.pubsub import Topic
from games.streams.framing import StreamFormat
from games.streams.hub import Hub, Readers, until_dead
from games.streams.logs import EventLine, Log, Page, latest
from kit.downloads import Slot

log = structlog.get_logger(__name__)

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = Sequence[tuple[bytes, bytes]]

QUIET_SECONDS = 7.0
LIFETIME_SECONDS = 30 * 60.0
# uvicorn holds 64 KiB for a slow client; one whose buffer stays full for so long is gone, or does not read.
SLOWEST_SEND_SECONDS = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """A log that the caller may follow, its starting point and format, with the slot taken for it."""

    source: Log
    after: int | None
    stream_format: StreamFormat
    slot: Slot
    # When the token runs out that it was opened with; None where it does not, or there is none.
    expires_at: datetime | None = None
    # What it ends with; None for visitors.
    key: Topic | None = None

    def lifetime_seconds(self, *, now: datetime) -> float:
        """Not all of the same length, lest those of a restart come back at once for ever."""
        longest = LIFETIME_SECONDS * random.uniform(0.8, 1.0)  # noqa: S311  (no secret)
        return longest if self.expires_at is None else min(longest, (self.expires_at - now).total_seconds())


def ends_of(key: Topic | None, *, hub: Hub, readers: Readers, ending: asyncio.Event) -> list[Coroutine[Any, Any, Any]]:
    """What an answer ends with that was opened with this key: the process, and the key if there is one."""
    ends: list[Coroutine[Any, Any, Any]] = [ending.wait()]
    return ends if key is None else [*ends, until_dead(key, hub=hub, readers=readers)]


async def serve(
    stream: Stream,
    *,
    headers: Headers,
    hub: Hub,
    readers: Readers,
    ending: asyncio.Event,
    receive: Receive,
    send: Send,
) -> None:
    """Send the stream until it ends, at the latest with the process (`ending`).

    Where no end is sent, the caller releases the slot.
    """
    sending = _send_all(stream, headers=headers, hub=hub, readers=readers, send=send)
    ends = ends_of(stream.key, hub=hub, readers=readers, ending=ending)
    sent = await run_until_gone(sending, receive=receive, ends=ends)
    if not sent.cancelled():
        sent.result()
    else:
        # The client may have closed the connection.
        await send_end(send, stream.slot)


async def run_until_gone(
    sending: Coroutine[Any, Any, None], *, receive: Receive, ends: Iterable[Coroutine[Any, Any, Any]]
) -> "asyncio.Task[None]":
    """Run it until it is done, the client has gone or an end has come; what comes back is done or cancelled."""
    task = asyncio.create_task(sending)
    others = [asyncio.create_task(each) for each in (gone(receive), *ends)]
    try:
        await asyncio.wait({task, *others}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in (task, *others):
            each.cancel()
        await asyncio.gather(task, *others, return_exceptions=True)
    return task


async def gone(receive: Receive) -> None:
    """Return when the client has gone away."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send_all(stream: Stream, *, headers: Headers, hub: Hub, readers: Readers, send: Send) -> None:
    stream_format = stream.stream_format
    await send({"type": "http.response.start", "status": 200, "headers": [*headers]})
    opening = stream_format.opening()
    lines_as_they_come = follow(
        stream.source, after=stream.after, hub=hub, readers=readers, quiet_seconds=QUIET_SECONDS
    )
    end = asyncio.get_running_loop().time() + stream.lifetime_seconds(now=datetime.now(UTC))
    try:
        async with aclosing(lines_as_they_come) as batches:
            async for lines in batches:
                frames = b"".join(stream_format.frame(line) for line in lines) or stream_format.silence
                await send_body(send, opening + frames)
                opening = b""
                if asyncio.get_running_loop().time() > end:
                    break
    except TimeoutError:
        log.info("stream_not_read", topic=stream.source.topic)
        return
    await send_end(send, stream.slot)


async def send_end(send: Send, slot: Slot) -> None:
    """Release the slot, then say that this was all: a client that has the end may ask again at once."""
    slot.release()
    await send({"type": "http.response.body", "body": b""})


async def send_body(send: Send, body: bytes) -> None:
    """Send a part of the body; raises TimeoutError where the client does not read."""
    async with asyncio.timeout(SLOWEST_SEND_SECONDS):
        await send({"type": "http.response.body", "body": body, "more_body": True})


# --- What a stream gets: first what the log has, then what is written -------------------------------------------------


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


# --- Long polling -----------------------------------------------------------------------------------------------------
# The page itself is the API's own answer to the same request.


async def wait_for_news(
    stream: Stream, *, seconds: float, hub: Hub, readers: Readers, ending: asyncio.Event, receive: Receive
) -> bool:
    """Wait until the log has more than the client; False where the client has gone away meanwhile.

    Like a stream it is a listener, and holds neither a thread nor a database connection. Returns early, with nothing to
    be found, at the end of the process and where the log cannot be read.
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
