"""Values of the placing phase between the book and the moving phase, by a search down to the tables.

A placement never returns, so the search always ends. Two questions are enough: can the side to move win, and can it
hold the draw? The answer to both is yes, no, or not known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from muehle import RuleSet
from muehle.board import bits, closing_points
from muehle.generation import Turn, has_lost_on_stones, routes, takeable
from muehle_tables.values import Result

# Gives the result of a position that stands in a table for the side to move, UNKNOWN if it stands in none.
Stored = Callable[[int, int], Result]
MOST_POSITIONS: Final = 300_000
REMEMBERED: Final = 200_000
_WIN, _DRAW = 1, 0
_SCORE: Final = {Result.WON: 1, Result.DRAWN: 0, Result.LOST: -1}


class Memory:
    """Answers of earlier searches under one rule set. Threads may share it."""

    def __init__(self) -> None:
        self._answers: dict[tuple[Turn, int], bool] = {}

    def get(self, turn: Turn, target: int) -> bool | None:
        """The answer, if it is remembered."""
        return self._answers.get((turn, target))

    def keep(self, turn: Turn, target: int, answer: bool) -> None:
        """Remember an answer; a full memory forgets all."""
        if len(self._answers) >= REMEMBERED:
            self._answers.clear()
        self._answers[turn, target] = answer


class _SearchTooLongError(Exception):
    """The search has visited as many positions as it may."""


def search(turn: Turn, rules: RuleSet, stored: Stored, memory: Memory) -> Result:
    """The result for the side to move with stones in hand; UNKNOWN if tables are missing or the search is too long."""
    asked = _Search(rules, stored, memory)
    try:
        wins = asked.reaches(turn, _WIN)
        if wins:
            return Result.WON
        draws = asked.reaches(turn, _DRAW)
    except _SearchTooLongError:
        return Result.UNKNOWN
    if draws is False:
        return Result.LOST
    return Result.DRAWN if draws and wins is False else Result.UNKNOWN


class _Search:
    def __init__(self, rules: RuleSet, stored: Stored, memory: Memory) -> None:
        self._rules, self._stored, self._memory = rules, stored, memory
        self._visited = 0

    def reaches(self, turn: Turn, target: int) -> bool | None:
        """Whether the side to move can force that result at least; None if that is not known."""
        own, other, hand, other_hand = turn
        if has_lost_on_stones(own, hand):
            return False
        if not hand and not other_hand:
            result = self._stored(own, other)
            return None if result is Result.UNKNOWN else _SCORE[result] >= target
        answer = self._memory.get(turn, target)
        if answer is None:
            answer = self._try_moves(turn, target)
            if answer is not None:
                self._memory.keep(turn, target, answer)
        return answer

    def _try_moves(self, turn: Turn, target: int) -> bool | None:
        self._visited += 1
        if self._visited > MOST_POSITIONS:
            raise _SearchTooLongError
        answer: bool | None = False
        for after in _moves(turn, self._rules):
            # At least this much for one side is no more than that for the other.
            refuted = self.reaches(after, 1 - target)
            if refuted is False:
                return True
            if refuted is None:
                answer = None
        return answer


def _moves(turn: Turn, rules: RuleSet) -> Iterator[Turn]:
    """The positions after each placement, the most forcing first: removals, then defences against a mill."""
    own, other, hand, other_hand = turn
    ((_, free),) = routes(own, other, hand)
    closing = free & closing_points(own)
    removable = bits(takeable(other, other_hand, rules))
    for target in bits(closing):
        for removed in removable or (0,):
            yield other ^ removed, own | target, other_hand, hand - 1
    defending = free & closing_points(other) & ~closing
    for targets in (defending, free & ~closing & ~defending):
        for target in bits(targets):
            yield other, own | target, other_hand, hand - 1
