"""What the compiled functions look up: the board, its symmetries, rows, columns and ranks, as arrays.

Sets of points are int64 everywhere: numba makes floats of int64 mixed with uint32.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from muehle import SYMMETRIES
from muehle.board import LINES, NEIGHBOURS, PARTNERS
from muehle_tables.indexing import IMAGES, POINTS, row_sets
from muehle_tables.solver.bits import bit_count, compiled
from muehle_tables.solver.solution import Array

SETS: Final = 1 << POINTS


class Geometry(NamedTuple):
    """Arrays of the whole board. A symmetry is an index of `SYMMETRIES`.

    `images[s, third, byte]` is the image of eight points, `permutation[s, point]` that of one; `rank[set]` counts the
    smaller sets with as many points; `row_of[set]` is the row of a set and `symmetry_of[set]` leads to it.
    """

    images: Array
    permutation: Array
    inverse: Array
    lines: Array
    partners: Array
    neighbours: Array
    rank: Array
    row_of: Array
    symmetry_of: Array


class RowMoves(NamedTuple):
    """The moves of the stones of each row, without removals: those of row r stand at `offset[r]` to `offset[r + 1]`.

    A move goes from `source` to `target`; its result is row `row` after the symmetry `symmetry`.
    """

    offset: Array
    row: Array
    symmetry: Array
    source: Array
    target: Array
    closes: Array


@cache
def geometry() -> Geometry:
    """The arrays of the board; made once, in a few seconds."""
    permutation = np.array(SYMMETRIES, np.int64)
    images = np.array(IMAGES, np.int64)
    row_of = np.full(SETS, -1, np.int32)
    for stones in range(10):
        rows = row_array(stones)
        row_of[rows] = np.arange(len(rows), dtype=np.int32)
    symmetry_of = np.zeros(SETS, np.uint8)
    rank = np.zeros(SETS, np.int32)
    _fill(images, row_of, symmetry_of, rank)
    return Geometry(
        images,
        permutation,
        np.argsort(permutation, axis=1).astype(np.int64),
        np.array(LINES, np.int64),
        np.array([PARTNERS[1 << point] for point in range(POINTS)], np.int64),
        np.array([NEIGHBOURS[1 << point] for point in range(POINTS)], np.int64),
        rank,
        row_of,
        symmetry_of,
    )


@cache
def row_array(stones: int) -> Array:
    """The rows of that many stones."""
    return np.array(row_sets(stones), np.int64)


@cache
def column_array(points: int, stones: int) -> Array:
    """The sets of that many stones on that many free points, ascending."""
    sets = np.arange(1 << points, dtype=np.int64)
    return sets[np.bitwise_count(sets) == stones]


@cache
def row_moves(stones: int) -> RowMoves:
    """The moves of the rows of that many stones; three stones fly."""
    rows, board = row_array(stones), geometry()
    offset = np.zeros(len(rows) + 1, np.int64)
    _count_moves(rows, stones == 3, board, offset)
    np.cumsum(offset, out=offset)
    number = int(offset[-1])
    source, target, symmetry = (np.empty(number, np.int64) for _ in range(3))
    row, closes = np.empty(number, np.int32), np.empty(number, np.bool_)
    moves = RowMoves(offset, row, symmetry, source, target, closes)
    _fill_moves(rows, stones == 3, board, moves)
    return moves


@compiled
def image_of(images, symmetry, points):
    """The image of a set of points."""
    return (
        images[symmetry, 0, points & 255] | images[symmetry, 1, points >> 8 & 255] | images[symmetry, 2, points >> 16]
    )


@compiled
def _fill(images, row_of, symmetry_of, rank):
    counted = np.zeros(POINTS + 1, np.int32)
    for points in range(SETS):
        stones = bit_count(points)
        rank[points] = counted[stones]
        counted[stones] += 1
        if stones > 9:
            continue
        best, by = points, 0
        for symmetry in range(1, 16):
            image = image_of(images, symmetry, points)
            if image > best:
                best, by = image, symmetry
        symmetry_of[points] = by
        row_of[points] = row_of[best]


@compiled
def _reach(board, stones, source, flies):
    free = (SETS - 1) & ~stones
    return free if flies else board.neighbours[source] & free


@compiled
def _count_moves(rows, flies, board, offset):
    for row in range(len(rows)):
        for source in range(POINTS):
            if rows[row] >> source & 1:
                offset[row + 1] += bit_count(_reach(board, rows[row], source, flies))


@compiled
def _fill_moves(rows, flies, board, moves):
    at = 0
    for row in range(len(rows)):
        for source in range(POINTS):
            if not rows[row] >> source & 1:
                continue
            reach = _reach(board, rows[row], source, flies)
            rest = rows[row] ^ 1 << source
            for target in range(POINTS):
                if not reach >> target & 1:
                    continue
                after = rest | 1 << target
                moves.row[at], moves.symmetry[at] = board.row_of[after], board.symmetry_of[after]
                moves.source[at], moves.target[at] = source, target
                moves.closes[at] = closes_line(board, rest, target)
                at += 1


@compiled
def closes_line(board, stones, point):
    """Whether a stone added on a point completes a line."""
    one, other = board.partners[point]
    return stones & one == one or stones & other == other
