"""What a solver gives back."""

from __future__ import annotations

from typing import Any, NamedTuple

from muehle_tables.sectors import Sector

# A NumPy array; NumPy is not there where types are checked.
Array = Any


class Counts(NamedTuple):
    """The positions of a sector, once under the 16 symmetries, and its longest distance in half-moves."""

    won: int
    lost: int
    drawn: int
    longest: int


class Solution(NamedTuple):
    """A solved sector: its cells, rows by columns, and its counts."""

    sector: Sector
    cells: Array
    counts: Counts
