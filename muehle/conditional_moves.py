"""Conditional moves: lines of "if he plays this, I play that", checked by the rules and answered from. Pure.

A line begins with a half-move of the opponent and ends with an own one. Lines that begin alike make a tree; what is to
be answered by two different moves is none.
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
    """The move that was planned, and what of the plan still stands after it."""

    move: Move
    lines: tuple[Line, ...]


def check_lines(start: Position, lines: Sequence[Line], rules: RuleSet) -> None:
    """See that every line can be played from the position and knows one answer to each move; raises ImpossiblePlan.

    Draws by repetition or by the quiet limit are not foreseen: a plan that runs into one has done its work.
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
    """What the lines say to the opponent's move; None where they have not foreseen it."""
    foreseen = [line for line in lines if line[0] == move]
    if not foreseen:
        return None
    return Answer(foreseen[0][1], tuple(line[2:] for line in foreseen if len(line) > 2))
