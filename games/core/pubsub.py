"""Announcements by Redis: new events of games and users, revoked tokens, and presence. No other module uses Redis.

A message contains ids, never content; its receivers read the log. A lost message does no harm: the next one, or the
receiver's periodic look at the log, has the same effect.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import redis
import redis.asyncio
import structlog
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.retry import Retry

from accounts import database_time

log = structlog.get_logger(__name__)

# A line on which nothing is said for so long is tried; after as long again without an answer it is given up.
SILENCE_SECONDS = 10.0
CONNECT_SECONDS = 5.0


# What Django's cache raises where Redis does not answer.
RedisAway = redis.RedisError


class LineLost(Exception):  # noqa: N818  (a state of affairs, not a fault)
    """The connection to Redis is gone; what is announced until the next listen() goes unheard."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """Whose logs have grown: games as everybody sees them, games as one of their players does, and users; and which
    tokens are dead.

    One that names nobody says that it is worth looking at everything: that the line stands, which is the first one
    heard, or that somebody has signed out.
    """

    games: tuple[int, ...] = ()
    players: tuple[tuple[int, int], ...] = ()
    users: tuple[int, ...] = ()
    tokens: tuple[int, ...] = ()


@cache
def _client() -> redis.Redis:
    # One more try at once: after a restart of Redis the pooled connection is dead, and the server is there.
    # More would let a move wait for Redis.
    retry = Retry(NoBackoff(), retries=1)
    return redis.Redis.from_url(settings.PUBSUB_URL, retry=retry, socket_connect_timeout=0.5, socket_timeout=0.5)


def announce(
    *,
    games: Iterable[int],
    users: Iterable[int],
    players: Iterable[tuple[int, int]] = (),
    tokens: Iterable[int] = (),
) -> None:
    """Ring the bell; where Redis is away, log it and go on. `players` are pairs of a game and one of its players."""
    message = json.dumps(
        {"games": sorted(games), "players": sorted(players), "users": sorted(users), "tokens": sorted(tokens)}
    )
    try:
        _client().publish(settings.PUBSUB_CHANNEL, message)
    except redis.RedisError as error:
        log.warning("announcement_lost", error=str(error))


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


def is_reachable() -> bool:
    """Whether Redis answers now."""
    try:
        return bool(_client().ping())
    except redis.RedisError:
        return False


async def listen() -> AsyncGenerator[Announcement]:
    """Yield announcements as they come, after an empty one once the line stands. Raises LineLost."""
    # Without retries: a client that reconnects in silence would not tell us what it has missed meanwhile. And without
    # a timeout of its own, for which it uses asyncio.wait_for(), which up to Python 3.11 may swallow a cancellation.
    retry = AsyncRetry(NoBackoff(), retries=0)
    client = redis.asyncio.Redis.from_url(settings.PUBSUB_URL, retry=retry, socket_timeout=None)
    try:
        async with client, client.pubsub() as subscription:
            async with asyncio.timeout(CONNECT_SECONDS):
                await subscription.subscribe(settings.PUBSUB_CHANNEL)
            async with aclosing(_messages(subscription)) as messages:
                async for message in messages:
                    yield _heard(message)
    except (redis.RedisError, TimeoutError) as error:
        raise LineLost(str(error) or type(error).__name__) from error


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
    if message["type"] != "message":
        return Announcement()
    content = json.loads(message["data"])
    # A process of the version before, which is just being replaced, knows no players and no tokens.
    players = tuple((game, player) for game, player in content.get("players", ()))
    return Announcement(tuple(content["games"]), players, tuple(content["users"]), tuple(content.get("tokens", ())))


class Topic(NamedTuple):
    """A log to follow: that of a "game" or of a "user", with its number; or a "token" or a "session", by its key, that
    a stream was opened with.

    A game's log is another one for each of its players than for everybody else (None), who does not see all of it.
    """

    kind: str
    id: int | str
    player: int | None = None
