"""A player as plain data."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from accounts.models import User
from games.core.presenters import Data, rfc3339
from games.players.models import Rating, Relation
from games.players.reliability import Reliability

# --- Players ----------------------------------------------------------------------------------------------------------


def player_data(
    player: User,
    *,
    ratings: Iterable[Rating],
    counts: Mapping[str, int],
    reliability: Reliability,
    away_until: datetime | None,
) -> Data:
    """The public profile of a player, with the end of current leave; planned leave is secret."""
    return {
        "username": player.username,
        "display_name": player.plain_name,
        "bot": player.is_bot,
        "guest": player.is_guest,
        "operator": player.operator,
        "joined_at": rfc3339(player.date_joined),
        "on_leave_until": rfc3339(away_until),
        "ratings": [rating_data(rating) for rating in ratings],
        "games": dict(counts),
        "reliability": {
            "percent": reliability.punctuality.percent,
            "games": reliability.punctuality.games,
            "on_time": reliability.punctuality.on_time,
            "median_answer_seconds": reliability.median_answer_seconds,
            "aborted": reliability.aborted,
        },
    }


def named_player_data(player: User) -> Data:
    """What names a player wherever one is mentioned."""
    return {"username": player.username, "display_name": player.plain_name, "bot": player.is_bot}


def rating_data(rating: Rating) -> Data:
    return {
        "rules": rating.rules,
        "pool": rating.pool,
        "rating": round(rating.value),
        "deviation": round(rating.current_deviation),
        "provisional": rating.is_provisional,
        "games": rating.games,
    }


def relation_data(row: Relation, other: User) -> Data:
    """A block or mute, shown to its owner only."""
    return {
        "username": other.username,
        "display_name": other.plain_name,
        "bot": other.is_bot,
        "guest": other.is_guest,
        "blocked": row.blocked,
        "muted": row.muted,
        "changed_at": rfc3339(row.changed_at) if row.blocked or row.muted else None,
    }
