"""The board as the search needs it: points by index, slides, and what a set of stones can close.

A set of points is an int of 24 bits, as in `muehle.board`. A move is a small int: the indices of source, target and
removed stone, five bits each, with NOWHERE for the hand and for no removal.
"""

from __future__ import annotations

from typing import Final

from muehle import Move
from muehle.board import ALL_POINTS, NEIGHBOURS, PARTNERS, POINTS
from muehle.moves import move_from_bits

NOWHERE: Final = 24
BITS: Final = tuple(1 << index for index in range(len(POINTS)))
ALL: Final = ALL_POINTS

_Indices = tuple[int, ...]


def _byte_indices(shift: int) -> tuple[_Indices, ...]:
    return tuple(tuple(shift + bit for bit in range(8) if byte >> bit & 1) for byte in range(256))


INDICES_LOW: Final = _byte_indices(0)
INDICES_MIDDLE: Final = _byte_indices(8)
INDICES_HIGH: Final = _byte_indices(16)
NEAR: Final = tuple(NEIGHBOURS[bit] for bit in BITS)
# For each point the two pairs that form a line with it.
PAIRS: Final = tuple((PARTNERS[bit][0], PARTNERS[bit][1]) for bit in BITS)


def move_code(source: int, target: int, removed: int = NOWHERE) -> int:
    """The move between points by index."""
    return source | target << 5 | removed << 10


def as_move(code: int) -> Move:
    """The move as the rules library has it."""
    source, target, removed = code & 31, code >> 5 & 31, code >> 10
    return move_from_bits(
        0 if source == NOWHERE else BITS[source], BITS[target], 0 if removed == NOWHERE else BITS[removed]
    )


def code_of(move: Move) -> int:
    """The inverse of `as_move`."""
    source = move.source_bit.bit_length() - 1 if move.source_bit else NOWHERE
    removed = move.removed_bit.bit_length() - 1 if move.removed_bit else NOWHERE
    return move_code(source, move.target_bit.bit_length() - 1, removed)


# For each point: the points that a stone there can slide to, as bit, code without removal, and index.
SLIDES: Final = tuple(
    tuple((BITS[target], move_code(source, target), target) for target in range(24) if NEAR[source] >> target & 1)
    for source in range(24)
)
PLACEMENTS: Final = tuple(move_code(NOWHERE, target) for target in range(24))
CODE: Final = (1 << 15) - 1
NO_REMOVAL: Final = NOWHERE << 10
WITHOUT_REMOVAL: Final = 1023


def indices(points: int) -> tuple[int, ...]:
    """The points of a set by index, in board order."""
    return INDICES_LOW[points & 255] + INDICES_MIDDLE[points >> 8 & 255] + INDICES_HIGH[points >> 16]
