"""The content of a ranking."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.http import Http404, HttpRequest
from django.utils.functional import Promise

from games.core import rule_sets
from games.core.models.terms import Pool
from games.people import countries
from games.players.models import Rating
from games.rankings.listed import ACTIVE, BAND, Distribution, Ranking
from kit.pages import Page
from muehle import RULESETS, STANDARD


def ranking_wanted(request: HttpRequest) -> Ranking:
    """The ranking that the parameters of the address name; raises Http404."""
    rules = request.GET.get("rules") or STANDARD.name
    if rules not in RULESETS:
        raise Http404
    return Ranking(rules, pool_wanted(request), request.GET.get("provisional", "") == "1")


def pool_wanted(request: HttpRequest) -> str:
    """That of people if the address names none; raises Http404."""
    pool = request.GET.get("pool") or Pool.PEOPLE.value
    if pool not in Pool.values:
        raise Http404
    return pool


class Row(NamedTuple):
    """A player on the page, in a place that players with the same rounded rating share."""

    place: int
    rating: Rating


class Band(NamedTuple):
    """A bar of the distribution; `width` is in percent of the longest one."""

    lowest: int
    highest: int
    players: int
    width: float


class OwnPlace(NamedTuple):
    """Where the reader is, if they are in this ranking."""

    rating: int
    place: int
    percentile: int


@dataclass(frozen=True, kw_only=True)
class RankingPage:
    """`page` has ratings; `own` is the reader's, if it is in this ranking; `codes` are those of countries in it."""

    ranking: Ranking
    page: Page
    distribution: Distribution
    own: Rating | None
    codes: Sequence[str] = ()

    @property
    def rows(self) -> list[Row]:
        return [Row(self.distribution.place_of(round(rating.value)), rating) for rating in self.page]

    @cached_property
    def own_place(self) -> OwnPlace | None:
        if self.own is None:
            return None
        rating = round(self.own.value)
        return OwnPlace(rating, self.distribution.place_of(rating), self.distribution.percentile_of(rating))

    @property
    def bands(self) -> list[Band]:
        """The highest first, as the list is."""
        bands = self.distribution.bands
        most = max((number for _lowest, number in bands), default=1)
        return [
            Band(lowest, lowest + BAND - 1, number, round(100 * number / most, 1)) for lowest, number in reversed(bands)
        ]

    @property
    def is_of_bots(self) -> bool:
        return self.ranking.pool == Pool.BOTS

    @property
    def title(self) -> Promise:
        return rule_sets.WORDS[self.ranking.rules].name

    @property
    def rule_sets(self) -> list[tuple[str, Promise]]:
        return rule_sets.choices()

    @property
    def countries(self) -> list[tuple[str, str]]:
        """Codes and names, sorted by name; the chosen one is among them."""
        wanted = {*self.codes, self.ranking.country}
        return [(code, name) for code, name in countries.choices() if code in wanted]

    @property
    def query(self) -> str:
        """What the addresses of other pages have in common, with an ampersand at the end."""
        rules, pool, is_provisional, country = self.ranking
        return f"rules={rules}&pool={pool}&provisional={'1' if is_provisional else ''}&country={country}&"

    @property
    def days(self) -> int:
        return ACTIVE.days
