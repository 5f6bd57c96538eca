"""The last opponents of a player, to play again with."""

from typing import Final

from accounts.models import User
from games.core.models.games import Game
from games.people.directory import listed_for
from games.players.models import Relation

# Of the latest games, so many are looked through.
LATEST: Final = 50
MOST: Final = 8


def last_opponents(user_id: int) -> list[User]:
    """Whom the player has met last, the latest first; nobody with whom there is a block."""
    games = Game.objects.of(user_id).order_by("-number").values_list("white", "black")[:LATEST]
    met = dict.fromkeys(black if white == user_id else white for white, black in games)
    blocked = Relation.objects.filter(owner=user_id, blocked=True).values("other")
    players = listed_for(user_id).exclude(pk__in=blocked).in_bulk(list(met))
    return [players[pk] for pk in met if pk in players][:MOST]
