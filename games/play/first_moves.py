"""First moves of rated games: a side that does not make it in time has the game aborted, within a limit (ADR 23).

Whoever scores games otherwise, as a tournament would score a forfeit, adds a function to `endings.games_ended` and
finds the idle side by `termination` and `ply`.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final

from accounts.models import User
from games.core.models.games import Game
from games.play.endings import Ending, lost
from games.players.reliability import aborts_of

# Rated games that a player may leave without a result within so many days; later ones are lost.
MOST_ABORTS: Final = 3
DAYS_OF_ABORTS: Final = 30


def may_abort(player_id: int, *, now: datetime) -> bool:
    """Whether another rated game of the player may end without a result because of them."""
    return aborts_of([player_id], since=_since(now))[player_id] < MOST_ABORTS


def lock_and_may_abort(player_id: int, *, now: datetime) -> bool:
    """The same for an action, which holds the player's row, so that games at the same time are counted in turn."""
    _lock([player_id])
    return may_abort(player_id, now=now)


def endings_by_time(games: Sequence[Game], *, now: datetime) -> list[Ending]:
    """How games end whose time has run out: lost, or aborted while the player on move has not moved.

    The rows are held. Aborted games count from the earliest deadline on; those beyond the limit are lost.
    """
    idle = {game.player_id(game.turn) for game in games if game.awaits_first_move}
    _lock(idle)
    counts = aborts_of(idle, since=_since(now))
    found = []
    for game in sorted(games, key=lambda game: (game.course.deadline_at, game.number)):
        player = game.player_id(game.turn)
        if game.awaits_first_move and counts[player] < MOST_ABORTS:
            counts[player] += 1
            found.append(Ending(game=game, result=Game.Result.OPEN, termination=Game.Termination.ABORTED))
        else:
            found.append(lost(game, player, Game.Termination.TIMEOUT))
    return found


def _since(now: datetime) -> datetime:
    return now - timedelta(days=DAYS_OF_ABORTS)


def _lock(players: Collection[int]) -> None:
    if players:
        list(User.objects.filter(pk__in=players).select_for_update(no_key=True).order_by("pk").values_list("pk"))
