"""Puzzles: positions in which exactly one move keeps the proved value, and the line that follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from muehle import SYMMETRIES, Color, Game, Move, Position, RuleSet, Termination
from muehle_engine import perfect
from muehle_tables import JudgedMove, Result, Tables
from muehle_tables.values import preference

# The fewest legal moves at the start, and in the moves after it.
CHOICES: Final = 4
LATER_CHOICES: Final = 2
# The most moves that the solver has to find.
LONGEST: Final = {Result.WON: 5, Result.DRAWN: 3}
# The way to a block is followed so far; the tables that ship have no longer one.
FURTHEST: Final = 60


class Theme(StrEnum):
    """What a puzzle is about.

    A move closes a mill; a move sets up or uses a Zwickmühle, or ends one of the opponent; the win is a block; both
    sides have three stones.
    """

    MILL = "mill"
    ZWICKMUEHLE = "zwickmuehle"
    BLOCK = "block"
    THREE_AGAINST_THREE = "three_against_three"


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """The side to move has to keep `result`, which is WON or DRAWN.

    `line` begins and ends with a move of that side, and each of its moves in the line is the only one that keeps the
    result. The moves between are the answers of the opponent: those that delay the loss for longest, or set a trap.
    """

    position: Position
    result: Result
    line: tuple[Move, ...]
    themes: tuple[Theme, ...]


def puzzle_at(position: Position, rules: RuleSet, tables: Tables) -> Puzzle | None:
    """The puzzle that a position is; None if it is none, or if the tables do not have all its moves.

    The counter of quiet half-moves begins at 0, and no position has occurred before.
    """
    position = position._replace(quiet_half_moves=0)
    only = _only_move(position, rules, tables, CHOICES)
    if only is None:
        return None
    line, result = [only.move], only.value.result
    after = position.play(only.move, rules)
    while len(line) < 2 * LONGEST[result] - 1:
        following = _following(after, rules, tables, result)
        if following is None:
            break
        line += following
        for move in following:
            after = after.play(move, rules)
    return Puzzle(
        position=position, result=result, line=tuple(line), themes=_themes(position, line, result, rules, tables)
    )


def own_positions(position: Position, line: Sequence[Move], rules: RuleSet) -> Iterator[Position]:
    """The positions of a line in which the side that begins it is to move."""
    for index, move in enumerate(line):
        if index % 2 == 0:
            yield position
        position = position.play(move, rules)


def canonical_key(position: Position) -> str:
    """One text for all positions that differ by a symmetry of the board or by exchanged colours only."""
    turned = position if position.to_move is Color.WHITE else position.swapped()
    return min(turned.transformed(symmetry).key for symmetry in SYMMETRIES)


def _only_move(position: Position, rules: RuleSet, tables: Tables, choices: int) -> JudgedMove | None:
    judged = _judged(position, rules, tables)
    if judged is None or len(judged) < choices:
        return None
    best = judged[0]
    if best.value.result is Result.LOST or judged[1].value.result is best.value.result:
        return None
    return best


def _judged(position: Position, rules: RuleSet, tables: Tables) -> list[JudgedMove] | None:
    """All legal moves with their values, the best first; None if one of them is not proved."""
    game = Game(rules, position)
    judged = []
    for move in game.legal_moves():
        [each] = perfect.judged(game, [move], tables)
        if not each.value.is_proved:
            return None
        judged.append(JudgedMove(move, each.value))
    return sorted(judged, key=lambda each: preference(each.value))


def _following(position: Position, rules: RuleSet, tables: Tables, result: Result) -> list[Move] | None:
    """The opponent's answer, and the only move after it; None if there is no such answer."""
    answers = _judged(position, rules, tables)
    if not answers:
        return None
    best = [each.move for each in answers if preference(each.value) == preference(answers[0].value)]
    for answer in best:
        only = _only_move(position.play(answer, rules), rules, tables, LATER_CHOICES)
        if only is not None and only.value.result is result:
            return [answer, only.move]
    return None


def _themes(position: Position, line: list[Move], result: Result, rules: RuleSet, tables: Tables) -> tuple[Theme, ...]:
    side = position.to_move
    positions = [position]
    for move in line:
        positions.append(positions[-1].play(move, rules))
    found = {
        Theme.MILL: any(move.removed for move in line[::2]),
        Theme.ZWICKMUEHLE: any(
            after.zwickmuehlen(side) or (before.zwickmuehlen(side.opponent) and not after.zwickmuehlen(side.opponent))
            for before, after in zip(positions[::2], positions[1::2], strict=True)
        ),
        Theme.BLOCK: result is Result.WON and _ends_in_block(positions[-1], rules, tables),
        Theme.THREE_AGAINST_THREE: all(position.hand(color) + len(position.stones(color)) == 3 for color in Color),
    }
    return tuple(theme for theme in Theme if found[theme])


def _ends_in_block(position: Position, rules: RuleSet, tables: Tables) -> bool:
    """Whether the shortest win is a block, if the loser delays it for as long as they can."""
    for _half_move in range(FURTHEST):
        outcome = position.outcome()
        if outcome is not None:
            return outcome.termination is Termination.BLOCKED
        judged = _judged(position, rules, tables)
        if not judged or judged[0].value.distance is None:
            return False
        if judged[0].move.removed:
            return False
        position = position.play(judged[0].move, rules)
    return False
