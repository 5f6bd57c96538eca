"""The cases that a member of staff may see, the most urgent first."""

from datetime import datetime

from django.db.models import Case, Count, Exists, IntegerField, OuterRef, Q, QuerySet, Value, When

from accounts.models import User
from games.core.models.games import about_games_of
from games.disputes.appeals import appealed_verdicts
from games.disputes.models import Dispute
from games.time_off.models import Freeze

Category = Dispute.Category
# Most pressing first, after what cannot wait and whatever holds a clock.
SEVERITY = (
    (Category.TIMEOUT,),
    (Category.ABUSE,),
    (Category.DRAW, Category.REPETITION),
    (Category.COMPUTER_HELP,),
    (Category.STALLING,),
    (Category.OTHER,),
)
# As Dispute.is_escalated says it.
URGENT = Q(status=Dispute.Status.OPEN, escalated_at__isnull=False)
ESCALATED, HELD, CLOSED = -1, 0, len(SEVERITY) + 1


def cases_for(user: User, *, now: datetime) -> QuerySet[Dispute]:
    """The cases that the user may see, with their urgency, whether each holds a clock, and whether it is `barred`: the
    user may not decide it, because a verdict of theirs in its game was appealed.

    Cases about the user's own games are left out.
    """
    held = Exists(Freeze.objects.filter(case_number=OuterRef("pk"), ends_at__gt=now))
    by_category = [When(category__in=each, then=Value(place)) for place, each in enumerate(SEVERITY, start=1)]
    return (
        Dispute.objects.with_freezes()
        .exclude(about_games_of(user.pk))
        .select_related("game__white", "game__black", "appeal_of__opened_by", "appeal_of__decided_by")
        .select_related("opened_by", "taken_by", "escalated_by", "decided_by")
        .annotate(holds=held, barred=Exists(appealed_verdicts(user).filter(game=OuterRef("game"))))
        .annotate(
            severity=Case(
                When(~Q(status__in=Dispute.PENDING), then=Value(CLOSED)),
                When(URGENT, then=Value(ESCALATED)),
                When(holds=True, then=Value(HELD)),
                *by_category,
                output_field=IntegerField(),
            )
        )
    )


def counts_for(user: User, *, now: datetime) -> dict[str, int]:
    """How many cases wait, cannot wait, hold a clock, are appeals, and are the user’s own; in one query."""
    return cases_for(user, now=now).filter(status__in=Dispute.PENDING).aggregate(
        waiting=Count("pk", filter=Q(status=Dispute.Status.OPEN)),
        urgent=Count("pk", filter=URGENT),
        frozen=Count("pk", filter=Q(holds=True)),
        appeals=Count("pk", filter=Q(appeal_of__isnull=False)),
        mine=Count("pk", filter=Q(taken_by=user)),
    )  # fmt: skip
