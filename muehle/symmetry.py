"""The 16 symmetries of the board: rotations and reflections, with or without exchanging outer and inner ring."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from muehle.board import POINTS, bits

# The image of each point, by index.
Symmetry = tuple[int, ...]

# File and rank of a point differ by at most 3 from the centre d4; the greater difference gives its ring.
_CENTRE: Final = (ord("d"), ord("4"))
_Offset = tuple[int, int]


def _offset(name: str) -> _Offset:
    return ord(name[0]) - _CENTRE[0], ord(name[1]) - _CENTRE[1]


def _rotated(offset: _Offset) -> _Offset:
    return offset[1], -offset[0]


def _mirrored(offset: _Offset) -> _Offset:
    return -offset[0], offset[1]


def _turned_inside_out(offset: _Offset) -> _Offset:
    ring = max(map(abs, offset))
    return offset[0] // ring * (4 - ring), offset[1] // ring * (4 - ring)


def _symmetry(*steps: Callable[[_Offset], _Offset]) -> Symmetry:
    index_of = {_offset(name): index for index, name in enumerate(POINTS)}
    images = []
    for name in POINTS:
        offset = _offset(name)
        for step in steps:
            offset = step(offset)
        images.append(index_of[offset])
    return tuple(images)


SYMMETRIES: Final = tuple(
    _symmetry(*[_rotated] * quarters, *[_mirrored] * mirrored, *[_turned_inside_out] * exchanged)
    for exchanged in (0, 1)
    for mirrored in (0, 1)
    for quarters in range(4)
)


@cache
def _images(symmetry: Symmetry) -> dict[int, int]:
    return {1 << index: 1 << image for index, image in enumerate(symmetry)}


def transformed_points(points: int, symmetry: Symmetry) -> int:
    """The image of a set of points."""
    images = _images(symmetry)
    return sum(images[bit] for bit in bits(points))
