"""Players of lists, and follows, as plain data."""

from accounts.models import User
from games.core.presenters import Data, rfc3339
from games.people.api.profile_part import own_words_data
from games.people.directory import Card, cards_of
from games.people.models import Follow
from games.players.presenters import named_player_data, rating_data
from kit import database_time


def listed_data(players: list[User]) -> list[Data]:
    return [_card_data(card) for card in cards_of(players, now=database_time.now())]


def _card_data(card: Card) -> Data:
    return {
        **named_player_data(card.player),
        "ratings": [rating_data(rating) for rating in card.ratings],
        "reliability": card.reliability,
        "here": card.is_here,
        **own_words_data(card.player, card.profile),
    }


def follow_data(row: Follow) -> Data:
    return {
        **named_player_data(row.followed),
        "notify": row.is_told,
        "since": rfc3339(row.since),
    }


def follows_data(rows: list[Follow]) -> list[Data]:
    return [follow_data(row) for row in rows]
