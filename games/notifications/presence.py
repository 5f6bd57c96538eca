"""Holding notifications back from readers who have the board open, and leaving out what they have seen there."""

from datetime import UTC, datetime, timedelta
from typing import Final

from accounts.models import User
from games.core import pubsub
from games.core.models.events import Event
from games.core.notices import kind_of

# So soon it is looked again whether the page has shown it, or been left.
LOOK_AGAIN: Final = timedelta(seconds=30)
# After so long without anything new, an open page no longer counts as presence.
LONGEST: Final = timedelta(minutes=30)

AT_ONCE: Final = datetime.min.replace(tzinfo=UTC)
SEEN: Final = datetime.max.replace(tzinfo=UTC)


def held_until(event: Event, user: User, *, now: datetime) -> datetime:
    """Until when a notification is held back: AT_ONCE for not at all, SEEN for ever, because its reader has seen it."""
    kind = kind_of(event)
    if event.game is None or kind is None or not kind.is_seen_on_board:
        return AT_ONCE
    found = pubsub.presence_of(user=user.pk, game=event.game.pk)
    if found.seen_event >= event.pk:
        return SEEN
    return now + LOOK_AGAIN if found.is_present and now < event.created_at + LONGEST else AT_ONCE
