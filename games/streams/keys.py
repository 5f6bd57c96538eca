"""The tokens that streams were opened with: a stream does not outlive its token.

A revocation rings like an event. One that nobody heard of, and an account that was closed, is found by the hub's own
look at what it has open.
"""

from collections.abc import Iterable, Mapping

import structlog
from django.db import Error as DatabaseError
from django.utils import timezone

from accounts.models import AccessToken
from games.streams.hub import Hub, Topic
from games.streams.logs import latest as latest_of_logs
from games.streams.readers import Readers

log = structlog.get_logger(__name__)

KIND = "token"
ALIVE, DEAD = 0, 1


def latest(topics: Iterable[Topic]) -> Mapping[Topic, int]:
    """The position of each of these logs, and DEAD for each of these tokens that is."""
    asked = list(topics)
    tokens = {topic.id for topic in asked if topic.kind == KIND}
    usable = AccessToken.objects.usable(now=timezone.now()).filter(pk__in=tokens, user__is_active=True)
    dead = tokens - set(usable.values_list("pk", flat=True))
    return {**latest_of_logs(asked), **{Topic(KIND, token_id): DEAD for token_id in dead}}


async def until_dead(token_id: int, *, hub: Hub, readers: Readers) -> None:
    """Return when the token is good no more. It was when its stream was opened; that the hub looks again bridges what
    has happened meanwhile."""
    topic = Topic(KIND, token_id)
    with hub.listener(topic) as listener:
        while listener.known == ALIVE:
            await listener.bell.wait()
            listener.bell.clear()
            try:
                listener.reached((await readers.read(latest, [topic])).get(topic, ALIVE))
            except DatabaseError as error:
                log.warning("token_unreadable", error=str(error))
