"""The inside of one row: its free points, the mills on them, and the way of its columns to another row.

A row has `size` free points, numbered in board order; `points[i]` is the i-th of them, `number[p]` is i or -1.
Columns are sets of these numbers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from muehle_tables.indexing import POINTS
from muehle_tables.solver.bits import bit_count, compiled, inlined, lowest

THIRDS = (3, 256)


class Free(NamedTuple):
    """The free points of a row, as the module says."""

    size: int
    points: Any
    number: Any


@compiled
def free_points(row_set):
    """The free points of a row."""
    points, number = np.empty(POINTS, np.int64), np.full(POINTS, -1, np.int64)
    size = 0
    for point in range(POINTS):
        if not row_set >> point & 1:
            points[size], number[point] = point, size
            size += 1
    return Free(size, points, number)


@compiled
def fill_map(way, count, table):
    """Tabulate by bytes where the columns of a row go: `way[i]` is the image of number i, 0 if it goes nowhere."""
    for third in range(3):
        table[third, 0] = 0
        for byte in range(1, 256):
            number = lowest(byte) + 8 * third
            table[third, byte] = table[third, byte & byte - 1] | (way[number] if number < count else 0)


@inlined
def mapped(table, column):
    """Where a column goes by a table of `fill_map`."""
    return table[0, column & 255] | table[1, column >> 8 & 255] | table[2, column >> 16]


@compiled
def way_to(free, other_number, permutation):
    """For each free number of a row, its bit in another row that a symmetry leads to; 0 if a stone stands there."""
    way = np.zeros(POINTS, np.int64)
    for i in range(free.size):
        number = other_number[permutation[free.points[i]]]
        if number >= 0:
            way[i] = 1 << number
    return way


@compiled
def free_lines(lines, row_set, number):
    """The lines on free points only, as columns."""
    found = np.empty(len(lines), np.int64)
    count = 0
    for line in lines:
        if line & row_set:
            continue
        column = 0
        while line:
            column |= 1 << number[lowest(line)]
            line &= line - 1
        found[count] = column
        count += 1
    return found[:count]


@compiled
def reaches(neighbours, free, flies):
    """For each free number, the numbers to which a stone can move from there."""
    found = np.zeros(POINTS, np.int64)
    for i in range(free.size):
        if flies:
            found[i] = (1 << free.size) - 1 ^ 1 << i
            continue
        near = neighbours[free.points[i]]
        while near:
            number = free.number[lowest(near)]
            if number >= 0:
                found[i] |= 1 << number
            near &= near - 1
    return found


@inlined
def in_lines(stones, lines):
    """Those of the stones that stand in a complete line."""
    found = 0
    for line in lines:
        if stones & line == line:
            found |= line
    return found


@inlined
def takeable(stones, lines, protects):
    """The stones that a mill may take; 0 if it takes nothing. For sides with more than three stones."""
    outside = stones & ~in_lines(stones, lines)
    return outside if outside or protects else stones


@compiled
def ways_after_taking(board, rows_fewer, row_set, free, taken):
    """For each stone of a row that may be taken: the row without it, and the table of the columns to there."""
    count = bit_count(taken)
    rows, tables = np.empty(count, np.int64), np.empty((count, *THIRDS), np.int64)
    for i in range(count):
        rest = row_set ^ taken & -taken
        taken &= taken - 1
        rows[i] = board.row_of[rest]
        other = free_points(rows_fewer[rows[i]])
        fill_map(way_to(free, other.number, board.permutation[board.symmetry_of[rest]]), free.size, tables[i])
    return rows, tables
