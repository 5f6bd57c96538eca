"""Figures about the work of arbiters. Reads only."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median_low

from accounts.models import User
from games.core.models.games import about_games_of
from games.disputes.models import Dispute
from games.disputes.verdict_kinds import Verdict

DAYS = 30


@dataclass(frozen=True, slots=True)
class WorkDone:
    """What arbiters have decided: how many cases, the median time from opening to verdict, and how many of the appeals
    against verdicts of arbiters have replaced these."""

    decided: int
    median_seconds: int | None
    appeals: int
    replaced: int


def work_done(reader: User, *, now: datetime) -> WorkDone:
    """Of the last DAYS days, without cases of the reader's own games; in one query."""
    rows = Dispute.objects.filter(decided_by__isnull=False, decided_at__gt=now - timedelta(days=DAYS))
    rows = rows.exclude(about_games_of(reader.pk))
    found = list(rows.values_list("opened_at", "decided_at", "verdict", "appeal_of__decided_by"))
    times = [decided_at - opened_at for opened_at, decided_at, _verdict, _first in found if decided_at]
    of_appeals = [verdict for _opened, _decided, verdict, first_by in found if first_by is not None]
    return WorkDone(
        decided=len(found),
        median_seconds=int(median_low(times).total_seconds()) if times else None,
        appeals=len(of_appeals),
        replaced=sum(verdict != Verdict.DISMISSED for verdict in of_appeals),
    )
