"""A challenge as plain data."""

from collections.abc import Mapping
from datetime import datetime

from accounts.models import User
from games.challenges.models import Challenge
from games.core.presenters import Data, clock_data, rfc3339, terms_data
from games.players.ratings import Prospects
from games.players.reliability import Punctuality

CONDITIONS = ("bots_welcome", "allows_guests", "min_rating", "max_rating", "min_reliability")

# --- Challenges -------------------------------------------------------------------------------------------------------


def challenge_data(
    challenge: Challenge,
    *,
    now: datetime,
    ratings: Mapping[tuple[int, str, str], int],
    punctuality: Mapping[int, Punctuality],
    prospects: Prospects | None,
) -> Data:
    """A challenge as plain data.

    `ratings` are rounded, by user id, rule set and pool. `punctuality` has all users by id. `prospects` are the
    reader's.
    """
    has_run_out = challenge.status == Challenge.Status.OPEN and not challenge.is_open(now=now)
    conditions = {name: getattr(challenge, name) for name in CONDITIONS}

    def party(player: User) -> Data:
        rating = ratings.get((player.pk, challenge.rules, challenge.pool))
        return _party(player, rating, punctuality[player.pk].percent)

    return {
        "number": challenge.number,
        "kind": challenge.kind,
        "status": Challenge.Status.EXPIRED.value if has_run_out else challenge.status,
        "challenger": party(challenge.challenger),
        "opponent": challenge.opponent and party(challenge.opponent),
        "colour": challenge.colour,
        "rules": challenge.rules,
        "rated": challenge.rated,
        "rating_changes": prospects and prospects._asdict(),
        **conditions,
        "clock": clock_data(challenge),
        "answers": challenge.answers or None,
        **terms_data(challenge),
        "message": challenge.message,
        "decline_reason": challenge.decline_reason,
        "rematch_of": challenge.rematch_of_id,
        "game": challenge.game_id,
        "created_at": rfc3339(challenge.created_at),
        "expires_at": rfc3339(challenge.expires_at),
        "answered_at": rfc3339(challenge.answered_at),
        "server_time": rfc3339(now),
    }


def _party(player: User, rating: int | None, reliability: int | None) -> Data:
    return {
        "username": player.username,
        "display_name": player.plain_name,
        "bot": player.is_bot,
        "guest": player.is_guest,
        "rating": rating,
        "reliability": reliability,
    }
