"""The choice of a move: the solved game where its tables reach, a search elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from muehle import Claim, Game, Move, Position, Repetition
from muehle.board import LINES
from muehle_engine import perfect
from muehle_engine.deepening import Found, deepen
from muehle_engine.generation import CLOSES, Step
from muehle_engine.geometry import CODE, code_of
from muehle_engine.levels import LEVELS, Level
from muehle_engine.search import DECIDED, Search, no_tables, place
from muehle_engine.shapes import EVERY_LINE, Shapes
from muehle_tables import Result, Tables


@dataclass(frozen=True, slots=True)
class Choice:
    """The move that a level plays, and what it knows about the position.

    `value` is that of the position for the side to move, UNKNOWN unless it is proved. `depth` is the number of
    half-moves that were searched completely, 0 if the tables alone decide. `claim` is the draw that the player should
    claim instead of moving, if the rules give one and they do not expect to win.
    """

    move: Move
    value: Result
    is_proved: bool
    nodes: int
    depth: int
    claim: Claim | None = None


@cache
def shipped() -> Tables:
    """The tables of the package, open for the rest of the process."""
    return Tables.open()


def choose(
    game: Game,
    level: Level,
    *,
    tables: Tables | None = None,
    scores: Mapping[Move, float] | None = None,
    seed: int = 0,
) -> Choice:
    """The move of a level, always the same for the same arguments; ValueError if the game is over.

    `tables` are those of the package by default. `scores` says how well people did with a move, from 0 to 1; it decides
    between drawn moves that are alike by the tables. Only levels that use tables look at either.
    """
    moves = game.legal_moves()
    if not moves:
        raise ValueError(f"the game is over: {game.position.text}")
    dice = _dice(game, level, seed)
    if not level.uses_tables:
        return _searched(game, moves, level, None, dice)
    tables = tables or shipped()
    known = perfect.chosen(game, moves, tables, scores)
    if known is None:
        return _searched(game, moves, level, tables, dice)
    if len(known.moves) == 1 and known.result is not Result.UNKNOWN:
        return _choice(game, known.moves[0], known.result)
    return _searched(game, known.moves, level, tables, dice, known.result)


def _searched(
    game: Game,
    moves: list[Move],
    level: Level,
    tables: Tables | None,
    dice: Random,
    result: Result = Result.UNKNOWN,
) -> Choice:
    shapes = sight(level, dice)
    search, found = _deepened(game, _seen(game.position, moves, shapes), level, shapes, tables, dice)
    picked = found.pick(level.slack, dice)[0] & CODE
    if result is Result.UNKNOWN and shapes is EVERY_LINE:
        result = _proved(found.best)
    move = next(move for move in moves if code_of(move) == picked)
    if tables is not None and result in (Result.UNKNOWN, Result.DRAWN):
        known = perfect.checked(game, [move, *_in_order(found, moves, move)], tables)
        move, result = known.moves[0], result if known.result is Result.UNKNOWN else known.result
    return _choice(game, move, result, level.nodes - search.left, found.depth, found.best)


def searched(game: Game, moves: list[Move], nodes: int, tables: Tables, *, slack: int = 0) -> tuple[Search, Found]:
    """A search of the moves that overlooks nothing, and what it found; scores within `slack` of the best are exact."""
    return _deepened(game, moves, replace(LEVELS[-1], nodes=nodes, slack=slack), EVERY_LINE, tables, Random(0))


def _deepened(
    game: Game, moves: list[Move], level: Level, shapes: Shapes, tables: Tables | None, dice: Random
) -> tuple[Search, Found]:
    steps = [_step(game.position, move) for move in moves]
    dice.shuffle(steps)
    probe = no_tables if tables is None else perfect.probe(tables, game.rules)
    search = Search(game.rules, shapes, level.nodes, _occurred(game), probe)
    return search, deepen(search, steps, game.position, level, _ending_drawn(game, moves))


def _dice(game: Game, level: Level, seed: int) -> Random:
    return Random(f"{seed} {level.number} {game.position.text} {game.ply}")


def overlooked(game: Game, level: Level, *, seed: int = 0) -> frozenset[int]:
    """The lines on which `choose` sees no mill in this position."""
    return sight(level, _dice(game, level, seed)).unseen


def _in_order(found: Found, moves: list[Move], but: Move) -> list[Move]:
    """The moves as the search has sorted them."""
    by_code = {code_of(move): move for move in moves}
    return [move for _score, step in found.scored if (move := by_code[step[0] & CODE]) != but]


def sight(level: Level, dice: Random) -> Shapes:
    """The board as the level sees it in one move."""
    if not level.blind_lines and level.sees_double_threats:
        return EVERY_LINE
    unseen = frozenset(dice.sample(LINES, level.blind_lines))
    return Shapes(unseen, sees_double_threats=level.sees_double_threats)


def _seen(position: Position, moves: list[Move], shapes: Shapes) -> list[Move]:
    """The moves without those that close a mill which is overlooked; all if there are no others."""
    own = position.turn[0]
    seen = [
        move
        for move in moves
        if not position.closes_mill(move) or shapes.closes(own & ~move.source_bit, move.target_bit.bit_length() - 1)
    ]
    return seen or moves


def _step(position: Position, move: Move) -> Step:
    own, other, _, _ = position.turn
    code = code_of(move) | (CLOSES if position.closes_mill(move) else 0)
    return code, own & ~move.source_bit | move.target_bit, other & ~move.removed_bit


def _occurred(game: Game) -> Counter[int]:
    """How often the positions of the game have occurred that can occur again."""
    positions = map(Position.read, game.recent_positions)
    return Counter(
        place(each.turn[0], each.turn[1], each.to_move is not game.position.to_move)
        for each in positions
        if not each.white_hand and not each.black_hand
    )


def _ending_drawn(game: Game, moves: list[Move]) -> set[int]:
    """The moves that draw at once by rules of which the search knows nothing: a sequence of moves."""
    if game.rules.repetition is not Repetition.SEQUENCE:
        return set()
    return {code_of(move) for move in perfect.drawing_moves(game, moves)}


def _proved(score: int) -> Result:
    if score >= DECIDED:
        return Result.WON
    return Result.LOST if score <= -DECIDED else Result.UNKNOWN


def _choice(game: Game, move: Move, result: Result, nodes: int = 0, depth: int = 0, expects: int = 0) -> Choice:
    claims = [Claim(kind) for kind in game.claimable_draws()]
    hopes = result is Result.WON or (result is Result.UNKNOWN and expects > 0)
    claim = claims[0] if claims and not hopes else None
    return Choice(move, result, result is not Result.UNKNOWN, nodes, depth, claim)
