"""The bell: the notifications of a player and how many are unread, read from their stream of the log."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from django.db import connections
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.core import notifications
from games.core.models.events import UserEvent
from games.core.notifications import NotificationKind
from games.notifications import choices
from games.notifications.models import Delivery, NotificationSettings

MOST_COUNTED = 100
# Events that are recorded together are numbered in one statement, and so not further apart than this.
FARTHEST_APART = 1_000
# The newest events among which news are counted, so that a bell that was never opened costs no more than others.
MOST_LOOKED_AT = 200
# In the place of a user and of a number of their stream, while a statement is built for all. No such value exists.
_ANYBODY, _ANY_SEQ = 2**62 + 1, 2**62 + 2


def items_of(user: User, row: NotificationSettings) -> QuerySet[UserEvent]:
    """The events that the user is notified of, newest first."""
    rows = _rows(user, _wanted(user, row), lambda kind: kind.bell_filter(user))
    return rows.select_related(*notifications.RELATED).order_by("-seq")


def unread_count(user: User, row: NotificationSettings) -> int:
    """How many of the newest MOST_LOOKED_AT unseen events are news; MOST_COUNTED stands for all that are more.

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
    rows = _rows(user, kinds, lambda kind: kind.bell_filter(user) & kind.unread_filter(user))
    # With a limit of its own: PostgreSQL would else expect all events of the user, and read whole tables to join them.
    unseen = UserEvent.objects.filter(user=user, seq__gt=_ANY_SEQ).order_by("-seq")[:looked_at]
    counted = rows.filter(pk__in=unseen.values("pk")).order_by()[:MOST_COUNTED]
    sql, parameters = counted.values("pk").query.sql_with_params()
    return f"SELECT count(*) FROM ({sql}) AS counted", tuple(parameters)  # noqa: S608


def mark_seen(user: User, seq: int) -> None:
    """Everything up to this number of the user's stream has been seen; what was seen stays so."""
    choices.ensure(user)
    NotificationSettings.objects.filter(user=user, bell_seen_seq__lt=seq).update(bell_seen_seq=seq)


def _wanted(user: User, row: NotificationSettings) -> list[NotificationKind]:
    return [kind for kind in notifications.kinds() if choices.is_wanted(user, row, kind, Delivery.Channel.BELL)]


def _rows(
    user: User, kinds: Iterable[NotificationKind], condition: Callable[[NotificationKind], Q]
) -> QuerySet[UserEvent]:
    """The rows of these kinds, where the condition of their kind holds."""
    types: dict[Q, list[str]] = defaultdict(list)
    for kind in kinds:
        types[condition(kind)] += kind.events
    # A user may have switched off everything.
    found = Q(pk__in=[])
    for each, names in types.items():
        found |= Q(event__type__in=names) & each
    rows = UserEvent.objects.filter(found, user=user)
    for kind in kinds:
        for covers in kind.covers:
            if covers.on_bell:
                rows = rows.exclude(_is_covered(covers, user))
    return rows


def _is_covered(covers: notifications.Covers, user: User) -> Q:
    """Rows that are covered by another row of the user, recorded together with them."""
    same_actor = {"event__actor": OuterRef("event__actor")} if covers.same_actor else {}
    rows = UserEvent.objects.filter(covers.events, user=user, event__game=OuterRef("event__game"), **same_actor)
    rows = rows.filter(event__id__gt=OuterRef("event__id") - FARTHEST_APART)
    types = [name for kind in covers.kinds for name in notifications.kind_named(kind).events]
    together = Exists(rows.filter(event__created_at=OuterRef("event__created_at")))
    # The type first: PostgreSQL looks for the other event only where it holds.
    return Q(event__type__in=types) & Q(together)
