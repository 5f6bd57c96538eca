"""The bell: what has happened to players since they last looked, read from their streams of the log. Sends nothing."""

from collections import defaultdict
from collections.abc import Callable

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Greatest

from accounts.models import User
from games.core import notices
from games.core.models.events import UserEvent, UserStream
from games.core.notices import NoticeKind
from games.notifications import choices
from games.notifications.models import Delivery, NoticeSettings

MOST_COUNTED = 100
# The newest events among which news are counted, so that a bell that was never opened costs no more than others.
MOST_LOOKED_AT = 300


def items_of(user: User, row: NoticeSettings) -> QuerySet[UserEvent]:
    """What the user is notified of, the newest first: the events whose recipients include them."""
    rows = _rows(user, row, lambda kind: kind.bell_filter(user))
    return rows.select_related(*notices.RELATED).order_by("-seq")


def unread_count(user: User, row: NoticeSettings) -> int:
    """How many of the newest MOST_LOOKED_AT events are news; MOST_COUNTED stands for all that are more."""
    rows = _rows(user, row, lambda kind: kind.bell_filter(user) & kind.unread_filter(user))
    newest = Subquery(UserStream.objects.filter(user=user).values("last_seq"))
    news = rows.filter(seq__gt=Greatest(row.bell_seen_seq, newest - MOST_LOOKED_AT))
    return len(news.values_list("pk", flat=True).order_by()[:MOST_COUNTED])


def mark_seen(user: User, seq: int) -> None:
    """Everything up to this number of the user's stream has been seen; what was seen stays so."""
    choices.ensure(user)
    NoticeSettings.objects.filter(user=user, bell_seen_seq__lt=seq).update(bell_seen_seq=seq)


def _rows(user: User, row: NoticeSettings, condition: Callable[[NoticeKind], Q]) -> QuerySet[UserEvent]:
    """The rows of the kinds that the user wants on the bell, where the condition of their kind holds."""
    kinds = [kind for kind in notices.kinds() if choices.is_wanted(user, row, kind, Delivery.Channel.BELL)]
    types: dict[Q, list[str]] = defaultdict(list)
    for kind in kinds:
        types[condition(kind)] += kind.events
    # A user may have switched off everything.
    found = Q(pk__in=[])
    for each, names in types.items():
        found |= Q(event__type__in=names) & each
    rows = UserEvent.objects.filter(found, user=user)
    for kind in kinds:
        if kind.covers is not None and kind.covers.on_bell:
            rows = rows.exclude(_is_covered(kind.covers, user))
    return rows


def _is_covered(covers: notices.Covers, user: User) -> Q:
    """Rows for which another one of the user's, recorded together with them, speaks as well."""
    same_actor = {"event__actor": OuterRef("event__actor")} if covers.same_actor else {}
    rows = UserEvent.objects.filter(covers.events, user=user, event__game=OuterRef("event__game"), **same_actor)
    types = [name for kind in covers.kinds for name in notices.named(kind).events]
    return Q(Exists(rows.filter(event__created_at=OuterRef("event__created_at"))), event__type__in=types)
