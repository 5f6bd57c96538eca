"""The search: alpha-beta with a null window for all moves but the first, deepened step by step, within a budget.

Scores are for the side to move. Those beyond DECIDED are proved: every line ends in a win by the rules or in a won
position of the tables, and no estimate has a part in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Protocol

from muehle import DrawMode, RuleSet
from muehle.board import neighbourhood
from muehle.game import SHORTEST_RETURN
from muehle.rulesets import AllInMills, Repetition
from muehle_engine.evaluation import evaluate, evaluate_single_threats
from muehle_engine.generation import CLOSES, Step, closings, quiet_moves
from muehle_engine.geometry import ALL
from muehle_engine.shapes import Shapes

WON: Final = 1_000_000
# A won position of the tables, less the half-moves to it and those to the next capture.
WON_BY_TABLE: Final = 900_000
DECIDED: Final = 800_000
INFINITE: Final = 2_000_000
_EXACT, _AT_LEAST, _AT_MOST = 0, 1, 2
_NONE: Final = -1
_OTHER_SIDE: Final = 1 << 48


class OutOfNodesError(Exception):
    """The budget is used up."""


class Probe(Protocol):
    """Gives the score of a position of the tables, with the quiet half-moves; None if they do not have it."""

    def __call__(self, own: int, other: int, quiet: int, ply: int, /) -> int | None: ...


def no_tables(_own: int, _other: int, _quiet: int, _ply: int) -> int | None:
    """The probe of a player without tables."""
    return None


class Search:
    """One search from a position on. `occurred` counts the positions of the game, by `place`."""

    def __init__(
        self, rules: RuleSet, shapes: Shapes, nodes: int, occurred: Mapping[int, int], probe: Probe = no_tables
    ) -> None:
        self.left = nodes
        self._shapes, self._probe = shapes, probe
        self._evaluate = evaluate if shapes.sees_double_threats else evaluate_single_threats
        self._protects = rules.all_in_mills is AllInMills.PROTECTED_UNLESS_THREE
        self._limit = rules.quiet_limit if rules.draw_mode is not DrawMode.NONE and rules.quiet_limit else INFINITE
        self._claims = rules.draw_mode is DrawMode.CLAIM
        third = rules.repetition is Repetition.POSITION and rules.draw_mode is not DrawMode.NONE
        self._twice = {place for place, times in occurred.items() if times >= 2} if third else set()
        self._on_path: set[int] = set()
        self._memory: dict[int, tuple[int, int, int, int]] = {}
        self._history = [0] * 1024
        self._killers = [(_NONE, _NONE)] * 200

    def after(self, step: Step, turn: tuple[int, int, int, int], quiet: int, depth: int, alpha: int, beta: int) -> int:
        """The score of a move at the root, for the side that makes it."""
        own, other, own_hand, other_hand = turn
        self._on_path = {place(own, other, 0)}
        return -self._child(step, own_hand, other_hand, quiet, depth, -beta, -alpha, 1)

    def remembered(self, own: int, other: int, own_hand: int, other_hand: int) -> int | None:
        """The code of the best move in a position that was searched; None if it was not."""
        kept = self._memory.get(own | other << 24 | own_hand << 48 | other_hand << 52)
        return None if kept is None else kept[3]

    def _child(
        self, step: Step, own_hand: int, other_hand: int, quiet: int, depth: int, alpha: int, beta: int, ply: int
    ) -> int:
        """The score after a move, for the side that moves next; all arguments but the hands are those of that node."""
        code, mine, theirs = step
        if own_hand:
            return self.value(theirs, mine, other_hand, own_hand - 1, 0, depth, alpha, beta, ply)
        return self.value(theirs, mine, other_hand, 0, 0 if code & CLOSES else quiet + 1, depth, alpha, beta, ply)

    def value(
        self, own: int, other: int, own_hand: int, other_hand: int, quiet: int, depth: int, alpha: int, beta: int,
        ply: int,
    ) -> int:  # fmt: skip
        """The score of a position, or a bound outside of alpha and beta."""
        if self.left <= 0:
            raise OutOfNodesError
        self.left -= 1
        known = self._known(own, other, own_hand, other_hand, quiet, ply)
        if known is not None:
            return known
        if quiet and self._is_drawn(own, other, quiet, ply):
            if not self._claims or beta <= 0:
                return 0
            # The side to move may claim, or play on.
            alpha = max(alpha, 0)
            return max(0, self._looked_up(own, other, own_hand, other_hand, quiet, depth, alpha, beta, ply))
        return self._looked_up(own, other, own_hand, other_hand, quiet, depth, alpha, beta, ply)

    def _looked_up(
        self, own: int, other: int, own_hand: int, other_hand: int, quiet: int, depth: int, alpha: int, beta: int,
        ply: int,
    ) -> int:  # fmt: skip
        """The score of a position in which the game goes on, remembered or searched."""
        if depth <= 0:
            return self._quiescent(own, other, own_hand, other_hand, alpha, beta, ply)
        key = own | other << 24 | own_hand << 48 | other_hand << 52
        kept = self._memory.get(key)
        is_kept = quiet + depth < self._limit
        if kept is not None and is_kept:
            found = _usable(kept, depth, alpha, beta, ply)
            if found is not None:
                return found
        here = place(own, other, ply)
        self._on_path.add(here)
        first = kept[3] if kept is not None else _NONE
        best, code = self._best(own, other, own_hand, other_hand, quiet, depth, alpha, beta, ply, first)
        self._on_path.discard(here)
        if is_kept:
            self._memory[key] = depth, _bound(best, alpha, beta), _to_memory(best, ply), code
        return best

    def _known(self, own: int, other: int, own_hand: int, other_hand: int, quiet: int, ply: int) -> int | None:
        """The score of a position where the game is over on the board, or that the tables have."""
        stones = own.bit_count() + own_hand
        if stones < 3:
            return ply - WON
        if own_hand or other_hand:
            return None
        if stones > 3 and not neighbourhood(own) & (ALL ^ (own | other)):
            return ply - WON
        return self._probe(own, other, quiet, ply)

    def _is_drawn(self, own: int, other: int, quiet: int, ply: int) -> bool:
        """Whether the game is drawn or can be claimed as such; a first repetition within the search counts as well."""
        if quiet >= self._limit:
            return True
        if quiet < SHORTEST_RETURN:
            return False
        here = place(own, other, ply)
        return here in self._on_path or here in self._twice

    def _best(
        self, own: int, other: int, own_hand: int, other_hand: int, quiet: int, depth: int, alpha: int, beta: int,
        ply: int, first: int,
    ) -> tuple[int, int]:  # fmt: skip
        best, best_code = -INFINITE, _NONE
        for number, step in enumerate(self._steps(own, other, own_hand, other_hand, first, ply)):
            if number == 0:
                score = -self._child(step, own_hand, other_hand, quiet, depth - 1, -beta, -alpha, ply + 1)
            else:
                less = 0 if depth < 3 or number < 4 or step[0] & CLOSES else 1 + (number > 12)
                score = -self._child(step, own_hand, other_hand, quiet, depth - 1 - less, -alpha - 1, -alpha, ply + 1)
                if score > alpha and (less or score < beta):
                    score = -self._child(step, own_hand, other_hand, quiet, depth - 1, -beta, -alpha, ply + 1)
            if score > best:
                best, best_code = score, step[0]
                if score > alpha:
                    alpha = score
                    if alpha >= beta:
                        self._remember(step[0], depth, ply)
                        break
        return best, best_code

    def _steps(self, own: int, other: int, own_hand: int, other_hand: int, first: int, ply: int) -> Iterator[Step]:
        """All moves: the best one of an earlier search, mills, moves that were good elsewhere, the rest."""
        closing = closings(self._shapes, own, other, own_hand, other_hand, self._protects)
        if first != _NONE and first & CLOSES:
            closing.sort(key=lambda step: step[0] != first)
        elif first != _NONE:
            quiet = self._sorted(quiet_moves(self._shapes, own, other, own_hand), first, ply)
            yield quiet[0]
            yield from closing
            yield from quiet[1:]
            return
        yield from closing
        yield from self._sorted(quiet_moves(self._shapes, own, other, own_hand), first, ply)

    def _sorted(self, steps: list[Step], first: int, ply: int) -> list[Step]:
        history, killers = self._history, self._killers[ply]

        def worth(step: Step) -> int:
            code = step[0]
            if code == first:
                return INFINITE
            return history[code & 1023] + (WON if code in killers else 0)

        steps.sort(key=worth, reverse=True)
        return steps

    def _remember(self, code: int, depth: int, ply: int) -> None:
        if code & CLOSES:
            return
        self._history[code & 1023] += depth * depth
        newest, _older = self._killers[ply]
        if newest != code:
            self._killers[ply] = code, newest

    def _quiescent(self, own: int, other: int, own_hand: int, other_hand: int, alpha: int, beta: int, ply: int) -> int:
        """The score if only mills are closed from here on, and either side may stop."""
        best = self._evaluate(self._shapes, own, other, own_hand, other_hand)
        if best >= beta:
            return best
        alpha = max(alpha, best)
        after_hand = own_hand - 1 if own_hand else 0
        for _code, mine, theirs in closings(self._shapes, own, other, own_hand, other_hand, self._protects):
            if self.left <= 0:
                raise OutOfNodesError
            self.left -= 1
            known = self._known(theirs, mine, other_hand, after_hand, 0, ply + 1)
            if known is None:
                known = self._quiescent(theirs, mine, other_hand, after_hand, -beta, -alpha, ply + 1)
            if -known > best:
                best = -known
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        return best


def place(own: int, other: int, ply: int) -> int:
    """A position without hands, with the side to move as seen from the root."""
    return own | other << 24 | (_OTHER_SIDE if ply & 1 else 0)


def _usable(kept: tuple[int, int, int, int], depth: int, alpha: int, beta: int, ply: int) -> int | None:
    """The score of an earlier search, if it was deep enough or is proved, and decides."""
    kept_depth, bound, score, _code = kept
    if kept_depth < depth and -DECIDED < score < DECIDED:
        return None
    score = _from_memory(score, ply)
    if bound == _EXACT or (bound == _AT_LEAST and score >= beta) or (bound == _AT_MOST and score <= alpha):
        return score
    return None


def _bound(best: int, alpha: int, beta: int) -> int:
    if best >= beta:
        return _AT_LEAST
    return _EXACT if best > alpha else _AT_MOST


def _to_memory(score: int, ply: int) -> int:
    """Decided scores count from the position, not from the root."""
    if score >= DECIDED:
        return score + ply
    return score - ply if score <= -DECIDED else score


def _from_memory(score: int, ply: int) -> int:
    if score >= DECIDED:
        return score - ply
    return score + ply if score <= -DECIDED else score
