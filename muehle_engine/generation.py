"""Moves for the search, with the stones after each; `muehle.generation` has the same moves as single points."""

from __future__ import annotations

from typing import Final

from muehle_engine.geometry import ALL, BITS, NEAR, NO_REMOVAL, PLACEMENTS, SLIDES, WITHOUT_REMOVAL, indices
from muehle_engine.shapes import Shapes

# The code of a move, and the stones of both sides after it.
Step = tuple[int, int, int]
# Beside the code of a move that closes a mill, whether it takes a stone or not.
CLOSES: Final = 1 << 15


def takeable(shapes: Shapes, other: int, other_hand: int, protects: bool) -> int:
    """The stones that a mill closed now may take; `protects` is the rule of `classic`."""
    unprotected = other & ~shapes.of(other).milled
    if unprotected or not protects:
        return unprotected or other
    return other if other.bit_count() + other_hand <= 3 else 0


def closings(shapes: Shapes, own: int, other: int, own_hand: int, other_hand: int, protects: bool) -> list[Step]:
    """The moves that close a mill, one for each stone that may be taken."""
    form = shapes.of(own)
    flies = own_hand == 0 and own.bit_count() == 3
    targets = (form.closing if own_hand or flies else form.sliding) & ~other
    if not targets:
        return []
    found = []
    for target in indices(targets):
        if own_hand:
            found.append((PLACEMENTS[target], own | BITS[target]))
            continue
        for source in indices(own if flies else own & NEAR[target]):
            rest = own ^ BITS[source]
            if shapes.closes(rest, target):
                found.append((source | target << 5 | NO_REMOVAL, rest | BITS[target]))
    removable = takeable(shapes, other, other_hand, protects)
    if not removable:
        return [(code | CLOSES, after, other) for code, after in found]
    return [
        (code & WITHOUT_REMOVAL | removed << 10 | CLOSES, after, other ^ BITS[removed])
        for code, after in found
        for removed in indices(removable)
    ]


def quiet_moves(shapes: Shapes, own: int, other: int, own_hand: int) -> list[Step]:
    """The moves that close no mill."""
    free = ALL ^ (own | other)
    closing = shapes.of(own).closing
    if own_hand:
        return [(PLACEMENTS[i], own | BITS[i], other) for i in indices(free & ~closing)]
    if own.bit_count() == 3:
        return _jumps(shapes, own, other, free)
    found = []
    for source in indices(own):
        rest = own ^ BITS[source]
        for bit, code, target in SLIDES[source]:
            if bit & free and not (bit & closing and shapes.closes(rest, target)):
                found.append((code, rest | bit, other))
    return found


def _jumps(shapes: Shapes, own: int, other: int, free: int) -> list[Step]:
    targets = indices(free)
    return [
        (source | target << 5 | NO_REMOVAL, own ^ BITS[source] | BITS[target], other)
        for source in indices(own)
        for target in targets
        if not shapes.closes(own ^ BITS[source], target)
    ]
