"""What an action on a game begins with: the lock, the deadline, and who acts."""

from collections.abc import Callable
from datetime import datetime
from typing import Concatenate, ParamSpec

from django.db import transaction

from accounts.models import User
from games.core.errors import DeadlinePassed, GameOver, NotAPlayer
from games.core.locking import locked_game
from games.core.models.games import Game
from games.core.refusals import raises
from games.play.errors import GameFrozen
from games.play.timeouts import settle_overdue

P = ParamSpec("P")


def action(
    function: Callable[Concatenate[Game, User, datetime, P], None],
) -> Callable[Concatenate[int, User, P], Game]:
    """Turn the function into an action on a game by number: with the lock, after the checks of player and deadline.

    When it raises DeadlinePassed, the game has been ended on time.
    """

    def act(number: int, player: User, /, *args: P.args, **kwargs: P.kwargs) -> Game:
        with transaction.atomic():
            game = locked_game(number)
            now = game.locked_at
            in_time = is_in_time(game, player, now=now)
            if in_time:
                function(game, player, now, *args, **kwargs)
        if not in_time:
            raise DeadlinePassed(game)
        return game

    act.__name__, act.__doc__ = function.__name__, function.__doc__
    return raises(locked_game, is_in_time, DeadlinePassed, function)(act)


@raises(settle_overdue, NotAPlayer, GameOver, DeadlinePassed)
def is_in_time(game: Game, player: User, *, now: datetime) -> bool:
    """Whether the game still goes on; if not, it has just been ended on time.

    DeadlinePassed is raised even if the sweep has ended the game before.
    """
    if not game.has_player(player.pk):
        raise NotAPlayer(game)
    if game.was_ended_by_deadline_of(player.pk):
        raise DeadlinePassed(game)
    if not game.is_ongoing:
        raise GameOver(game)
    return not settle_overdue([game], now=now)


@raises(GameFrozen)
def require_not_frozen(game: Game, *, now: datetime) -> None:
    """Moves, offers and claims are refused during a hold; resigning and accepting a draw are possible."""
    if game.is_frozen(now=now):
        raise GameFrozen(game, until=game.frozen_until)
