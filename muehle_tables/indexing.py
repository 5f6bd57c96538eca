"""Where a position stands in a sector: the row of one side's stones, the column of the other's.

A row is a set of stones up to the 16 symmetries: the largest of its images, as a number. A column is a set of stones on
the points that the row leaves free. The free points are numbered in board order, so a column is a number of few bits;
its rank is the number of smaller ones with as many bits, counted by binomial coefficients (the combinatorial number
system).
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from math import comb
from typing import Final

from muehle import SYMMETRIES

POINTS: Final = 24
_ImageTables = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def _image_tables(symmetry: tuple[int, ...]) -> _ImageTables:
    top, middle, bottom = (
        tuple(sum(1 << symmetry[shift + bit] for bit in range(8) if byte >> bit & 1) for byte in range(256))
        for shift in (0, 8, 16)
    )
    return top, middle, bottom


IMAGES: Final = tuple(map(_image_tables, SYMMETRIES))
_BINOMIAL: Final = tuple(tuple(comb(n, k) for k in range(POINTS + 1)) for n in range(POINTS + 1))


def canonical(stones: int) -> tuple[int, _ImageTables]:
    """The largest image of a set of points, and the tables of a symmetry that leads to it."""
    low, middle, high = stones & 255, stones >> 8 & 255, stones >> 16
    best, by = stones, IMAGES[0]
    for tables in IMAGES[1:]:
        image = tables[0][low] | tables[1][middle] | tables[2][high]
        if image > best:
            best, by = image, tables
    return best, by


@cache
def row_sets(stones: int) -> tuple[int, ...]:
    """The rows of that many stones, ascending: 158 for three, 82,880 for nine.

    A row without its lowest stone is a row too: if an image of the rest were larger, the same image of all would be. So
    each row is found by adding a lower stone to a row with one stone fewer.
    """
    if not stones:
        return (0,)
    found = []
    for rest in row_sets(stones - 1):
        lower = rest & -rest or 1 << POINTS
        while lower := lower >> 1:
            if _is_canonical(rest | lower):
                found.append(rest | lower)
    return tuple(sorted(found))


def _is_canonical(stones: int) -> bool:
    low, middle, high = stones & 255, stones >> 8 & 255, stones >> 16
    return all(top[low] | centre[middle] | bottom[high] <= stones for top, centre, bottom in IMAGES[1:])


def columns(row_stones: int, column_stones: int) -> int:
    """The number of columns of each row."""
    return comb(POINTS - row_stones, column_stones)


def locate(row_side: int, column_side: int) -> tuple[int, int]:
    """Row and column of two disjoint sets of points."""
    row_set, tables = canonical(row_side)
    rest = tables[0][column_side & 255] | tables[1][column_side >> 8 & 255] | tables[2][column_side >> 16]
    column = ordinal = 0
    while rest:
        lowest = rest & -rest
        ordinal += 1
        column += _BINOMIAL[lowest.bit_length() - 1 - (row_set & lowest - 1).bit_count()][ordinal]
        rest ^= lowest
    return bisect_left(row_sets(row_side.bit_count()), row_set), column


def sets_at(row_stones: int, column_stones: int, index: int) -> tuple[int, int]:
    """The two sets of points that stand at an index of a sector: the inverse of `locate`."""
    row, column = divmod(index, columns(row_stones, column_stones))
    row_set = row_sets(row_stones)[row]
    free = [point for point in range(POINTS) if not row_set >> point & 1]
    column_set = 0
    for ordinal in range(column_stones, 0, -1):
        place = max(n for n in range(len(free)) if _BINOMIAL[n][ordinal] <= column)
        column -= _BINOMIAL[place][ordinal]
        column_set |= 1 << free[place]
    return row_set, column_set
