"""Which challenges a player may accept, by rating and reliability. Writes nothing.

Blocks and the permission of bots are checked when a challenge is accepted. Lists leave out what bots may not accept.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from accounts.models import User
from games.challenges.errors import RatingOutOfRange, ReliabilityTooLow
from games.challenges.models import Challenge
from games.core.models.terms import Pool
from games.players import reliability
from games.players.models import Rating
from kit.errors import raises
from muehle import RULESETS


@dataclass(frozen=True, slots=True)
class Qualifications:
    """A player's rounded ratings by rule set and pool, and their reliability in percent or None."""

    ratings: Mapping[tuple[str, str], int]
    reliability: int | None = None

    def rating_in(self, rules: str, pool: str) -> int:
        """The rating in one pool; the initial rating if the player has none there."""
        return self.ratings.get((rules, pool), round(Rating().value))


# Also used for visitors, who could sign up.
NEW_PLAYER = Qualifications({})


def qualifications_of(player: User) -> Qualifications:
    """The qualifications of a player for any challenge, in two queries."""
    rows = Rating.objects.filter(user=player).values_list("rules", "pool", "value")
    ratings = {(rules, pool): round(value) for rules, pool, value in rows}
    return Qualifications(ratings, reliability.percent_of(player.pk))


@raises(RatingOutOfRange, ReliabilityTooLow)
def require_eligible(challenge: Challenge, player: User) -> None:
    """Check rating and reliability. Reads only what the challenge asks for."""
    if challenge.min_rating is not None or challenge.max_rating is not None:
        pool = Pool.between(challenge.challenger, player)
        row = Rating.objects.filter(user=player, rules=challenge.rules, pool=pool).first() or Rating()
        if not challenge.is_for_rating(round(row.value)):
            raise RatingOutOfRange(rating=round(row.value))
    if challenge.min_reliability is not None:
        percent = reliability.percent_of(player.pk)
        if not challenge.is_for_reliability(percent):
            raise ReliabilityTooLow(reliability=percent, needed=challenge.min_reliability)


def eligible_challenges(rows: QuerySet[Challenge], player: User | None) -> QuerySet[Challenge]:
    """The open challenges for which the player is eligible; None stands for a new player."""
    qualifications = qualifications_of(player) if player else NEW_PLAYER
    rows = rows.filter(_reliability_fits(qualifications.reliability))
    if player is not None and player.is_guest:
        rows = rows.filter(allows_guests=True)
    if player is None or not player.is_bot:
        return rows.filter(_rating_fits(qualifications, of_bot=False))
    return rows.filter(_rating_fits(qualifications, of_bot=True)).filter(_from_bot(is_so=True) | Q(bots_welcome=True))


def _reliability_fits(percent: int | None) -> Q:
    return Q() if percent is None else Q(min_reliability=None) | Q(min_reliability__lte=percent)


def _rating_fits(qualifications: Qualifications, *, of_bot: bool) -> Q:
    """Compare ratings in the pool in which the two would play: that of bots if either of them is a bot."""
    fits = Q()
    for rules in RULESETS:
        for against_bot in (True, False):
            pool = Pool.BOTS if of_bot or against_bot else Pool.PEOPLE
            fits |= _from_bot(is_so=against_bot) & Q(rules=rules) & _range_holds(qualifications.rating_in(rules, pool))
    return fits


def _from_bot(*, is_so: bool) -> Q:
    return Q(challenger__bot_since__isnull=not is_so)


def _range_holds(rating: int) -> Q:
    return (Q(min_rating=None) | Q(min_rating__lte=rating)) & (Q(max_rating=None) | Q(max_rating__gte=rating))
