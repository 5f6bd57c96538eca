"""The players of a ranking: who is listed, in which place, and how the ratings are distributed."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import accumulate
from typing import Any, Final, NamedTuple

from django.db.models import ExpressionWrapper, F, FloatField, Func, Q, QuerySet, Value
from django.db.models.functions import Cast

from accounts.models import User
from games.players.glicko import IDLE_PERIODS_A_YEAR, SCALE, YEAR
from games.players.models import PROVISIONAL_ABOVE, Rating
from kit.errors import NotFound, raises

# Who has ended no rated game for so long is in no ranking.
ACTIVE: Final = timedelta(days=90)
# Ratings in one bar of the distribution.
BAND: Final = 50


class Ranking(NamedTuple):
    """A rule set and a pool, and whether the provisional ratings are meant or the settled ones; of a country (a code of
    ISO 3166-1) the players who say that they are there."""

    rules: str
    pool: str
    is_provisional: bool = False
    country: str = ""


def ranked(ranking: Ranking, *, at: datetime) -> "QuerySet[Rating]":
    """The ratings of active players, highest first."""
    rows = Rating.objects.filter(
        _is_active(at), rules=ranking.rules, pool=ranking.pool, user__is_active=True, user__is_guest=False
    )
    settled = Q(is_fixed=True) | Q(squared_deviation__lte=PROVISIONAL_ABOVE**2)
    if ranking.country:
        rows = rows.filter(user__profile__country=ranking.country)
    rows = rows.alias(squared_deviation=_squared_deviation(at)).filter(~settled if ranking.is_provisional else settled)
    return rows.select_related("user").order_by("-value", "-id")


@raises(NotFound)
def rating_of(player: User, rules: str, pool: str) -> Rating:
    """The player's rating under these rules in this pool, which is there after the first rated game."""
    rating = Rating.objects.filter(user=player, rules=rules, pool=pool).first()
    if rating is None:
        raise NotFound
    return rating


def _is_active(at: datetime) -> Q:
    """Computers are there for everybody, and are rated once and for all."""
    return Q(rated_at__gte=at - ACTIVE) | Q(is_fixed=True)


def _squared_deviation(at: datetime) -> Any:
    """That of `Standing.strength_at`, in SQL and without its bound."""
    seconds = Func(Value(at) - F("rated_at"), function="EXTRACT", template="%(function)s(epoch FROM %(expressions)s)")
    a_second = SCALE**2 * IDLE_PERIODS_A_YEAR / YEAR.total_seconds()
    grown = F("volatility") * F("volatility") * Value(a_second) * Cast(seconds, FloatField())
    return ExpressionWrapper(F("deviation") * F("deviation") + grown, output_field=FloatField())


@dataclass(frozen=True)
class Distribution:
    """How many of the ranked players have each rounded rating, the highest first."""

    counts: dict[int, int]

    @property
    def players(self) -> int:
        return sum(self.counts.values())

    def place_of(self, rating: int) -> int:
        """The place of a player with this rating; players with the same one share it."""
        return 1 + self._above.get(rating, sum(count for other, count in self.counts.items() if other > rating))

    def percentile_of(self, rating: int) -> int:
        """The share of ranked players with a lower rating, in percent, rounded down."""
        lower = sum(count for other, count in self.counts.items() if other < rating)
        return 100 * lower // self.players if self.players else 0

    @property
    def bands(self) -> list[tuple[int, int]]:
        """The number of players in each band of ratings, by the lowest rating of the band, without gaps."""
        if not self.counts:
            return []
        lowest, highest = min(self.counts) // BAND, max(self.counts) // BAND
        numbers = dict.fromkeys(range(lowest, highest + 1), 0)
        for rating, count in self.counts.items():
            numbers[rating // BAND] += count
        return [(band * BAND, number) for band, number in numbers.items()]

    @cached_property
    def _above(self) -> dict[int, int]:
        """How many players are above each rating."""
        sums = accumulate(self.counts.values(), initial=0)
        return dict(zip(self.counts, sums, strict=False))
