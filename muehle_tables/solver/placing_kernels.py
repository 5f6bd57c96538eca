"""The compiled functions that solve one sector of the placing phase, from the sectors one half-move later.

White's stones are the rows, Black's the columns. A cell is 0 (lost for the side to move), 1 (won) or DRAWN; those of
the moving phase are read in the same way. A placement never returns, so one sweep decides all.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from muehle_tables.sectors import DRAWN
from muehle_tables.solver.bits import compiled, inlined
from muehle_tables.solver.cells import DRAWS, NOTHING, WINS, after_move, best_removal
from muehle_tables.solver.geometry import closes_line
from muehle_tables.solver.rows import (
    fill_map,
    free_lines,
    free_points,
    mapped,
    takeable,
    way_to,
    ways_after_taking,
)

LOST_CELL, WON_CELL = 0, 1


class Placing(NamedTuple):
    """A sector and what follows it.

    `rows_after` are White's sets after its move, `quiet` the cells without a removal and `taken` those after one.
    `wins` says that any removal wins, since the opponent has three stones in all.
    """

    rows: Any
    columns: Any
    rows_after: Any
    quiet: Any
    taken: Any
    wins: bool
    protects: bool


@compiled
def _cell(best):
    if best == WINS:
        return np.uint8(WON_CELL)
    return np.uint8(DRAWN if best == DRAWS else LOST_CELL)


@compiled
def place_white(first, last, board, sector, cells):
    """White places; `sector.rows_after` has one stone more."""
    best = np.empty(len(sector.columns), np.uint8)
    table = np.empty((3, 256), np.int64)
    for row in range(first, last):
        white = sector.rows[row]
        free = free_points(white)
        lines = free_lines(board.lines, white, free.number)
        best[:] = NOTHING
        for target in range(free.size):
            point = free.points[target]
            closes = closes_line(board, white, point)
            if closes and sector.wins:
                _win(sector.columns, 1 << target, best)
                continue
            after = white | 1 << point
            symmetry, row_after = board.symmetry_of[after], board.row_of[after]
            other = free_points(sector.rows_after[row_after])
            fill_map(way_to(free, other.number, board.permutation[symmetry]), free.size, table)
            if closes:
                _place_and_take(board.rank, sector, 1 << target, lines, table, row_after, best)
            else:
                _place(board.rank, sector.columns, 1 << target, table, sector.quiet[row_after], best)
        for column in range(len(best)):
            cells[row, column] = _cell(best[column])


@compiled
def _win(columns, target, best):
    for column in range(len(columns)):
        if not columns[column] & target:
            best[column] = WINS


@compiled
def _place(rank, columns, target, table, quiet, best):
    for column in range(len(columns)):
        if columns[column] & target or best[column] == WINS:
            continue
        best[column] = max(best[column], after_move(quiet[rank[mapped(table, columns[column])]]))


@compiled
def _place_and_take(rank, sector, target, lines, table, row_after, best):
    for column in range(len(sector.columns)):
        black = sector.columns[column]
        if black & target or best[column] == WINS:
            continue
        result = mapped(table, black)
        stones = takeable(black, lines, sector.protects)
        if not stones:
            best[column] = max(best[column], after_move(sector.quiet[row_after, rank[result]]))
        while stones and best[column] != WINS:
            value = after_move(sector.taken[row_after, rank[result ^ mapped(table, stones & -stones)]])
            best[column] = max(best[column], value)
            stones &= stones - 1


@compiled
def place_black(first, last, board, sector, cells):
    """Black places; `sector.rows_after` has one stone fewer, for removals."""
    for row in range(first, last):
        white = sector.rows[row]
        free = free_points(white)
        lines = free_lines(board.lines, white, free.number)
        taken = white if sector.wins else takeable(white, board.lines, sector.protects)
        rows_after, tables = ways_after_taking(board, sector.rows_after, white, free, 0 if sector.wins else taken)
        for column in range(len(sector.columns)):
            black = sector.columns[column]
            closing = _closing(black, lines) if taken else 0
            if closing and sector.wins:
                cells[row, column] = WON_CELL
                continue
            targets = ((1 << free.size) - 1) & ~black & ~closing
            best = _best_quiet(board.rank, black, targets, sector.quiet[row])
            if best != WINS:
                best = max(best, _best_closing(board.rank, black, closing, rows_after, tables, sector.taken))
            cells[row, column] = _cell(best)


@inlined
def _closing(stones, lines):
    """The free points on which one more stone completes a line."""
    closing = 0
    for line in lines:
        missing = line & ~stones
        if missing & missing - 1 == 0:
            closing |= missing
    return closing


@inlined
def _best_quiet(rank, black, targets, quiet):
    best = NOTHING
    while targets and best != WINS:
        best = max(best, after_move(quiet[rank[black | targets & -targets]]))
        targets &= targets - 1
    return best


@inlined
def _best_closing(rank, black, closing, rows_after, tables, cells):
    best = NOTHING
    while closing and best != WINS:
        after = black | closing & -closing
        closing &= closing - 1
        best = max(best, best_removal(rank, after, rows_after, tables, cells))
    return best
