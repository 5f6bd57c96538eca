"""Who is here now: at a board, or on the home page a short time ago.

Others see it only of players who have opened it, and of bots, which have no private life: those that have used a token
within the lifetime of a stream, and the computers of this server.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import AccessToken, User
from games.core import pubsub
from games.people.models import Profile
from games.players.models import LastSeen, Relation

# After a view of the home page somebody counts as here for so long; a bot, after a call.
AFTER_A_VIEW: Final = timedelta(minutes=10)
AFTER_A_CALL: Final = timedelta(minutes=30)


def those_here(rows: QuerySet[User], *, now: datetime) -> QuerySet[User]:
    """Those of the players who are here, as far as others may see it: found by way of everyone who is."""
    calls = _calls(now).filter(user__bot_since__isnull=False)
    computers = User.objects.filter(computer_level__isnull=False)
    here = calls.order_by().values("user").union(computers.values("pk"), _open_and_here(now).values("user"), all=True)
    return rows.filter(pk__in=here)


def here_among(user_ids: Iterable[int], *, now: datetime) -> set[int]:
    """The same of a few players, looked up one by one."""
    calls = _calls(now).filter(user=OuterRef("pk"))
    is_open_and_here = Exists(_open_and_here(now).filter(user=OuterRef("pk")))
    rows = User.objects.filter(
        Q(Exists(calls), bot_since__isnull=False) | Q(computer_level__isnull=False) | is_open_and_here,
        pk__in=list(user_ids),
    )
    return set(rows.values_list("pk", flat=True))


def is_here(player: User, reader_id: int | None, *, now: datetime) -> bool:
    """Whether the reader may see that the player is here. Nobody sees it of who has blocked them."""
    if reader_id and Relation.objects.filter(owner=player, other=reader_id, blocked=True).exists():
        return False
    return player.pk in here_among([player.pk], now=now)


def _calls(now: datetime) -> QuerySet[AccessToken]:
    return AccessToken.objects.filter(last_used_at__gte=now - AFTER_A_CALL)


def _open_and_here(now: datetime) -> QuerySet[Profile]:
    seen = LastSeen.objects.filter(user=OuterRef("user"), seen_at__gte=now - AFTER_A_VIEW)
    rows = Profile.objects.filter(shows_presence=True, user__bot_since=None)
    return rows.filter(Q(user__in=pubsub.at_boards()) | Exists(seen))
