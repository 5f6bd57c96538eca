"""What streams and downloads were opened with, a token or a session: they do not outlive it.

A revocation rings like an event, and so does signing out. What nobody heard of (a token that ran out, another password,
an account that was closed) is found by the hub's own look at what it has open.
"""

from collections.abc import Iterable, Mapping

import structlog
from django.db import Error as DatabaseError

from accounts import database_time, sessions
from accounts.models import AccessToken
from games.api.downloads import SESSION, TOKEN
from games.core.pubsub import Topic
from games.streams.hub import Hub
from games.streams.logs import latest as latest_of_logs
from games.streams.readers import Readers

log = structlog.get_logger(__name__)
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
