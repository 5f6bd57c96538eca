"""How a game ends: the result as a value, and what every ending does.

The caller holds the rows and records the events that are returned."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.core.event_log import Entry
from games.core.models.games import Game
from games.play import clocks, conditional_moves, draw_offers, pause_offers, takebacks
from games.play.events import game_finished
from games.play.models import DrawOffer
from games.players import ratings, reliability
from games.players.ratings import Changes
from games.time_off.models import Freeze
from kit.hooks import Hook
from kit.sql import update_rows
from muehle import Outcome

# Games are ending; their rows are locked. Functions return the events to record with the ending.
games_ended: Hook[[Sequence[Game], datetime], list[Entry]] = Hook()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """`data` is added to the event; a rated game with `counts` False changes no rating."""

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
    """A draw by an action of a player."""
    return Ending(game=game, result=Game.Result.DRAWN, termination=termination, actor_id=actor_id, data=data)


def by_rule(game: Game, outcome: Outcome) -> Ending:
    """An ending by the rules."""
    result, termination = Game.Result(outcome.result), Game.Termination(outcome.termination.value)
    return Ending(game=game, result=result, termination=termination)


# The columns that an ending changes, and those that any action may change; players and terms never change.
_CHANGES = ("white_rating_change", "black_rating_change")
ENDING = (
    "status", "result", "termination", "on_move", *clocks.COLUMNS, "freezes", "frozen_until", "pauses",
    "has_pause_offer", "draw_offered_by", "finished_at", *_CHANGES,
)  # fmt: skip
STATE = (*ENDING, "ply", "position", "repetitions", "last_move", *clocks.BANKS)


def finish(endings: Sequence[Ending], *, now: datetime) -> list[Entry]:
    """End the games, rate those that count, store all that with the reliability of the players, and return the events.

    Players are locked as for the log: in the order of user ids, and before it.
    """
    games = [ending.game for ending in endings]
    draw_offers.close(games, DrawOffer.Status.LAPSED, now=now)
    takebacks.lapse(games, now=now)
    pause_offers.lapse(games, now=now)
    conditional_moves.forget(games)
    _thaw(games, now=now)
    settled = [entry for news in games_ended(games, now) for entry in news]
    for ending in endings:
        _set_ended(ending, now=now)
    changes = ratings.apply_results([ending.game for ending in endings if ending.counts])
    for game in games:
        game.white_rating_change, game.black_rating_change = changes.get(game.number, Changes())
    update_rows(games, STATE)
    # Counted from the rows of the games.
    reliability.store(player for game in games for player in game.player_ids)
    ended = [game_finished(ending.game, actor_id=ending.actor_id, **ending.data) for ending in endings]
    return [*settled, *ended]


def _thaw(games: Sequence[Game], *, now: datetime) -> None:
    frozen = [game.number for game in games if game.freezes]
    if frozen:
        Freeze.objects.filter(game__in=frozen, ends_at__gt=now).update(ends_at=now)


def _set_ended(ending: Ending, *, now: datetime) -> None:
    game = ending.game
    game.status = Game.Status.ABORTED if ending.result == Game.Result.OPEN else Game.Status.FINISHED
    game.result, game.termination = ending.result.value, ending.termination.value
    game.finished_at, game.on_move = now, None
    game.deadline_at = game.quarter_at = game.deadline_notification_at = game.grace_until = game.frozen_until = None
