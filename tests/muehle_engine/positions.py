"""Positions and games for the tests of the program that plays."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

from muehle import Color, Game, Move, Position, RuleSet
from muehle_engine import LEVELS
from muehle_tables import Result, Tables
from muehle_tables.indexing import columns, row_sets, sets_at
from tools.launcher.workspace import ROOT

GAMES = ROOT / "tests" / "data" / "vectors.jsonl.gz"
# The best level with a budget that a test can wait for.
STRONG = replace(LEVELS[-1], nodes=3_000)


@cache
def recorded_games() -> list[list[str]]:
    """The moves of the games that other programs have played."""
    with gzip.open(GAMES, "rt", encoding="ascii") as lines:
        next(lines)
        return [json.loads(line)["moves"] for line in lines]


def positions_of_games(rules: RuleSet, *, every: int, step: int = 1) -> Iterator[Position]:
    """The positions of some of the recorded games, every so many half-moves."""
    for moves in recorded_games()[::every]:
        game = Game(rules)
        for text in moves:
            if game.ply % step == 0:
                yield game.position
            move = Move.parse(text)
            if move not in game.legal_moves():
                break
            game.play(move)


def solved(
    tables: Tables, rules: RuleSet, own: int, other: int, result: Result, *, seed: int = 1
) -> Iterator[tuple[Position, int]]:
    """Positions of a sector with that value, White to move, with their distances, in random order; without end."""
    dice = Random(seed)
    rows = len(row_sets(max(own, other)))
    cells = rows * columns(max(own, other), min(own, other))
    while True:
        more, fewer = sets_at(max(own, other), min(own, other), dice.randrange(cells))
        white, black = (more, fewer) if own >= other else (fewer, more)
        position = Position(white, black, Color.WHITE, 0, 0, 0)
        value = tables.value(position, rules)
        if value.result is result and position.outcome() is None:
            yield position, value.distance or 0
