"""What the tables of the solved game say: which moves keep the value of a position, and scores for the search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from muehle import Color, DrawMode, Game, Move, Position, Repetition, RuleSet
from muehle_engine.search import WON_BY_TABLE, Probe, no_tables
from muehle_tables import Result, Tables, Value, family_of
from muehle_tables.sectors import MovingSector
from muehle_tables.values import UNKNOWN, before

STONES: Final = range(3, 10)
ALL_PLACEMENTS: Final = 18
# After so many placements a value is a look-up in the book; after so many it is a short search to the moving phase.
BOOK_PLACEMENTS: Final = 9
SHORT_PLACEMENTS: Final = 14
# The score of a move that has none.
EVEN: Final = 0.5


class Known(NamedTuple):
    """The moves that are worth considering, and the value of the position for the side to move, if it is proved."""

    moves: list[Move]
    result: Result


class Judged(NamedTuple):
    """A legal move, its value for the side that makes it, and the position after it."""

    move: Move
    value: Value
    after: Position


def chosen(game: Game, moves: list[Move], tables: Tables, scores: Mapping[Move, float] | None = None) -> Known | None:
    """The best moves by the tables; None if they exclude none. A single move is to be played as it is.

    `scores` is that of `choose`.
    """
    if family_of(game.rules) is None:
        return None
    every = judged(game, moves, tables)
    by_result = {result: [each for each in every if each.value.result is result] for result in Result}
    if by_result[Result.WON]:
        return Known(_fastest(game, by_result[Result.WON]), Result.WON)
    drawn, unknown = by_result[Result.DRAWN], by_result[Result.UNKNOWN]
    if not drawn and not unknown:
        return Known(_longest(game, every, tables), Result.LOST)
    if drawn and (not unknown or value_of(game.position, game.rules, tables).result is Result.DRAWN):
        return Known(_hardest(game, drawn, tables, scores or {}), Result.DRAWN)
    if by_result[Result.LOST]:
        return Known([each.move for each in every if each.value.result is not Result.LOST], Result.UNKNOWN)
    return None


def checked(game: Game, moves: list[Move], tables: Tables) -> Known:
    """The first of the moves that keeps the value, where a value takes a long search: in the middle of placing.

    Values of all moves would take too long there, so the best moves of the search are tried one by one.
    """
    placed = ALL_PLACEMENTS - game.position.white_hand - game.position.black_hand
    if family_of(game.rules) is None or not BOOK_PLACEMENTS <= placed < SHORT_PLACEMENTS - 1:
        return Known(moves, Result.UNKNOWN)
    result = tables.value(game.position, game.rules).result
    if result in (Result.WON, Result.DRAWN):
        for move in moves:
            after = tables.value(game.position.play(move, game.rules), game.rules).result
            if after is Result.UNKNOWN:
                break
            if after is result.opposite:
                return Known([move], result)
    return Known(moves, result)


def drawing_moves(game: Game, moves: list[Move]) -> set[Move]:
    """The moves after which the game is drawn, or the opponent can claim a draw."""
    if game.rules.draw_mode is DrawMode.NONE:
        return set()
    # A third occurrence needs eight quiet half-moves before it.
    if game.rules.repetition is Repetition.POSITION and game.position.quiet_half_moves < 7:
        return set()
    return {move for move in moves if _draws(game, move)}


def _draws(game: Game, move: Move) -> bool:
    after = game.copy()
    outcome = after.play(move)
    return (outcome is not None and outcome.winner is None) or bool(after.claimable_draws())


def judged(game: Game, moves: list[Move], tables: Tables) -> list[Judged]:
    """The moves with their values where they are found without a long search, and the draws of the game."""
    drawing = drawing_moves(game, moves)
    return [_judged(game, move, tables, drawing) for move in moves]


def _judged(game: Game, move: Move, tables: Tables, drawing: set[Move]) -> Judged:
    after = game.position.play(move, game.rules)
    value = before(value_of(after, game.rules, tables), took=move.removed is not None)
    if move in drawing and (value.result is Result.WON or game.rules.draw_mode is DrawMode.AUTOMATIC):
        value = Value(Result.DRAWN, is_proved=True)
    return Judged(move, value, after)


def value_of(position: Position, rules: RuleSet, tables: Tables) -> Value:
    """The value where it is found without a long search."""
    placed = ALL_PLACEMENTS - position.white_hand - position.black_hand
    if BOOK_PLACEMENTS < placed < SHORT_PLACEMENTS and not tables.stores(position, rules):
        return UNKNOWN
    return tables.value(position, rules)


def _fastest(game: Game, judged: list[Judged]) -> list[Move]:
    """The move with the shortest way to the next capture, and of these captures the one with the shortest way after it.

    A way on which the opponent can repeat a position for the third time comes last. Without distances, in the placing
    phase, all moves that win.
    """
    if any(each.value.distance is None for each in judged):
        return [each.move for each in judged]

    def worth(each: Judged) -> tuple[bool, int, str]:
        return _can_draw(game, each.move), each.value.distance or 0, each.move.notation

    return [min(judged, key=worth).move]


def _can_draw(game: Game, move: Move) -> bool:
    """Whether an answer to the move draws at once."""
    if game.rules.draw_mode is not DrawMode.AUTOMATIC or move.removed is not None:
        return False
    after = game.copy()
    after.play(move)
    return bool(drawing_moves(after, after.legal_moves()))


def _longest(game: Game, judged: list[Judged], tables: Tables) -> list[Move]:
    """The moves with the longest way to the next capture, and of these those with the fewest answers that win."""
    longest = max(each.value.distance or 0 for each in judged)
    slow = [each for each in judged if (each.value.distance or 0) == longest]
    winning = {each.move: len(_answers(game, each, tables, Result.LOST)) for each in slow}
    fewest = min(winning.values())
    return [move for move, number in winning.items() if number == fewest]


def _hardest(game: Game, judged: list[Judged], tables: Tables, scores: Mapping[Move, float]) -> list[Move]:
    """The moves after which the opponent has the most answers that lose, and of these those with the best score."""
    worth = {each.move: (len(_answers(game, each, tables, Result.WON)), scores.get(each.move, EVEN)) for each in judged}
    most = max(worth.values())
    return [move for move, each in worth.items() if each == most]


def _answers(game: Game, judged: Judged, tables: Tables, result: Result) -> list[Move]:
    """The answers after which a position has this value for the side that made the move."""
    after, rules = judged.after, game.rules
    return [
        answer
        for answer in after.legal_moves(rules)
        if value_of(after.play(answer, rules), rules, tables).result is result
    ]


def probe(tables: Tables, rules: RuleSet) -> Probe:
    """The scores of positions without stones in hand."""
    family = family_of(rules)
    if family is None:
        return no_tables
    reached = {
        (own, other) for own in STONES for other in STONES if tables.entry(family.name, MovingSector(own, other))
    }
    known: dict[int, Value] = {}

    def score(own: int, other: int, quiet: int, ply: int) -> int | None:
        if (own.bit_count(), other.bit_count()) not in reached:
            return None
        key = own | other << 24 | quiet << 48
        value = known.get(key)
        if value is None:
            value = known[key] = tables.value(Position(own, other, Color.WHITE, 0, 0, quiet), rules)
        if value.result is Result.DRAWN:
            return 0
        decided = WON_BY_TABLE - (value.distance or 0) - ply
        if value.result is Result.WON:
            return decided
        return -decided if value.result is Result.LOST else None

    return score
