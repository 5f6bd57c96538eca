"""The cases that a member of staff may see, the most urgent first."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Case, Count, DateTimeField, Exists, F, IntegerField, OuterRef, Q, QuerySet, Value, When

from accounts.models import User
from games.core.models.games import Game, GameQuerySet, about_games_of
from games.disputes.models import Dispute
from games.disputes.verdicts import appealed_verdicts
from games.time_off.models import Freeze

Category = Dispute.Category
# Most pressing first, after what cannot wait and whatever holds a clock; and in how many days each is to be decided.
SEVERITY = (
    ((Category.TIMEOUT,), 3),
    ((Category.ABUSE,), 3),
    ((Category.DRAW, Category.REPETITION), 5),
    ((Category.COMPUTER_HELP,), 10),
    ((Category.STALLING,), 10),
    ((Category.OTHER,), 14),
)
# As Dispute.is_escalated says it.
URGENT = Q(status=Dispute.Status.OPEN, escalated_at__isnull=False)
ESCALATED, HELD, CLOSED = -1, 0, len(SEVERITY) + 1
# What is overdue comes before everything but urgent cases, so that no case waits behind fresh ones for ever.
URGENT_PLACE, OVERDUE_PLACE = -2, -1
# Decided cases that are shown beside one.
SIMILAR = 5
# The case that was due first is first among those of one place.
ORDER = ("place", "due_at", "number")


def overdue(*, now: datetime) -> Q:
    """Undecided cases of cases_for() whose due date has passed."""
    return Q(status__in=Dispute.PENDING, due_at__lte=now)


def cases_for(user: User, *, now: datetime) -> QuerySet[Dispute]:
    """The cases that the user may see, with their urgency, due date and place in the queue, and three facts: whether
    each `holds` a clock; whether the user `meets` one of the players in a game that goes on; whether the user is
    `barred` from deciding it, because a verdict of theirs in its game was appealed.

    Cases about the user's own games are left out.
    """
    held = Exists(Freeze.objects.filter(case_number=OuterRef("pk"), ends_at__gt=now))
    by_category = [When(category__in=each, then=Value(place)) for place, (each, _days) in enumerate(SEVERITY, start=1)]
    due = [When(category__in=each, then=F("opened_at") + timedelta(days=days)) for each, days in SEVERITY]
    meets = Exists(games_with(user, OuterRef("game__white"), OuterRef("game__black")))
    return (
        Dispute.objects.with_freezes()
        .exclude(about_games_of(user.pk))
        .select_related("game__white", "game__black", "appeal_of__opened_by", "appeal_of__decided_by")
        .select_related("opened_by", "taken_by", "escalated_by", "decided_by")
        .annotate(holds=held, barred=Exists(appealed_verdicts(user).filter(game=OuterRef("game"))))
        .annotate(due_at=Case(*due, output_field=DateTimeField()), meets=meets)
        .annotate(
            severity=Case(
                When(~Q(status__in=Dispute.PENDING), then=Value(CLOSED)),
                When(URGENT, then=Value(ESCALATED)),
                When(holds=True, then=Value(HELD)),
                *by_category,
                output_field=IntegerField(),
            )
        )
        .annotate(
            place=Case(
                When(URGENT, then=Value(URGENT_PLACE)),
                When(overdue(now=now), then=Value(OVERDUE_PLACE)),
                default=F("severity"),
                output_field=IntegerField(),
            )
        )
    )


def games_with(user: User, one: Any, other: Any) -> GameQuerySet:
    """The user's ongoing games with one of these two players."""
    as_white, as_black = Q(black=one) | Q(black=other), Q(white=one) | Q(white=other)
    return Game.objects.ongoing().filter(Q(as_white, white=user) | Q(as_black, black=user))


def decidable(user: User, *, now: datetime) -> QuerySet[Dispute]:
    """The undecided cases that the user can take or has taken, and may decide, in the order of the queue."""
    own = Q(status=Dispute.Status.OPEN) | Q(status=Dispute.Status.TAKEN, taken_by=user)
    rows = cases_for(user, now=now).filter(own, barred=False)  # type: ignore[misc]  # cases_for() has asked
    return rows.order_by(*ORDER)


def similar_to(dispute: Dispute, user: User, *, now: datetime) -> list[Dispute]:
    """The last cases of the same category that arbiters have decided, and that the user may see; of disputes about a
    draw those by the same rules."""
    rows = cases_for(user, now=now).filter(category=dispute.category, decided_by__isnull=False)
    if dispute.category in Dispute.ABOUT_THE_END:
        rows = rows.filter(game__rules=dispute.game.rules)
    return list(rows.exclude(pk=dispute.pk).order_by("-decided_at")[:SIMILAR])


def next_number(user: User, *, now: datetime, after: int | None = None) -> int | None:
    """The number of the case that comes next: the one below `after` in the queue, or else the first. None where no
    other waits that the user may decide."""
    numbers = list(decidable(user, now=now).values_list("pk", flat=True))
    below = numbers[numbers.index(after) + 1 :] if after in numbers else []
    return next((number for number in [*below, *numbers] if number != after), None)


def counts_for(user: User, *, now: datetime) -> dict[str, int]:
    """How many cases wait, cannot wait, are overdue, hold a clock, are appeals, and are the user’s; in one query."""
    return cases_for(user, now=now).filter(status__in=Dispute.PENDING).aggregate(
        waiting=Count("pk", filter=Q(status=Dispute.Status.OPEN)),
        urgent=Count("pk", filter=URGENT),
        overdue=Count("pk", filter=overdue(now=now)),
        frozen=Count("pk", filter=Q(holds=True)),
        appeals=Count("pk", filter=Q(appeal_of__isnull=False)),
        mine=Count("pk", filter=Q(taken_by=user)),
    )  # fmt: skip
