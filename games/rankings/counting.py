"""The players of rankings by rating, which the worker counts and pages read."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Count, IntegerField, Max
from django.db.models.functions import Cast, Round

from games.core import rule_sets
from games.core.models.terms import Pool
from games.players.models import RatingChange
from games.rankings.listed import Distribution, Ranking, ranked
from games.rankings.models import RankingCounts
from kit import database_time

# Players leave rankings by themselves, when their last game is long ago: so often a ranking is counted at least.
AT_LEAST_EVERY: Final = timedelta(hours=1)


def rankings() -> list[Ranking]:
    """All rankings there are."""
    return [
        Ranking(rules, pool.value, is_provisional)
        for rules, _name in rule_sets.choices()
        for pool in Pool
        for is_provisional in (False, True)
    ]


def distribution_of(ranking: Ranking) -> Distribution:
    """As it was counted last; now if it never was."""
    row = RankingCounts.objects.filter(**ranking._asdict()).first()
    return Distribution(dict(row.counts)) if row else _counted(ranking, at=database_time.now())


def count_rankings() -> int:
    """Count the rankings whose players have changed, or may have; how many."""
    now = database_time.now()
    known = {Ranking(row.rules, row.pool, row.is_provisional): row for row in RankingCounts.objects.defer("counts")}
    changes = {(rules, pool): _last_change(rules, pool) for rules, pool in {ranking[:2] for ranking in rankings()}}
    number = 0
    for ranking in rankings():
        row, last = known.get(ranking), changes[ranking[:2]]
        if row is None or row.last_change != last or row.counted_at <= now - AT_LEAST_EVERY:
            _store(ranking, last, at=now)
            number += 1
    return number


def _last_change(rules: str, pool: str) -> int:
    return RatingChange.objects.filter(rules=rules, pool=pool).aggregate(last=Max("pk"))["last"] or 0


def _store(ranking: Ranking, last_change: int, *, at: datetime) -> None:
    with transaction.atomic():
        counts = list(_counted(ranking, at=at).counts.items())
        RankingCounts.objects.update_or_create(
            **ranking._asdict(), defaults={"counts": counts, "last_change": last_change, "counted_at": at}
        )


def _counted(ranking: Ranking, *, at: datetime) -> Distribution:
    rounded = Cast(Round("value"), IntegerField())
    rows = ranked(ranking, at=at).order_by().annotate(rounded=rounded)
    return Distribution(dict(rows.values_list("rounded").annotate(Count("pk")).order_by("-rounded")))
