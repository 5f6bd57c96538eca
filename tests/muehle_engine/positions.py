"""Positions and games for the tests of the program that plays."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from random import Random

from muehle import STANDARD, Color, Game, Move, Position, RuleSet
from muehle_engine import LEVELS, choose
from muehle_tables import Result, Tables
from muehle_tables.indexing import columns, row_sets, sets_at
from tools.bench.recorded import recorded_games

# The best level with a budget that a test can wait for.
STRONG = replace(LEVELS[-1], nodes=3_000)


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


def ends_of_book(tables: Tables, result: Result) -> Iterator[Position]:
    """Positions of nine stones placed at random, of that value, whose moves are not in the tables."""
    for seed in count():
        dice, game = Random(seed), Game(STANDARD)
        for _ in range(9):
            game.play(dice.choice(game.legal_moves()))
        after = [game.position.play(move, STANDARD) for move in game.legal_moves()]
        unknown = all(not tables.value(position, STANDARD).is_proved for position in after)
        if unknown and tables.value(game.position, STANDARD).result is result:
            yield game.position


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


def to_and_fro(rules: RuleSet, tables: Tables, result: Result) -> Game:
    """A game in which a move of the side to move is about to give a position for the third time.

    The side to move is won or lost as told, and without the history it would play that move.
    """
    for position, distance in solved(tables, rules, 3, 3, result):
        game = Game(rules, position)
        move = choose(game, STRONG, tables=tables).move
        if move.removed or distance < 4:
            continue
        start = position.play(move, rules)
        for answer in start.legal_moves(rules):
            if answer.removed is None and is_possible(rules, start, cycle := two_cycles(move, answer)):
                game = Game(rules, start)
                for text in cycle:
                    game.play(text)
                return game
    raise AssertionError


def two_cycles(move: Move, answer: Move) -> list[Move]:
    """To the position after the move twice more, but for the last half-move."""
    assert move.source
    assert answer.source
    back, again = Move(move.target, move.source), Move(answer.target, answer.source)
    return [answer, back, again, move, answer, back, again]


def is_possible(rules: RuleSet, start: Position, moves: list[Move]) -> bool:
    for move in moves:
        if move not in start.legal_moves(rules):
            return False
        start = start.play(move, rules)
    return True
