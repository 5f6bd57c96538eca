"""Who waits for which log to grow: one line to Redis a process, shared by all its streams, on which it hears the
channels that they need.

A listener is only ever told "look again", so that any number of announcements costs it one look and no memory.
Where the line is down, and now and then even where it stands, the hub itself asks the log who is behind.
"""

import asyncio
import itertools
import random
from collections.abc import AsyncGenerator, Callable, Collection, Iterator, Mapping
from contextlib import aclosing, contextmanager
from contextvars import Context

import structlog
from django.db import Error as DatabaseError

from games.core import pubsub
from games.core.pubsub import Topic
from games.streams.readers import Readers

log = structlog.get_logger(__name__)

# How often the log is asked who is behind: in case an announcement was lost, and while none can be heard.
LOOK_SECONDS = 15.0
DEAF_LOOK_SECONDS = 2.0


Latest = Callable[[Collection[Topic]], Mapping[Topic, int]]
Listen = Callable[[pubsub.Wanted], AsyncGenerator[pubsub.Announcement]]


class Listener:
    """The subscription of one stream. `bell` is set when its log may have grown; `known` is the last known position."""

    def __init__(self) -> None:
        self.bell = asyncio.Event()
        self.known = 0

    def reached(self, position: int) -> None:
        self.known = max(self.known, position)


class Hub:
    """Wakes listeners. `latest` reads the last position of each of the given logs, in a thread."""

    def __init__(self, readers: Readers, *, latest: Latest, listen: Listen = pubsub.listen) -> None:
        self._readers = readers
        self._latest = latest
        self._listen = listen
        self._listeners: dict[Topic, set[Listener]] = {}
        self._wanted = pubsub.Wanted()
        self._rings: dict[Topic, int] = {}
        self._ring_numbers = itertools.count(1)
        self._tasks: list[asyncio.Task[None]] = []

    @contextmanager
    def listener(self, topic: Topic) -> Iterator[Listener]:
        """An ear for one log, from now until the block ends."""
        self._start()
        listener = Listener()
        if topic not in self._listeners:
            self._listeners[topic] = set()
            self._wanted.add(topic)
        self._listeners[topic].add(listener)
        self._rings.setdefault(topic, next(self._ring_numbers))
        try:
            yield listener
        finally:
            self._remove(topic, listener)

    def last_ring(self, topic: Topic) -> int:
        """A number of its own for the last ring: a read begun after it finds what was announced by it."""
        return self._rings[topic]

    async def aclose(self) -> None:
        """Close the connection to Redis; listeners get no more announcements."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()

    def _remove(self, topic: Topic, listener: Listener) -> None:
        others = self._listeners[topic]
        others.discard(listener)
        if not others:
            del self._listeners[topic]
            del self._rings[topic]
            self._wanted.remove(topic)

    def _start(self) -> None:
        # Nothing is awaited between the question and the start, so that there is never a second line.
        if not self._tasks:
            # They serve all streams: what they log has not the id of the request that came first.
            works = (self._hear(), self._look_now_and_then())
            self._tasks = [asyncio.create_task(work, context=Context()) for work in works]

    async def _hear(self) -> None:
        while True:
            try:
                await self._hear_one_line()
            except pubsub.LineLost as error:
                log.warning("announcements_unheard", error=str(error))
            await self._look()
            await asyncio.sleep(DEAF_LOOK_SECONDS * random.uniform(0.5, 1.0))  # noqa: S311  (no secret)

    async def _hear_one_line(self) -> None:
        async with aclosing(self._listen(self._wanted)) as announcements:
            async for announcement in announcements:
                topics = [Topic("game", number) for number in announcement.games]
                topics += [Topic("game", number, player) for number, player in announcement.players]
                topics += [Topic("user", number) for number in announcement.users]
                topics += [Topic("token", number) for number in announcement.tokens]
                for topic in topics:
                    self._ring(topic)
                if announcement.channels:
                    await self._look(announcement.channels)
                elif not topics:
                    await self._look()

    async def _look_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            await self._look()

    async def _look(self, channels: Collection[str] | None = None) -> None:
        """Wake those whose log has grown beyond what they know of: all, or those who listen in some channels."""
        topics = [topic for topic in self._listeners if channels is None or pubsub.channel_of(topic) in channels]
        if not topics:
            return
        try:
            found = await self._readers.read(self._latest, topics)
        except DatabaseError as error:
            log.warning("log_unreadable", error=str(error))
            return
        for topic, position in found.items():
            self._ring(topic, position=position)

    def _ring(self, topic: Topic, *, position: int | None = None) -> None:
        """Wake the log's listeners; with a position, only those who do not know of it yet."""
        if topic not in self._listeners:
            return
        self._rings[topic] = next(self._ring_numbers)
        for listener in self._listeners[topic]:
            if position is None or position > listener.known:
                listener.reached(position or 0)
                listener.bell.set()
