"""Conditional moves: lines of "if the opponent plays this, I play that". Validation and look-up; no state.

A line begins with a half-move of the opponent and ends with an own one. Lines with a common beginning form a tree. Two
different answers to the same half-move are an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from muehle.errors import IllegalMove, ImpossiblePlan, PlanFault
from muehle.moves import Move
from muehle.position import Position
from muehle.rulesets import RuleSet

Line = tuple[Move, ...]


class Answer(NamedTuple):
    """The planned move, and the part of the plan that remains after it."""

    move: Move
    lines: tuple[Line, ...]


def check_lines(start: Position, lines: Sequence[Line], rules: RuleSet) -> None:
    """Check that all lines are legal from the position and unambiguous; raises ImpossiblePlan.

    Draws by repetition or by the quiet limit are ignored: a plan that reaches one is complete.
    """
    answers: dict[Line, Move] = {}
    for number, line in enumerate(lines, start=1):
        if not line or len(line) % 2:
            raise ImpossiblePlan(number, len(line) + 1, fault=PlanFault.ANSWER_MISSING)
        _check_line(start, line, rules, number=number)
        for place in range(1, len(line), 2):
            if answers.setdefault(line[:place], line[place]) != line[place]:
                raise ImpossiblePlan(number, place + 1, fault=PlanFault.TWO_ANSWERS)


def _check_line(start: Position, line: Line, rules: RuleSet, *, number: int) -> None:
    position = start
    for half_move, move in enumerate(line, start=1):
        try:
            position = position.play(move, rules)
        except IllegalMove as illegal:
            raise ImpossiblePlan(number, half_move, illegal=illegal) from illegal


def answer_to(move: Move, lines: Sequence[Line]) -> Answer | None:
    """The planned answer to the opponent's move, or None."""
    foreseen = [line for line in lines if line[0] == move]
    if not foreseen:
        return None
    return Answer(foreseen[0][1], tuple(line[2:] for line in foreseen if len(line) > 2))
