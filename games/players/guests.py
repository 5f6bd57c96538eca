"""What guests may do. How a visitor becomes one: games/players/pages/new_guests.py."""

from collections.abc import Iterable

from accounts.models import User
from games.core.models.games import Game
from games.players.errors import GuestIsBusy, GuestsDoNotWrite, GuestsPlayCasual
from kit.errors import raises

# Ongoing games, and open challenges.
MOST_GAMES = MOST_OPEN = 3


@raises(GuestsDoNotWrite)
def require_may_type(author: User) -> None:
    """Guests write no words of their own."""
    if author.is_guest:
        raise GuestsDoNotWrite


@raises(GuestsPlayCasual)
def require_casual(players: Iterable[User], *, rated: bool) -> None:
    """No rated game with a guest."""
    if rated and any(player.is_guest for player in players):
        raise GuestsPlayCasual


@raises(GuestIsBusy)
def require_capacity(players: Iterable[User]) -> None:
    """Check that no guest among the locked players has as many games as they may."""
    for player in players:
        if player.is_guest and Game.objects.ongoing().of(player.pk).count() >= MOST_GAMES:
            raise GuestIsBusy(count=MOST_GAMES)
