"""The bell: what has happened to a player since he last looked, read from his stream of the log. Sends nothing."""

from django.db.models import DateTimeField, Exists, F, IntegerField, OuterRef, Q, QuerySet
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce

from accounts.models import User
from games.challenges.events import CHALLENGE_RECEIVED
from games.core.models.events import UserEvent
from games.disputes.events import DISPUTE_DECIDED
from games.notifications import choices
from games.notifications.events import DEADLINE_NEAR
from games.notifications.models import Delivery, NoticeSettings
from games.notifications.policy import (
    BY_A_MOVE,
    ENDING_VERDICTS,
    NOTICE_OF,
    PERSONAL,
    UNTIL_THE_MOVE,
    WRITTEN_FROM,
    Notice,
)
from games.play.events import DEADLINE_MOVED, GAME_FINISHED, GAME_STARTED
from muehle.clocks.pauses import Reason

MOST_COUNTED = 100
# For their recipients alone, and for all of these.
_PERSONAL = [kind for kind, notice in NOTICE_OF.items() if notice in PERSONAL]
# For one of the two whom they concern.
_FOR_ONE = (GAME_STARTED, CHALLENGE_RECEIVED, DEADLINE_MOVED)
# News for as long as nobody has moved.
_UNTIL_THE_MOVE = [kind for kind, notice in NOTICE_OF.items() if notice in UNTIL_THE_MOVE]


def items_of(user: User, row: NoticeSettings) -> QuerySet[UserEvent]:
    """What the user was told, the newest first; the same events as policy.told_by() names him for."""
    types, ply = _types(user, row), Coalesce(Cast(KeyTextTransform("ply", "event__data"), IntegerField()), 0)
    rows = UserEvent.objects.filter(user=user, event__type__in=types).alias(event_ply=ply)
    rows = rows.alias(black_to_move=F("event_ply") % 2, white_ended=F("event__game__ply") % 2)
    rows = rows.filter(_told(user)).exclude(_ended_by_own_move(user))
    if DISPUTE_DECIDED in types:
        rows = rows.exclude(_told_by_verdict(user))
    return rows.select_related(*WRITTEN_FROM).order_by("-seq")


def unread_count(user: User, row: NoticeSettings) -> int:
    """How many of them are news; MOST_COUNTED stands for all that are more."""
    still_to_be_made = Q(event__game__on_move=user, event__game__ply=F("event_ply"))
    rows = items_of(user, row).filter(seq__gt=row.bell_seen_seq)
    rows = rows.filter(~Q(event__type__in=_UNTIL_THE_MOVE) | still_to_be_made)
    deadline_at = Cast(KeyTextTransform("deadline_at", "event__data"), DateTimeField())
    # A reminder of a deadline that has been moved is none.
    still_runs = Q(event_deadline_at=F("event__game__deadline_at"))
    rows = rows.alias(event_deadline_at=deadline_at).filter(~Q(event__type=DEADLINE_NEAR) | still_runs)
    return len(rows.order_by().values_list("pk", flat=True)[:MOST_COUNTED])


def mark_seen(user: User, seq: int) -> None:
    """Everything up to this number of the user's stream has been seen; what was seen stays so."""
    choices.ensure(user)
    NoticeSettings.objects.filter(user=user, bell_seen_seq__lt=seq).update(bell_seen_seq=seq)


def _types(user: User, row: NoticeSettings) -> list[str]:
    bell = Delivery.Channel.BELL
    return [kind for kind, notice in NOTICE_OF.items() if choices.is_wanted(user, row, Notice(notice), bell)]


def _told(user: User) -> Q:
    """Whoever has caused an event knows already; a beginning, a challenge and a rescue are told to one of two."""
    by_others = ~Q(event__actor=user) & ~Q(event__type__in=_FOR_ONE)
    started = Q(event__type=GAME_STARTED, event__game__white=user)
    challenged = Q(event__type=CHALLENGE_RECEIVED, event__challenge__opponent=user)
    saved = Q(event__type=DEADLINE_MOVED, event__data__why=Reason.EMERGENCY_DAY.value) & _was_on_move(user)
    return by_others | started | challenged | saved | Q(event__type__in=_PERSONAL)


def _was_on_move(user: User) -> Q:
    return Q(black_to_move=0, event__game__white=user) | Q(black_to_move=1, event__game__black=user)


def _ended_by_own_move(user: User) -> Q:
    ended = Q(event__type=GAME_FINISHED, event__actor=None, event__data__termination__in=list(BY_A_MOVE))
    own = Q(white_ended=1, event__game__white=user) | Q(white_ended=0, event__game__black=user)
    return ended & own


def _told_by_verdict(user: User) -> Q:
    """An end of which the verdict tells that brought it about."""
    told = UserEvent.objects.filter(user=user, event__type=DISPUTE_DECIDED, event__game=OuterRef("event__game"))
    told = told.filter(event__created_at=OuterRef("event__created_at"), event__data__verdict__in=ENDING_VERDICTS)
    return Q(Exists(told), event__type=GAME_FINISHED)
