"""Who waits for which log to grow, and the threads that read it.

A process has one line to Redis, shared by all its streams, on which it hears the channels that they need.

A listener is only ever told "look again", so that any number of announcements costs it one look and no memory.
Where the line is down, and now and then even where it stands, the hub itself asks the log who is behind.

Tokens and sessions are waited for as logs are: what was opened with one does not outlive it. A revocation rings like an
event, and so does signing out. What nobody heard of (a token that ran out, another password, an account that was
closed) is found by the hub's own look at what it has open.
"""

import asyncio
import itertools
import random
from collections.abc import AsyncGenerator, Callable, Collection, Hashable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, contextmanager
from contextvars import Context, copy_context
from typing import Any, ParamSpec, TypeVar

import structlog
from django.db import Error as DatabaseError
from django.db import connections

from accounts import sessions
from accounts.models import AccessToken
from games.core import pubsub
from games.core.pubsub import Topic
from games.streams.logs import latest as latest_of_logs
from kit import database_time
from kit.downloads import SESSION, TOKEN

# --- The threads ------------------------------------------------------------------------------------------------------


P = ParamSpec("P")
T = TypeVar("T")


class Readers:
    """A pool of threads for short reads, each with a database connection that is then given back; `threads` of them is
    also the most connections that streams ever hold."""

    def __init__(self, *, threads: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="stream-reader")
        self._shared: dict[Hashable, asyncio.Future[Any]] = {}

    async def read(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function returns, called in one of the threads."""
        # With the caller's context, so that log lines have the id of its request.
        context = copy_context()
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, context.run, _call, function, args, kwargs
        )

    async def read_once(self, key: Hashable, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """As read(), but callers who come with the same key while the call is running share its answer."""
        shared = self._shared.get(key)
        if shared is None:
            shared = asyncio.ensure_future(self.read(function, *args, **kwargs))
            self._shared[key] = shared
            shared.add_done_callback(lambda future: self._forget(key, future))
        # The call goes on for the others when one who waits for it is cancelled.
        answer: T = await asyncio.shield(shared)
        return answer

    def close(self) -> None:
        """Let the threads end."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _forget(self, key: Hashable, future: asyncio.Future[Any]) -> None:
        del self._shared[key]
        if not future.cancelled():
            future.exception()  # retrieved here, in case that no caller waits any more


def _call(function: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T:
    try:
        return function(*args, **kwargs)
    finally:
        connections.close_all()


# --- The hub ----------------------------------------------------------------------------------------------------------


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


# --- Tokens and sessions ----------------------------------------------------------------------------------------------


ALIVE, DEAD = 0, 1


def latest(topics: Iterable[Topic]) -> Mapping[Topic, int]:
    """The position of each of these logs, and DEAD for each of these tokens and sessions that is."""
    asked = list(topics)
    keys = {topic for topic in asked if topic.kind in (TOKEN, SESSION)}
    dead = keys - _usable(keys) if keys else ()
    return {**latest_of_logs(asked), **dict.fromkeys(dead, DEAD)}


def _usable(keys: Iterable[Topic]) -> set[Topic]:
    now = database_time.now()
    ids = {kind: {key.id for key in keys if key.kind == kind} for kind in (TOKEN, SESSION)}
    tokens = AccessToken.objects.usable(now=now).filter(pk__in=ids[TOKEN], user__is_active=True)
    found = {Topic(TOKEN, token_id) for token_id in tokens.values_list("pk", flat=True)}
    return found | {Topic(SESSION, key) for key in sessions.signed_in(map(str, ids[SESSION]), now=now)}


async def until_dead(key: Topic, *, hub: Hub, readers: Readers) -> None:
    """Return when the key is good no more. It was when its stream was opened; that the hub looks again bridges what
    has happened meanwhile."""
    with hub.listener(key) as listener:
        while listener.known == ALIVE:
            await listener.bell.wait()
            listener.bell.clear()
            try:
                listener.reached((await readers.read(latest, [key])).get(key, ALIVE))
            except DatabaseError as error:
                log.warning("key_unreadable", error=str(error))
