"""What guests may do. How a visitor becomes one: games/players/pages/new_guests.py."""

from collections.abc import Iterable

from accounts.models import User
from games.core.models.games import Game
from games.players.errors import GuestIsBusy, GuestsDoNotWrite, GuestsPlayCasual

# Ongoing games, and open challenges.
MOST_GAMES = MOST_OPEN = 3


def require_may_type(author: User) -> None:
    """Guests write no words of their own. Raises GuestsDoNotWrite."""
    if author.is_guest:
        raise GuestsDoNotWrite


def require_casual(players: Iterable[User], *, rated: bool) -> None:
    """Raises GuestsPlayCasual for a rated game with a guest."""
    if rated and any(player.is_guest for player in players):
        raise GuestsPlayCasual


def require_capacity(players: Iterable[User]) -> None:
    """Check that no guest among the locked players has as many games as they may. Raises GuestIsBusy."""
    for player in players:
        if player.is_guest and Game.objects.ongoing().of(player.pk).count() >= MOST_GAMES:
            raise GuestIsBusy(count=MOST_GAMES)
