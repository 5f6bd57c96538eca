"""The directory: who is listed for whom, by what they are found, and what is shown of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Lower

from accounts.models import User
from games.core.models.terms import Pool
from games.people.models import Activity, Profile
from games.people.presence import here_among, those_here
from games.people.profiles import loaded_profile
from games.people.search import found_by
from games.players.models import Rating, Relation, StoredReliability
from muehle import STANDARD

# Of a call or a page, in requests.
COST: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What somebody looks for. Bounds are inclusive; `active_days` is how long ago the last move may be."""

    words: str = ""
    country: str = ""
    rules: str = STANDARD.name
    pool: str = ""
    min_rating: int | None = None
    max_rating: int | None = None
    bots: bool | None = None
    active_days: int | None = None
    min_reliability: int | None = None
    here: bool = False


def listed_for(reader_id: int | None) -> QuerySet[User]:
    """All players whom the reader may find, by username: no guests, no closed accounts, and nobody who has blocked the
    reader."""
    rows = User.objects.filter(is_active=True, is_guest=False).select_related("profile")
    if reader_id:
        blocked = Relation.objects.filter(owner=OuterRef("pk"), other=reader_id, blocked=True)
        rows = rows.exclude(Exists(blocked))
    return rows.annotate(sorted_as=Lower("username")).order_by("sorted_as")


def players_for(reader_id: int | None, wanted: Wanted, *, now: datetime) -> QuerySet[User]:
    """The listed players who are as wanted."""
    rows = found_by(listed_for(reader_id), wanted.words)
    if wanted.country:
        rows = rows.filter(profile__country=wanted.country)
    if wanted.bots is not None:
        rows = rows.filter(bot_since__isnull=not wanted.bots)
    if wanted.min_rating is not None or wanted.max_rating is not None:
        rows = rows.filter(Exists(_ratings(wanted)))
    if wanted.active_days is not None:
        since = now - timedelta(days=wanted.active_days)
        rows = rows.filter(Exists(Activity.objects.filter(user=OuterRef("pk"), moved_at__gte=since)))
    if wanted.min_reliability is not None:
        reliable = StoredReliability.objects.filter(user=OuterRef("pk"), percent__gte=wanted.min_reliability)
        rows = rows.filter(Exists(reliable))
    return those_here(rows, now=now) if wanted.here else rows


def pool_of(wanted: Wanted) -> str:
    """The pool whose ratings count: that of bots if only bots are wanted, unless another is named."""
    return wanted.pool or (Pool.BOTS if wanted.bots else Pool.PEOPLE)


def _ratings(wanted: Wanted) -> QuerySet[Rating]:
    """Those within the bounds, as they are rounded."""
    rows = Rating.objects.filter(user=OuterRef("pk"), rules=wanted.rules, pool=pool_of(wanted))
    if wanted.min_rating is not None:
        rows = rows.filter(value__gte=wanted.min_rating - 0.5)
    if wanted.max_rating is not None:
        rows = rows.filter(value__lt=wanted.max_rating + 0.5)
    return rows


def named(rows: QuerySet[User], names: Iterable[str]) -> QuerySet[User]:
    """Those of the listed players who have these usernames, in any case."""
    return rows.alias(lowered=Lower("username")).filter(lowered__in={name.lower() for name in names})


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What the directory shows of a player. `ratings` are in the order of their page."""

    player: User
    profile: Profile
    ratings: list[Rating]
    reliability: int | None
    is_here: bool

    def shown_rating(self, rules: str = STANDARD.name) -> Rating | None:
        """The rating under these rules among those whom the player is one of, or else the first one."""
        pool = Pool.BOTS if self.player.is_bot else Pool.PEOPLE
        of_rules = (row for row in self.ratings if (row.rules, row.pool) == (rules, pool))
        return next(of_rules, self.ratings[0] if self.ratings else None)


def cards_of(players: Iterable[User], *, now: datetime) -> list[Card]:
    """What is shown of these players, in three queries."""
    players = list(players)
    ratings: dict[int, list[Rating]] = {player.pk: [] for player in players}
    for row in Rating.objects.filter(user__in=players).order_by("-pool", "-games", "rules"):
        ratings[row.user_id].append(row)
    percents = dict(StoredReliability.objects.filter(user__in=players).values_list("user", "percent"))
    here = here_among((player.pk for player in players), now=now)
    return [
        Card(
            player=player,
            profile=loaded_profile(player),
            ratings=ratings[player.pk],
            reliability=percents.get(player.pk),
            is_here=player.pk in here,
        )
        for player in players
    ]
