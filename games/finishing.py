"""What every ending does to games whose rows are held: offers lapse, plans go, the state is set, ratings change.

The caller stores the games and records what is returned: transitions.py for deeds of players and of the clock,
adjudications.py for those of arbiters.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import cast

from games import clocks, entries, offers, plans, ratings
from games.endings import Ending
from games.events import Entry
from games.models import DrawOffer, Freeze, Game
from games.ratings import Changes
from games.signals import games_ended

# What an ending changes, and what any deed may change; the players and the terms of a game never do.
_CHANGES = ("white_rating_change", "black_rating_change")
ENDING = (
    "status", "result", "termination", "on_move", *clocks.COLUMNS, "freezes", "frozen_until", "draw_offered_by",
    "finished_at", *_CHANGES,
)  # fmt: skip
STATE = (*ENDING, "ply", "position", "repetitions", "last_move", *clocks.BANKS)


def finish(endings: Sequence[Ending], *, now: datetime) -> list[Entry]:
    """End the games, rate those that count, and return what the log says of it."""
    games = [ending.game for ending in endings]
    offers.close(games, DrawOffer.Status.LAPSED, now=now)
    plans.forget(games)
    _thaw(games, now=now)
    answers = cast("list[tuple[object, list[Entry]]]", games_ended.send(sender=Game, games=games, now=now))
    settled = [entry for _receiver, news in answers for entry in news]
    for ending in endings:
        _set_ended(ending, now=now)
    changes = ratings.apply_results([ending.game for ending in endings if ending.counts])
    for game in games:
        game.white_rating_change, game.black_rating_change = changes.get(game.number, Changes())
    ended = [entries.game_finished(ending.game, actor_id=ending.actor_id, **ending.data) for ending in endings]
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
    game.deadline_at = game.quarter_at = game.grace_until = game.frozen_until = None
