"""The search at the root: deeper step by step, until the budget is used up or the value is decided."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from muehle import Position
from muehle_engine.generation import Step
from muehle_engine.geometry import CODE
from muehle_engine.levels import Level
from muehle_engine.search import DECIDED, INFINITE, OutOfNodesError, Search


@dataclass(frozen=True, slots=True)
class Found:
    """The moves with their scores, the best first, after a search of `depth` half-moves.

    A score is exact if it is not much worse than the best; a worse one is the most that the move is worth.
    """

    scored: list[tuple[int, Step]]
    depth: int

    @property
    def best(self) -> int:
        """The score of the best move."""
        return max(score for score, _step in self.scored)

    def pick(self, slack: int, dice: Random) -> Step:
        """The best move, or with some slack one of those that are hardly worse."""
        if not slack or self.best >= DECIDED:
            return self.scored[0][1]
        return dice.choice([step for score, step in self.scored if score >= self.best - slack])


def deepen(search: Search, steps: list[Step], position: Position, level: Level, drawing: set[int]) -> Found:
    """Search the moves; those in `drawing`, by code, end the game as a draw."""
    found = Found([(0, step) for step in steps], 0)
    for depth in range(1, level.depth + 1):
        scored, is_complete = _iteration(search, found, position, depth, level.slack, drawing)
        if not scored:
            break
        found = Found(merged(scored, found.scored), depth if is_complete else depth - 1)
        if not is_complete or abs(found.best) >= DECIDED or len(steps) == 1:
            break
    return found


def merged(scored: list[tuple[int, Step]], former: list[tuple[int, Step]]) -> list[tuple[int, Step]]:
    """The moves in their new order; those that were not searched any more stand behind, but before those that lose."""
    searched = {step for _score, step in scored}
    rest = [each for each in former if each[1] not in searched]
    scored = sorted(scored, key=lambda each: -each[0])
    lost = [each for each in scored if each[0] <= -DECIDED]
    return [*scored[: len(scored) - len(lost)], *rest, *lost]


def _iteration(
    search: Search, found: Found, position: Position, depth: int, slack: int, drawing: set[int]
) -> tuple[list[tuple[int, Step]], bool]:
    """The moves that were searched to this depth, and whether these are all."""
    scored: list[tuple[int, Step]] = []
    best = -INFINITE
    try:
        for _score, step in found.scored:
            score = 0 if step[0] & CODE in drawing else _score_of(search, step, position, depth, best, slack)
            best = max(best, score)
            scored.append((score, step))
    except OutOfNodesError:
        return scored, False
    return scored, True


def _score_of(search: Search, step: Step, position: Position, depth: int, best: int, slack: int) -> int:
    turn, quiet = position.turn, position.quiet_half_moves
    if best == -INFINITE or slack:
        return search.after(step, turn, quiet, depth - 1, max(best - slack - 1, -INFINITE), INFINITE)
    score = search.after(step, turn, quiet, depth - 1, best, best + 1)
    return score if score <= best else search.after(step, turn, quiet, depth - 1, best, INFINITE)
