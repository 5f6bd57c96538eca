"""Announcements by Redis: new events of games and users, revoked tokens, and presence.

A message contains ids, never content; its receivers read the log. A lost message does no harm: the next one, or the
receiver's periodic look at the log, has the same effect.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import redis
import structlog
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from redis.asyncio.client import PubSub

from kit import database_time, redis_connections

log = structlog.get_logger(__name__)

# A line on which nothing is said for so long is tried; after as long again without an answer it is given up.
SILENCE_SECONDS = 10.0
CONNECT_SECONDS = 5.0
# Games and users are spread over so many channels each, of which a process hears those that it has listeners for.
SHARDS = 64
# A load balancer that asks for readiness waits for an answer about Redis no longer than that.
REACHABLE_SECONDS = 0.2


class LineLost(Exception):  # noqa: N818  (a state of affairs, not a fault)
    """The connection to Redis is gone; what is announced until the next listen() goes unheard."""


class Topic(NamedTuple):
    """A log to follow: that of a "game" or of a "user", with its number; or a "token" or a "session", by its key, that
    a stream was opened with.

    A game's log is another one for each of its players than for everybody else (None), who does not see all of it.
    """

    kind: str
    id: int | str
    player: int | None = None


def channel_of(topic: Topic) -> str:
    """Where it is announced that the log has grown. Games and users are spread over shards; what concerns tokens and
    sessions is announced to every process."""
    if topic.kind in ("game", "user"):
        return f"{settings.PUBSUB_CHANNEL}.{topic.kind}s.{int(topic.id) % SHARDS}"
    return str(settings.PUBSUB_CHANNEL)


class Wanted:
    """The channels of the topics that a process listens for. They may change while it listens."""

    def __init__(self) -> None:
        self._topics: Counter[str] = Counter()
        self.changed = asyncio.Event()

    @property
    def channels(self) -> set[str]:
        return {settings.PUBSUB_CHANNEL, *self._topics}

    def add(self, topic: Topic) -> None:
        self._topics[channel_of(topic)] += 1
        self.changed.set()

    def remove(self, topic: Topic) -> None:
        channel = channel_of(topic)
        self._topics[channel] -= 1
        if not self._topics[channel]:
            del self._topics[channel]
            self.changed.set()


@dataclass(frozen=True, slots=True)
class Announcement:
    """Whose logs have grown: games as everybody sees them, games as one of their players does, and users; and which
    tokens are dead.

    One that names channels says that they are heard from now on: something may have been announced there before. One
    that names nothing says that it is worth looking at everything: that the line stands, which is the first one heard,
    or that somebody has signed out.
    """

    games: tuple[int, ...] = ()
    players: tuple[tuple[int, int], ...] = ()
    users: tuple[int, ...] = ()
    tokens: tuple[int, ...] = ()
    channels: tuple[str, ...] = ()


def _client() -> redis.Redis:
    return redis_connections.client(settings.PUBSUB_URL)


def announce(
    *,
    games: Iterable[int],
    users: Iterable[int],
    players: Iterable[tuple[int, int]] = (),
    tokens: Iterable[int] = (),
) -> None:
    """Ring the bell; where Redis is away, log it and go on. `players` are pairs of a game and one of its players."""
    named: list[tuple[str, Any, Topic]] = [("games", number, Topic("game", number)) for number in sorted(games)]
    named += [("players", pair, Topic("game", pair[0])) for pair in sorted(players)]
    named += [("users", number, Topic("user", number)) for number in sorted(users)]
    named += [("tokens", number, Topic("token", number)) for number in sorted(tokens)]
    messages: dict[str, dict[str, list[Any]]] = {} if named else {settings.PUBSUB_CHANNEL: _nobody()}
    for kind, identity, topic in named:
        messages.setdefault(channel_of(topic), _nobody())[kind].append(identity)
    try:
        with _client().pipeline(transaction=False) as pipe:
            for channel, message in messages.items():
                pipe.publish(channel, json.dumps(message))
            pipe.execute()
    except redis.RedisError as error:
        log.warning("announcement_lost", error=str(error))


def _nobody() -> dict[str, list[Any]]:
    return {"games": [], "players": [], "users": [], "tokens": []}


def announce_revoked(*, ids: Iterable[int], **_signal: Any) -> None:
    """A receiver of accounts' signal: ring for tokens that are dead."""
    announce(games=(), users=(), tokens=ids)


def announce_ended_session(*, instance: Session, **_signal: Any) -> None:
    """A receiver of Django's signal after a deletion: let everybody look who is still there. The key of a session is a
    secret, and stays here; those that had expired belonged to no user."""
    if instance.expire_date > database_time.now():
        transaction.on_commit(lambda: announce(games=(), users=()))


# --- Who sits before which board --------------------------------------------------------------------------------------

# A page says so every minute; what a player has seen is remembered for as long as a mail about it may be gathered.
PRESENT_SECONDS, SEEN_SECONDS = 90, 2 * 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether a player has a game in view now, and the last of its events that they have been shown."""

    is_present: bool = False
    seen_event: int = 0


def _presence_name(user: int, game: int) -> str:
    return f"{settings.PUBSUB_CHANNEL}.presence.{user}.{game}"


def note_presence(*, user: int, game: int, event: int) -> None:
    """Remember that the user has the game in view, up to this event of its log; where Redis is away, forget it."""
    name = _presence_name(user, game)
    try:
        with _client().pipeline(transaction=False) as pipe:
            pipe.set(f"{name}.now", 1, ex=PRESENT_SECONDS)
            pipe.set(f"{name}.seen", event, ex=SEEN_SECONDS)
            pipe.zadd(_at_boards(), {str(user): time.time()})
            pipe.execute()
    except redis.RedisError as error:
        log.warning("presence_lost", error=str(error))


def note_absence(*, user: int, game: int) -> None:
    """The user no longer looks at the game; events that they have seen stay seen."""
    try:
        _client().delete(f"{_presence_name(user, game)}.now")
    except redis.RedisError as error:
        log.warning("presence_lost", error=str(error))


def presence_of(*, user: int, game: int) -> Presence:
    """The presence of the user at the game; none without Redis, so that they are notified rather than not."""
    name = _presence_name(user, game)
    try:
        now, seen = _client().mget(f"{name}.now", f"{name}.seen")
    except redis.RedisError:
        return Presence()
    return Presence(now is not None, int(seen or 0))


def _at_boards() -> str:
    return f"{settings.PUBSUB_CHANNEL}.at_boards"


def at_boards() -> set[int]:
    """The users who have a game in view, or had one up to PRESENT_SECONDS ago; none without Redis."""
    since = time.time() - PRESENT_SECONDS
    try:
        with _client().pipeline(transaction=False) as pipe:
            pipe.zremrangebyscore(_at_boards(), "-inf", since)
            pipe.zrange(_at_boards(), 0, -1)
            _gone, users = pipe.execute()
    except redis.RedisError:
        return set()
    return {int(user) for user in users}


def is_followed(game: int) -> bool:
    """Whether a stream follows the game, or another one that shares its channel; not without Redis."""
    try:
        answer = _client().pubsub_numsub(channel_of(Topic("game", game)))
    except redis.RedisError as error:
        log.warning("followers_unknown", error=str(error))
        return False
    return any(count for _channel, count in answer)


def is_reachable() -> bool:
    """Whether Redis answers within REACHABLE_SECONDS."""
    # In a thread: its Sentinels and the name service may hang as well, each with a timeout of its own.
    asking = _prober().submit(lambda: _client().ping())
    try:
        return bool(asking.result(REACHABLE_SECONDS))
    except (redis.RedisError, TimeoutError):
        asking.cancel()
        return False


@cache
def _prober() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="redis-probe")


async def listen(wanted: Wanted | None = None) -> AsyncGenerator[Announcement]:
    """Yield announcements in the wanted channels as they come, after an empty one once the line stands. Raises
    LineLost."""
    wanted = wanted or Wanted()
    try:
        async with redis_connections.listener(settings.PUBSUB_URL) as client, client.pubsub() as subscription:
            wanted.changed.clear()
            awaited = wanted.channels
            async with asyncio.timeout(CONNECT_SECONDS):
                await subscription.subscribe(*awaited)
            async with _adjusting(subscription, wanted, set(awaited)), aclosing(_messages(subscription)) as messages:
                async for message in messages:
                    if message["type"] == "message":
                        yield _heard(message)
                    elif message["type"] == "subscribe":
                        channel = message["channel"].decode()
                        if channel not in awaited:
                            yield Announcement(channels=(channel,))
                        elif awaited == {channel}:
                            yield Announcement()
                        awaited.discard(channel)
    except (redis.RedisError, TimeoutError) as error:
        raise LineLost(str(error) or type(error).__name__) from error


@asynccontextmanager
async def _adjusting(subscription: PubSub, wanted: Wanted, heard: set[str]) -> AsyncIterator[None]:
    """Subscribe to what is wanted meanwhile, and leave what is wanted no more."""

    async def adjust() -> None:
        while True:
            await wanted.changed.wait()
            wanted.changed.clear()
            channels = wanted.channels
            if more := channels - heard:
                await subscription.subscribe(*more)
            if fewer := heard - channels:
                await subscription.unsubscribe(*fewer)
            heard.clear()
            heard.update(channels)

    task = asyncio.create_task(adjust())
    try:
        yield
    finally:
        task.cancel()
        # What fails while it writes fails for those who read, too.
        await asyncio.gather(task, return_exceptions=True)


async def _messages(subscription: PubSub) -> AsyncGenerator[dict[str, Any]]:
    """What comes, pongs left out; raises redis.ConnectionError when a silent line does not answer."""
    is_waiting_for_pong = False
    while True:
        message = await subscription.get_message(timeout=SILENCE_SECONDS)
        if message is not None:
            is_waiting_for_pong = False
            if message["type"] != "pong":
                yield message
        elif is_waiting_for_pong:
            raise redis.ConnectionError("no answer to a ping")
        else:
            await subscription.ping()
            is_waiting_for_pong = True


def _heard(message: dict[str, Any]) -> Announcement:
    content = json.loads(message["data"])
    players = tuple((game, player) for game, player in content["players"])
    return Announcement(tuple(content["games"]), players, tuple(content["users"]), tuple(content["tokens"]))
