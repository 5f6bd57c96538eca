"""Puzzles from games that were reviewed on this server."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Final

from django.db import transaction

from games.core.event_log import Entry
from games.core.models.games import Game
from games.core.queries import moves_of, positions_before
from games.puzzles.models import Puzzle
from games.reviews.events import GAME_REVIEWED
from games.reviews.models import GameReview
from games.solved.tables import open_tables
from muehle import Position
from muehle_engine.puzzles import CHOICES, canonical_key, puzzle_at

# From one game, and of its positions those that are looked at, which takes a fraction of a second each.
MOST: Final = 3
MOST_LOOKED_AT: Final = 10


def hear(entries: Sequence[Entry], now: datetime) -> None:
    """Receive the events of a transaction: after it, reviews that are finished become puzzles.

    That takes seconds, in which nobody should wait for the game's row. If the worker is killed then, there are no
    puzzles of this game.
    """
    for entry in entries:
        if entry.type == GAME_REVIEWED and entry.game is not None:
            transaction.on_commit(partial(make, entry.game, now), robust=True)


def make(game: Game, now: datetime) -> None:
    """Store the puzzles of a game whose review is finished; those that are known already stay as they are."""
    made = 0
    for position in list(_candidates(game))[:MOST_LOOKED_AT]:
        found = puzzle_at(position, game.ruleset, open_tables())
        if found is None:
            continue
        content = {
            "position": found.position.text,
            "goal": found.result,
            "solution": list(map(str, found.line)),
            "themes": list(found.themes),
            "game": game,
            "created_at": now,
        }
        key = canonical_key(found.position)
        Puzzle.objects.get_or_create(rules=game.rules, key=key, defaults=content)
        made += 1
        if made == MOST:
            return


def _candidates(game: Game) -> Iterator[Position]:
    """The positions with one move that keeps a win or a draw; those that were missed come first."""
    half_moves = list(reversed(GameReview.objects.get(game=game).half_moves))
    before = positions_before(moves_of(game))
    fitting = [
        (not half_move["mistake"], position)
        for half_move, position in zip(half_moves, before, strict=False)
        if half_move["keeping"] == 1 and half_move["choices"] >= CHOICES and half_move["best"]["result"] != "lost"
    ]
    for _is_found, position in sorted(fitting, key=lambda each: each[0]):
        yield position
