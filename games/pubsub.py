"""Redis as a bell: "the log of these games and users has grown". The only module that knows Redis.

A message carries ids, never content; who hears it reads the log. A lost message is made good by the next one, or by
the listener's own look at the log now and then.
"""

import json
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from functools import cache

import redis
import redis.asyncio
import structlog
from django.conf import settings

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Announcement:
    games: tuple[int, ...]
    users: tuple[int, ...]


@cache
def _client() -> redis.Redis:
    return redis.Redis.from_url(settings.PUBSUB_URL, socket_connect_timeout=0.5, socket_timeout=0.5)


def announce(*, games: Iterable[int], users: Iterable[int]) -> None:
    """Ring the bell; where Redis is away, log it and go on."""
    message = json.dumps({"games": sorted(games), "users": sorted(users)})
    try:
        _client().publish(settings.PUBSUB_CHANNEL, message)
    except redis.RedisError as error:
        log.warning("announcement_lost", error=str(error))


async def listen() -> AsyncIterator[Announcement]:
    """Yield announcements as they come; raises redis.RedisError when the connection is lost."""
    client = redis.asyncio.Redis.from_url(settings.PUBSUB_URL, socket_connect_timeout=1)
    async with client, client.pubsub(ignore_subscribe_messages=True) as subscription:
        await subscription.subscribe(settings.PUBSUB_CHANNEL)
        async for message in subscription.listen():
            content = json.loads(message["data"])
            yield Announcement(tuple(content["games"]), tuple(content["users"]))
