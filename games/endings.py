"""How a game can end, as a value: the result, by what, and through whom. Nothing here ends one."""

from dataclasses import dataclass, field
from typing import Any

from games.engine import Outcome
from games.models import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """`data` goes into the log beside the result; a rated game that does not count changes no rating."""

    game: Game
    result: Game.Result
    termination: Game.Termination
    actor_id: int | None = None
    data: dict[str, Any] = field(default_factory=dict)
    counts: bool = True


def lost(game: Game, loser_id: int | None, termination: Game.Termination, *, actor_id: int | None = None) -> Ending:
    """The loser's opponent has won."""
    result = Game.Result.BLACK_WON if loser_id == game.white_id else Game.Result.WHITE_WON
    return Ending(game=game, result=result, termination=termination, actor_id=actor_id)


def drawn(game: Game, termination: Game.Termination, *, actor_id: int, **data: Any) -> Ending:
    """A draw that a player has brought about."""
    return Ending(game=game, result=Game.Result.DRAWN, termination=termination, actor_id=actor_id, data=data)


def by_rule(game: Game, outcome: Outcome) -> Ending:
    """What the engine says."""
    result, termination = Game.Result(outcome.result), Game.Termination(outcome.termination.value)
    return Ending(game=game, result=result, termination=termination)
