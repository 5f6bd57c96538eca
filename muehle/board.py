"""The board: 24 points, 32 edges, 16 lines, and mills as operations on sets of points.

A set of points is an int of 24 bits. Bit 0 is a7, then row by row from the top left to bit 23, g1: the order of
PlayOK's numbers 1-24 and of the text of a position. Nothing here depends on the side to move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import lru_cache, reduce
from operator import or_
from typing import Final, TypeVar

POINTS: Final = (
    "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4",
    "e4", "f4", "g4", "c3", "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1",
)  # fmt: skip
BIT: Final = {name: 1 << index for index, name in enumerate(POINTS)}
NAME: Final = {bit: name for name, bit in BIT.items()}
ALL_POINTS: Final = (1 << 24) - 1
STONES_EACH: Final = 9

LINES_BY_NAME: Final = tuple(
    tuple(line.split())
    for line in (
        "a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1",
        "a7 a4 a1", "b6 b4 b2", "c5 c4 c3", "d7 d6 d5", "d3 d2 d1", "e5 e4 e3", "f6 f4 f2", "g7 g4 g1",
    )
)  # fmt: skip
EDGES: Final = tuple(edge for first, middle, last in LINES_BY_NAME for edge in ((first, middle), (middle, last)))


class Color(StrEnum):
    """A side; White begins."""

    WHITE = "white"
    BLACK = "black"

    @property
    def opponent(self) -> Color:
        """The other side."""
        return BLACK if self is WHITE else WHITE


# An attribute lookup in an enum costs as much as half a dozen bit operations.
WHITE: Final = Color.WHITE
BLACK: Final = Color.BLACK


def mask(names: Iterable[str]) -> int:
    """The set of the named points; raises KeyError for a name that is no point."""
    return reduce(or_, (BIT[name] for name in names), 0)


LINES: Final = tuple(mask(line) for line in LINES_BY_NAME)
NEIGHBOURS: Final = {
    BIT[name]: mask(other for edge in EDGES if name in edge for other in edge if other != name) for name in POINTS
}
# The two pairs of points that form a mill with each point.
PARTNERS: Final = {bit: tuple(line ^ bit for line in LINES if line & bit) for bit in NAME}

# --- What is looked up, a third of the board at a time ----------------------------------------------------------------

_T = TypeVar("_T")


def _tables(value: Callable[[int], _T]) -> list[tuple[_T, ...]]:
    return [tuple(value(byte << shift) for byte in range(256)) for shift in (0, 8, 16)]


_BITS_TOP, _BITS_MIDDLE, _BITS_BOTTOM = _tables(lambda points: tuple(bit for bit in NAME if bit & points))


def bits(points: int) -> tuple[int, ...]:
    """The single points of a set, in board order."""
    return _BITS_TOP[points & 0xFF] + _BITS_MIDDLE[points >> 8 & 0xFF] + _BITS_BOTTOM[points >> 16]


def names(points: int) -> tuple[str, ...]:
    """The names of a set of points, in board order."""
    return tuple(NAME[bit] for bit in bits(points))


_NEAR_TOP, _NEAR_MIDDLE, _NEAR_BOTTOM = _tables(
    lambda points: reduce(or_, map(NEIGHBOURS.__getitem__, bits(points)), 0)
)


def neighbourhood(stones: int) -> int:
    """Every point adjacent to at least one of `stones`."""
    return _NEAR_TOP[stones & 0xFF] | _NEAR_MIDDLE[stones >> 8 & 0xFF] | _NEAR_BOTTOM[stones >> 16]


# --- Mills ------------------------------------------------------------------------------------------------------------

# Neighbouring positions share most of their sets. The caches are bounded to limit memory.
_MEMO_SIZE: Final = 1 << 13


def completes_line(stones: int, point: int) -> bool:
    """Whether a stone added on `point` stands in a line of three with two of `stones`."""
    one, other = PARTNERS[point]
    return stones & one == one or stones & other == other


@lru_cache(_MEMO_SIZE)
def closing_points(stones: int) -> int:
    """The points outside `stones`, free or not, on which one more stone completes a line."""
    closing = 0
    for line in LINES:
        missing = line & ~stones
        if missing.bit_count() == 1:
            closing |= missing
    return closing


@lru_cache(_MEMO_SIZE)
def points_in_mills(stones: int) -> int:
    """Those of `stones` that are in a complete line."""
    in_mills = 0
    for line in LINES:
        if line & stones == line:
            in_mills |= line
    return in_mills
