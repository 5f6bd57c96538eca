"""Whole sectors once they are solved: what is drawn, counts, and the sides exchanged. Compiled, for a range of rows."""

from __future__ import annotations

import numpy as np

from muehle_tables.indexing import POINTS
from muehle_tables.sectors import DRAWN
from muehle_tables.solver.bits import bit_count, compiled, lowest
from muehle_tables.solver.cells import OPEN
from muehle_tables.solver.geometry import image_of
from muehle_tables.solver.rows import fill_map, free_points, mapped


@compiled
def finish(first, last, cells):
    """What is still undecided is drawn."""
    for row in range(first, last):
        for column in range(cells.shape[1]):
            if cells[row, column] > OPEN:
                cells[row, column] = DRAWN


@compiled
def count(first, last, board, rows, columns, cells, found):
    """Count the positions once under the 16 symmetries: `found[row]` is won, lost, drawn, and the largest code."""
    for row in range(first, last):
        symmetries = _stabiliser(board, rows[row])
        points = free_points(rows[row]).points
        for column in range(len(columns)):
            cell = cells[row, column]
            kind = 2
            if cell != DRAWN:
                kind = 0 if cell & 1 else 1
                found[row, 3] = max(found[row, 3], cell)
            if not len(symmetries) or _is_largest(board, symmetries, points, columns[column]):
                found[row, kind] += 1


@compiled
def _stabiliser(board, row_set):
    kept = np.empty(16, np.int64)
    number = 0
    for symmetry in range(1, 16):
        if image_of(board.images, symmetry, row_set) == row_set:
            kept[number] = symmetry
            number += 1
    return kept[:number]


@compiled
def _is_largest(board, symmetries, points, column):
    stones = 0
    while column:
        stones |= 1 << points[lowest(column)]
        column &= column - 1
    largest = stones
    for symmetry in symmetries:
        largest = max(largest, image_of(board.images, symmetry, stones))
    return largest == stones


@compiled
def turn(first, last, board, rows, columns, opposite_rows, cells, turned):
    """The same positions with the sides exchanged: `cells` has rows where `turned` has columns."""
    table = np.empty((3, 256), np.int64)
    way = np.zeros(POINTS, np.int64)
    for row in range(first, last):
        free = free_points(rows[row])
        for i in range(free.size):
            way[i] = 1 << free.points[i]
        fill_map(way, free.size, table)
        for column in range(len(columns)):
            stones = mapped(table, columns[column])
            opposite = board.row_of[stones]
            image = image_of(board.images, board.symmetry_of[stones], rows[row])
            turned[row, column] = cells[opposite, board.rank[_compressed(image, opposite_rows[opposite])]]


@compiled
def _compressed(stones, row_set):
    """A set of points as a column of a row."""
    column = 0
    while stones:
        stone = stones & -stones
        stones ^= stone
        column |= 1 << lowest(stone) - bit_count(row_set & stone - 1)
    return column
