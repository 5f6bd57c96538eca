"""What the games of challenges would do to the rating of a player who accepts them."""

from collections.abc import Iterable
from datetime import datetime

from accounts.models import User
from games.challenges.models import Challenge
from games.core.models.terms import Pool
from games.players.models import Rating, Standing
from games.players.ratings import Prospects, prospects_of


def prospects_for(player: User | None, challenges: Iterable[Challenge], *, at: datetime) -> dict[int, Prospects]:
    """By the number of each rated challenge of another player, in one query. None stands for a new player."""
    rated = [row for row in challenges if row.rated and (player is None or row.challenger_id != player.pk)]
    if not rated:
        return {}
    users = {row.challenger_id for row in rated} | ({player.pk} if player else set())
    known = {(row.user_id, row.rules, row.pool): row.standing for row in Rating.objects.filter(user__in=users)}

    def standing_of(user: User | None, rules: str, pool: str) -> Standing:
        return known.get((user.pk, rules, pool), Standing()) if user else Standing()

    found = {}
    for row in rated:
        pool = Pool.between(row.challenger, player)
        both = standing_of(player, row.rules, pool), standing_of(row.challenger, row.rules, pool)
        found[row.number] = prospects_of(*both, at=at)
    return found
