"""Solve one sector of the placing phase."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from muehle_tables.families import Family
from muehle_tables.indexing import POINTS
from muehle_tables.sectors import FEWEST, LAST_PLACEMENT, MovingSector, PlacingSector, Sector
from muehle_tables.solver import finishing, placing_kernels
from muehle_tables.solver.geometry import column_array, geometry, row_array
from muehle_tables.solver.solution import Array, Counts
from muehle_tables.solver.threads import Threads

Load = Callable[[Sector], Array]


class PlacingSolver:
    """Solves the sectors of the placing phase of a family; `load` gives the cells of those one half-move later."""

    def __init__(self, family: Family, load: Load, threads: Threads) -> None:
        self._family, self._load, self._threads = family, load, threads
        # What the last sector led to, with the sides exchanged. With one more white stone it is needed again.
        self._turned: dict[PlacingSector, Array] = {}

    def solve(self, sector: PlacingSector) -> tuple[Array, Counts]:
        """The cells of a sector and its counts."""
        white_moves = sector.half_moves % 2 == 0
        rows = row_array(sector.white)
        columns = column_array(POINTS - sector.white, sector.black)
        own, other = (sector.white, sector.black) if white_moves else (sector.black, sector.white)
        wins = other + sector.hands[1 if white_moves else 0] == FEWEST
        takes = own + 1 >= FEWEST and other > 0 and not wins
        taken = self._cells_after(_after(sector, white_moves, taken=1)) if takes else np.zeros((1, 1), np.uint8)
        self._turned.clear()
        following = placing_kernels.Placing(
            rows,
            columns,
            row_array(sector.white + 1 if white_moves else max(sector.white - 1, 0)),
            self._cells_after(_after(sector, white_moves, taken=0)),
            taken,
            wins,
            self._family.protects,
        )
        cells = np.empty((len(rows), len(columns)), np.uint8)
        kernel = placing_kernels.place_white if white_moves else placing_kernels.place_black
        self._threads.over_rows(kernel, len(rows), geometry(), following, cells)
        return cells, _counts(rows, columns, cells, self._threads)

    def _cells_after(self, after: PlacingSector) -> Array:
        """The cells with White's stones as rows, also where the moving phase has them as columns."""
        if after.half_moves < LAST_PLACEMENT:
            return self._load(after)
        if after.white >= after.black:
            return self._load(MovingSector(after.white, after.black))
        if after not in self._turned:
            self._turned[after] = self._exchanged(after)
        return self._turned[after]

    def _exchanged(self, after: PlacingSector) -> Array:
        cells = self._load(MovingSector(after.white, after.black))
        rows, columns = row_array(after.white), column_array(POINTS - after.white, after.black)
        turned = np.empty((len(rows), len(columns)), np.uint8)
        arguments = (geometry(), rows, columns, row_array(after.black), cells, turned)
        self._threads.over_rows(finishing.turn, len(rows), *arguments)
        return turned


def _after(sector: PlacingSector, white_moves: bool, *, taken: int) -> PlacingSector:
    if white_moves:
        return PlacingSector(sector.half_moves + 1, sector.white + 1, sector.black - taken)
    return PlacingSector(sector.half_moves + 1, sector.white - taken, sector.black + 1)


def _counts(rows: Array, columns: Array, cells: Array, threads: Threads) -> Counts:
    found = np.zeros((len(rows), 4), np.int64)
    threads.over_rows(finishing.count, len(rows), geometry(), rows, columns, cells, found)
    won, lost, drawn = found[:, :3].sum(axis=0).tolist()
    return Counts(won, lost, drawn, 0)
