"""What a set of stones of one side is worth by itself: its mills, and the points where it can close one.

Neighbouring positions share most of their sets, so each shape is computed once and kept.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from muehle.board import LINES
from muehle_engine.geometry import ALL, BITS, NEAR, PAIRS, indices

MOST_SHAPES: Final = 200_000


class Shape(NamedTuple):
    """`milled` are the stones in mills, `closing` the points where one more stone closes a mill.

    `sliding` are those of `closing` that a stone can slide to which is not in the line itself.
    """

    milled: int
    mills: int
    closing: int
    sliding: int


class Shapes:
    """The shapes as a player sees them who overlooks some lines."""

    def __init__(self, unseen: frozenset[int] = frozenset(), *, sees_double_threats: bool = True) -> None:
        self.unseen = unseen
        self.sees_double_threats = sees_double_threats
        self._known: dict[int, Shape] = {}
        self._lines = tuple(line for line in LINES if line not in unseen)
        self._pairs = tuple(
            tuple(pair for pair in PAIRS[index] if pair | BITS[index] not in unseen) for index in range(len(PAIRS))
        )

    def of(self, stones: int) -> Shape:
        """The shape of a set of stones."""
        found = self._known.get(stones)
        if found is None:
            if len(self._known) >= MOST_SHAPES:
                self._known.clear()
            found = self._known[stones] = self._computed(stones)
        return found

    def _computed(self, stones: int) -> Shape:
        milled = mills = 0
        for line in self._lines:
            if line & stones == line:
                milled |= line
                mills += 1
        closing = sliding = 0
        for target in indices(ALL ^ stones):
            for pair in self._pairs[target]:
                if pair & stones == pair:
                    closing |= BITS[target]
                    if NEAR[target] & stones & ~pair:
                        sliding |= BITS[target]
        return Shape(milled, mills, closing, sliding)

    def closes(self, rest: int, target: int) -> bool:
        """Whether a stone that comes to a point closes a mill with two of the others."""
        return any(rest & pair == pair for pair in self._pairs[target])


EVERY_LINE: Final = Shapes()
