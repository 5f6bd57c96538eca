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


def solve_placing(family: Family, sector: PlacingSector, load: Load, threads: Threads) -> tuple[Array, Counts]:
    """The cells of a sector and its counts; `load` gives the cells of the sectors one half-move later."""
    white_moves = sector.half_moves % 2 == 0
    rows = row_array(sector.white)
    columns = column_array(POINTS - sector.white, sector.black)
    own, other = (sector.white, sector.black) if white_moves else (sector.black, sector.white)
    wins = other + sector.hands[1 if white_moves else 0] == FEWEST
    takes = own + 1 >= FEWEST and other > 0 and not wins
    nothing = np.zeros((1, 1), np.uint8)
    after = _after(sector, white_moves, taken=0)
    following = placing_kernels.Placing(
        rows,
        columns,
        row_array(sector.white + 1 if white_moves else max(sector.white - 1, 0)),
        _cells_after(after, load, threads),
        _cells_after(_after(sector, white_moves, taken=1), load, threads) if takes else nothing,
        wins,
        family.protects,
    )
    cells = np.empty((len(rows), len(columns)), np.uint8)
    kernel = placing_kernels.place_white if white_moves else placing_kernels.place_black
    threads.over_rows(kernel, len(rows), geometry(), following, cells)
    return cells, _counts(rows, columns, cells, threads)


def _after(sector: PlacingSector, white_moves: bool, *, taken: int) -> PlacingSector:
    if white_moves:
        return PlacingSector(sector.half_moves + 1, sector.white + 1, sector.black - taken)
    return PlacingSector(sector.half_moves + 1, sector.white - taken, sector.black + 1)


def _cells_after(after: PlacingSector, load: Load, threads: Threads) -> Array:
    """The cells with White's stones as rows, also where the moving phase has them as columns."""
    if after.half_moves < LAST_PLACEMENT:
        return load(after)
    cells = load(MovingSector(after.white, after.black))
    if after.white >= after.black:
        return cells
    rows, columns = row_array(after.white), column_array(POINTS - after.white, after.black)
    turned = np.empty((len(rows), len(columns)), np.uint8)
    arguments = (geometry(), rows, columns, row_array(after.black), cells, turned)
    threads.over_rows(finishing.turn, len(rows), *arguments)
    return turned


def _counts(rows: Array, columns: Array, cells: Array, threads: Threads) -> Counts:
    found = np.zeros((len(rows), 4), np.int64)
    threads.over_rows(finishing.count, len(rows), geometry(), rows, columns, cells, found)
    won, lost, drawn = found[:, :3].sum(axis=0).tolist()
    return Counts(won, lost, drawn, 0)
