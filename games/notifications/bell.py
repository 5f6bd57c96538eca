"""The bell: the notifications of a player and how many are unread, read from their stream of the log."""

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from django.db import connections
from django.db.models import Q, QuerySet

from accounts.models import User
from games.core import notifications
from games.core.models.events import UserEvent
from games.core.notifications import NotificationKind
from games.notifications import choices
from games.notifications.models import Delivery, NotificationSettings

MOST_COUNTED = 100
# The newest notifications among which news are counted, so that a bell that was never opened costs no more than others.
MOST_LOOKED_AT = 200
# In the place of a user and of a number of their stream, while a statement is built for all. No such value exists.
_ANYBODY, _ANY_SEQ = 2**62 + 1, 2**62 + 2


def items_of(user: User, row: NotificationSettings) -> QuerySet[UserEvent]:
    """The notifications of the user, newest first."""
    return _shown(user, _wanted(user, row)).select_related(*notifications.RELATED).order_by("-seq")


def unread_count(user: User, row: NotificationSettings) -> int:
    """How many of the newest MOST_LOOKED_AT unseen notifications are news; MOST_COUNTED stands for all that are more.

    Every page asks for it, so the statement is built once for all users who want the same kinds.
    """
    wanted = tuple(kind.name for kind in _wanted(user, row))
    sql, parameters = _counting(wanted, MOST_LOOKED_AT)
    values = {_ANYBODY: user.pk, _ANY_SEQ: row.bell_seen_seq}
    with connections[UserEvent.objects.db].cursor() as cursor:
        cursor.execute(sql, [values.get(each, each) if isinstance(each, int) else each for each in parameters])
        (count,) = cursor.fetchone()
    return int(count)


@lru_cache(maxsize=512)
def _counting(wanted: tuple[str, ...], looked_at: int) -> tuple[str, tuple[Any, ...]]:
    """The statement that counts among the newest events; its parameters have _ANYBODY and _ANY_SEQ."""
    user = User(pk=_ANYBODY)
    kinds = [notifications.kind_named(name) for name in wanted]
    types: dict[Q, list[str]] = defaultdict(list)
    for kind in kinds:
        types[kind.unread_filter(user)] += kind.events
    unread = reduce(or_, (Q(event__type__in=names) & each for each, names in types.items()), Q(pk__in=[]))
    # With a limit of its own: PostgreSQL would else expect all events of the user, and read whole tables to join them.
    unseen = UserEvent.objects.filter(user=user, is_notification=True, seq__gt=_ANY_SEQ).order_by("-seq")[:looked_at]
    counted = _shown(user, kinds).filter(unread, pk__in=unseen.values("pk")).order_by()[:MOST_COUNTED]
    sql, parameters = counted.values("pk").query.sql_with_params()
    return f"SELECT count(*) FROM ({sql}) AS counted", tuple(parameters)  # noqa: S608


def mark_seen(user: User, seq: int) -> None:
    """Everything up to this number of the user's stream has been seen; what was seen stays so."""
    choices.ensure(user)
    NotificationSettings.objects.filter(user=user, bell_seen_seq__lt=seq).update(bell_seen_seq=seq)


def _wanted(user: User, row: NotificationSettings) -> list[NotificationKind]:
    return [kind for kind in notifications.kinds() if choices.is_wanted(user, row, kind, Delivery.Channel.BELL)]


def _shown(user: User, kinds: Iterable[NotificationKind]) -> QuerySet[UserEvent]:
    """The user's notifications of these kinds, without those that another of these kinds covers."""
    kinds = list(kinds)
    types = [name for kind in kinds for name in kind.events]
    rows = UserEvent.objects.filter(user=user, is_notification=True, event__type__in=types)
    covering = [kind.name for kind in kinds if kind.covers_on_bell]
    return rows.exclude(covered_by__in=covering) if covering else rows
