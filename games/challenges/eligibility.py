"""Who fits a challenge, by what it asks of whoever takes it: his rating, his reliability. Nothing here writes.

Blocks, and whether programs are welcome, are asked where a challenge is accepted; lists leave out what is not for bots.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from accounts.models import User
from games.challenges.errors import RatingOutOfRange, ReliabilityTooLow
from games.challenges.models import Challenge
from games.core.models.terms import Pool, Rules
from games.players import reliability
from games.players.models import Rating


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player brings: his rounded ratings by rule set and pool, and his reliability in percent, if he has one."""

    ratings: Mapping[tuple[str, str], int]
    reliability: int | None = None

    def rating_in(self, rules: str, pool: str) -> int:
        """Whoever has no rating there has that of everybody who begins."""
        return self.ratings.get((rules, pool), round(Rating().value))


# Also a guest's, who could sign up.
NEWCOMER = Standing({})


def standing_of(player: User) -> Standing:
    """What the player brings to any challenge, in two queries."""
    rows = Rating.objects.filter(user=player).values_list("rules", "pool", "value")
    ratings = {(rules, pool): round(value) for rules, pool, value in rows}
    return Standing(ratings, reliability.percent_of(player.pk))


def require_fitting(challenge: Challenge, player: User) -> None:
    """Raises RatingOutOfRange, ReliabilityTooLow; asks for no more than the challenge does."""
    if challenge.min_rating is not None or challenge.max_rating is not None:
        pool = Pool.between(challenge.challenger, player)
        row = Rating.objects.filter(user=player, rules=challenge.rules, pool=pool).first() or Rating()
        if not challenge.is_for_rating(round(row.value)):
            raise RatingOutOfRange(rating=round(row.value))
    if challenge.min_reliability is not None:
        percent = reliability.percent_of(player.pk)
        if not challenge.is_for_reliability(percent):
            raise ReliabilityTooLow(reliability=percent, needed=challenge.min_reliability)


def fitting(rows: QuerySet[Challenge], player: User | None) -> QuerySet[Challenge]:
    """Of open challenges those that the player may take by what they ask; None stands for a newcomer."""
    standing = standing_of(player) if player else NEWCOMER
    rows = rows.filter(_reliability_fits(standing.reliability))
    if player is None or not player.is_bot:
        return rows.filter(_rating_fits(standing, of_bot=False))
    return rows.filter(_rating_fits(standing, of_bot=True)).filter(_from_bot(is_so=True) | Q(bots_welcome=True))


def _reliability_fits(percent: int | None) -> Q:
    return Q() if percent is None else Q(min_reliability=None) | Q(min_reliability__lte=percent)


def _rating_fits(standing: Standing, *, of_bot: bool) -> Q:
    """In the pool in which the two would play: with a bot on either side it is that of bots."""
    fits = Q()
    for rules in Rules.values:
        for against_bot in (True, False):
            pool = Pool.BOTS if of_bot or against_bot else Pool.PEOPLE
            fits |= _from_bot(is_so=against_bot) & Q(rules=rules) & _range_holds(standing.rating_in(rules, pool))
    return fits


def _from_bot(*, is_so: bool) -> Q:
    return Q(challenger__bot_since__isnull=not is_so)


def _range_holds(rating: int) -> Q:
    return (Q(min_rating=None) | Q(min_rating__lte=rating)) & (Q(max_rating=None) | Q(max_rating__gte=rating))
