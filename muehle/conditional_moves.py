"""Conditional moves: lines of "if the opponent plays this, I play that". Validation and look-up; no state.

A line begins with a half-move of the opponent and ends with an own one. Lines with a common beginning form a tree. Two
different answers to the same half-move are an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from muehle.errors import IllegalMove, ImpossibleLine, LineFault
from muehle.moves import Move
from muehle.position import Position
from muehle.rulesets import RuleSet

Line = tuple[Move, ...]


class Answer(NamedTuple):
    """The answer, and the part of the lines that remains after it."""

    move: Move
    lines: tuple[Line, ...]


def check_lines(start: Position, lines: Sequence[Line], rules: RuleSet) -> None:
    """Check that all lines are legal from the position and unambiguous; raises ImpossibleLine.

    Draws by repetition or by the quiet limit are ignored: a line that reaches one is complete.
    """
    answers: dict[Line, Move] = {}
    for number, line in enumerate(lines, start=1):
        if not line or len(line) % 2:
            raise ImpossibleLine(number, len(line) + 1, fault=LineFault.ANSWER_MISSING)
        _check_line(start, line, rules, number=number)
        for place in range(1, len(line), 2):
            if answers.setdefault(line[:place], line[place]) != line[place]:
                raise ImpossibleLine(number, place + 1, fault=LineFault.TWO_ANSWERS)


def _check_line(start: Position, line: Line, rules: RuleSet, *, number: int) -> None:
    position = start
    for half_move, move in enumerate(line, start=1):
        try:
            position = position.play(move, rules)
        except IllegalMove as illegal:
            raise ImpossibleLine(number, half_move, illegal=illegal) from illegal


def answer_to(move: Move, lines: Sequence[Line]) -> Answer | None:
    """The stored answer to the opponent's move, or None."""
    foreseen = [line for line in lines if line[0] == move]
    if not foreseen:
        return None
    return Answer(foreseen[0][1], tuple(line[2:] for line in foreseen if len(line) > 2))
