"""The players of rankings by rating, which the worker counts and pages read."""

from collections import defaultdict
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Count, F, IntegerField, Max, QuerySet
from django.db.models.functions import Cast, Round

from games.core import rule_sets
from games.core.models.terms import Pool
from games.players.models import RatingChange
from games.rankings.listed import Distribution, Ranking, ranked
from games.rankings.models import RankingCounts
from kit import database_time

# Players leave rankings by themselves, when their last game is long ago, and say where they are: so often a ranking is
# counted at least.
AT_LEAST_EVERY: Final = timedelta(hours=1)


def rankings() -> list[Ranking]:
    """All rankings of all countries."""
    return [
        Ranking(rules, pool.value, is_provisional)
        for rules, _name in rule_sets.choices()
        for pool in Pool
        for is_provisional in (False, True)
    ]


def distribution_of(ranking: Ranking) -> Distribution:
    """As it was counted last; now if it never was."""
    row = RankingCounts.objects.filter(**ranking._asdict()).first()
    if row:
        return Distribution(dict(row.counts))
    return Distribution(_counted(ranking, at=database_time.now())[ranking.country])


def countries_of(ranking: Ranking) -> list[str]:
    """The codes of the countries that had players in the ranking when it was counted last."""
    return list(_rows_of(ranking).filter(country__gt="").values_list("country", flat=True))


def count_rankings() -> int:
    """Count the rankings whose players have changed, or may have; how many."""
    now = database_time.now()
    rows = RankingCounts.objects.filter(country="").defer("counts")
    known = {Ranking(row.rules, row.pool, row.is_provisional): row for row in rows}
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
    """Store the counts of a ranking of all countries, and of each country in it."""
    counted = _counted(ranking, at=at)
    rows = [
        RankingCounts(
            **ranking._replace(country=country)._asdict(),
            counts=list(counts.items()),
            last_change=last_change,
            counted_at=at,
        )
        for country, counts in counted.items()
    ]
    with transaction.atomic():
        RankingCounts.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=Ranking._fields,
            update_fields=["counts", "last_change", "counted_at"],
        )
        _rows_of(ranking).exclude(country__in=counted).delete()


def _rows_of(ranking: Ranking) -> QuerySet[RankingCounts]:
    """Those of the ranking, and of each country in it."""
    rules, pool, is_provisional, _country = ranking
    return RankingCounts.objects.filter(rules=rules, pool=pool, is_provisional=is_provisional)


def _counted(ranking: Ranking, *, at: datetime) -> dict[str, dict[int, int]]:
    """The players by rounded rating, the highest first, for each country, and for the ranking itself."""
    rounded = Cast(Round("value"), IntegerField())
    rows = ranked(ranking, at=at).order_by().annotate(rounded=rounded, country=F("user__profile__country"))
    counted: dict[str, dict[int, int]] = {ranking.country: defaultdict(int)}
    for country, rating, number in rows.values_list("country", "rounded").annotate(Count("pk")).order_by("-rounded"):
        for each in {ranking.country, country or ranking.country}:
            counted.setdefault(each, defaultdict(int))[rating] += number
    return counted
