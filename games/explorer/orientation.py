"""Positions and moves up to the 16 symmetries of the board."""

from functools import lru_cache
from typing import Final, NamedTuple

from muehle import SYMMETRIES, Color, Move, Position
from muehle.symmetry import Symmetry, transformed_points

_POINTS: Final = 24


class Orientation(NamedTuple):
    """The number of a position, and the symmetries that lead to the image which has it.

    There are several if the position is symmetrical itself.
    """

    number: int
    symmetries: tuple[Symmetry, ...]


def orientation_of(position: Position) -> Orientation:
    """The same number for all images of a position: the smallest set of stones, the side to move, and both hands."""
    stones, symmetries = _smallest(position.white, position.black)
    rest = position.black_hand << 5 | position.white_hand << 1 | (position.to_move is Color.BLACK)
    return Orientation(rest << 2 * _POINTS | stones, symmetries)


# The first half-moves of most games are the same few.
@lru_cache(maxsize=50_000)
def _smallest(white: int, black: int) -> tuple[int, tuple[Symmetry, ...]]:
    images = [
        (transformed_points(white, symmetry) | transformed_points(black, symmetry) << _POINTS, symmetry)
        for symmetry in SYMMETRIES
    ]
    smallest = min(stones for stones, _symmetry in images)
    return smallest, tuple(symmetry for stones, symmetry in images if stones == smallest)


def stored_move(move: Move, orientation: Orientation) -> str:
    """The move as it is stored: of its images the first one."""
    return min(str(move.transformed(symmetry)) for symmetry in orientation.symmetries)


def moves_behind(stored: str, orientation: Orientation) -> list[Move]:
    """The moves in the position that were asked for which a stored move stands: the images of one of them."""
    move = Move.parse(stored)
    images = {move.transformed(_inverse(symmetry)) for symmetry in orientation.symmetries}
    return sorted(images, key=str)


def _inverse(symmetry: Symmetry) -> Symmetry:
    return tuple(symmetry.index(index) for index in range(_POINTS))
