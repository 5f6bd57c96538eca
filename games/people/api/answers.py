"""Players of a list as plain data."""

from accounts.models import User
from games.core.presenters import Data
from games.people.api.profile_part import own_words_data
from games.people.directory import Card, cards_of
from games.players.presenters import rating_data


def listed_data(players: list[User]) -> list[Data]:
    return [_card_data(card) for card in cards_of(players)]


def _card_data(card: Card) -> Data:
    return {
        "username": card.player.username,
        "display_name": card.player.plain_name,
        "bot": card.player.is_bot,
        "ratings": [rating_data(rating) for rating in card.ratings],
        "reliability": card.reliability,
        **own_words_data(card.player, card.profile),
    }
