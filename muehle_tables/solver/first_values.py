"""The first values of a pair: what captures and blocks decide. Compiled, for a range of rows, without the GIL."""

from __future__ import annotations

import numpy as np

from muehle_tables.indexing import POINTS
from muehle_tables.solver.bits import bit_count, compiled, inlined, lowest
from muehle_tables.solver.cells import (
    BLOCKED,
    DRAWS,
    LOSES,
    NOTHING,
    OPEN,
    WINS,
    WON_BY_CAPTURE,
    after_move,
    best_removal,
)
from muehle_tables.solver.rows import (
    fill_map,
    free_lines,
    free_points,
    mapped,
    reaches,
    takeable,
    way_to,
    ways_after_taking,
)


@compiled
def begin_rows(first, last, board, pair, cells, fewer_columns):
    """Decide by captures and blocks where the side with the rows moves.

    `fewer_columns` are the cells of the pair with one column stone fewer, the side with the columns to move.
    """
    best = np.empty(len(pair.columns), np.uint8)
    for row in range(first, last):
        free = free_points(pair.rows[row])
        _count_row_moves(board, pair, row, free, cells[row])
        _capture_from_row(board, pair, row, free, fewer_columns, best, cells[row])
        _settle(cells[row], best, pair.lost_by_captures)


@compiled
def _count_row_moves(board, pair, row, free, cells):
    targets = np.zeros(POINTS, np.uint8)
    for move in range(pair.moves.offset[row], pair.moves.offset[row + 1]):
        if not pair.moves.closes[move]:
            targets[free.number[pair.moves.target[move]]] += 1
    cells[:] = OPEN
    for i in range(free.size):
        if targets[i]:
            for column in range(len(pair.columns)):
                cells[column] += targets[i] * np.uint8(1 - (pair.columns[column] >> i & 1))


@compiled
def _capture_from_row(board, pair, row, free, fewer_columns, best, cells):
    best[:] = NOTHING
    taken = np.zeros(0, np.int32)
    table = np.empty((3, 256), np.int64)
    for move in range(pair.moves.offset[row], pair.moves.offset[row + 1]):
        if not pair.moves.closes[move]:
            continue
        target = 1 << free.number[pair.moves.target[move]]
        if pair.column_stones == 3:
            for column in range(len(pair.columns)):
                if not pair.columns[column] & target:
                    best[column] = WINS
            continue
        if not len(taken):
            taken = _takeable_columns(board, pair, row, free)
        after = pair.moves.row[move]
        other = free_points(pair.rows[after])
        way = way_to(free, other.number, board.permutation[pair.moves.symmetry[move]])
        fill_map(way, free.size, table)
        _try_captures(board.rank, pair.columns, target, taken, table, fewer_columns[after], best, cells)


@compiled
def _takeable_columns(board, pair, row, free):
    lines = free_lines(board.lines, pair.rows[row], free.number)
    taken = np.empty(len(pair.columns), np.int32)
    for column in range(len(pair.columns)):
        taken[column] = takeable(pair.columns[column], lines, pair.protects)
    return taken


@compiled
def _try_captures(rank, columns, target, taken, table, cells_after, best, cells):
    for column in range(len(columns)):
        if columns[column] & target:
            continue
        stones = np.int64(taken[column])
        if not stones:
            # The mill takes nothing, so the move is quiet.
            cells[column] += 1
            continue
        if best[column] == WINS:
            continue
        result = mapped(table, columns[column])
        while stones:
            stone = stones & -stones
            stones ^= stone
            value = after_move(cells_after[rank[result ^ mapped(table, stone)]])
            if value > best[column]:
                best[column] = value
                if value == WINS:
                    break


@compiled
def _settle(cells, best, lost_by_captures):
    for column in range(len(best)):
        cells[column] = _first_cell(cells[column], best[column], lost_by_captures)


@compiled
def _first_cell(cell, best, lost_by_captures):
    """The first value of a position with `cell - OPEN` quiet moves whose captures lead to `best`."""
    if best == WINS:
        return np.uint8(WON_BY_CAPTURE)
    if best == DRAWS:
        return np.uint8(cell + 1)
    if cell > OPEN:
        return np.uint8(cell)
    return np.uint8(lost_by_captures if best == LOSES else BLOCKED)


@compiled
def begin_columns(first, last, board, pair, cells, rows_fewer, fewer_rows):
    """Decide by captures and blocks where the side with the columns moves.

    `rows_fewer` are the rows of one stone fewer, `fewer_rows` the cells of that pair, the side with the rows to move.
    """
    mills, sources = np.empty(POINTS, np.int64), np.empty(POINTS, np.int64)
    for row in range(first, last):
        free = free_points(pair.rows[row])
        lines = free_lines(board.lines, pair.rows[row], free.number)
        reach = reaches(board.neighbours, free, pair.column_stones == 3)
        wins_at_once = pair.row_stones == 3
        taken = pair.rows[row] if wins_at_once else takeable(pair.rows[row], board.lines, pair.protects)
        rows_after, tables = ways_after_taking(board, rows_fewer, pair.rows[row], free, 0 if wins_at_once else taken)
        best = np.empty(len(pair.columns), np.uint8)
        for column in range(len(pair.columns)):
            stones = pair.columns[column]
            options = _count_column_moves(stones, free.size, reach, pair.column_stones)
            best[column] = NOTHING
            if taken:
                count = _closing_moves(stones, lines, reach, mills, sources)
                for i in range(count):
                    options -= bit_count(sources[i])
                if count and wins_at_once:
                    best[column] = WINS
                elif count:
                    best[column] = _best_capture(
                        board.rank, stones, mills[:count], sources, rows_after, tables, fewer_rows
                    )
            cells[row, column] = OPEN + options
        _settle(cells[row], best, pair.lost_by_captures)


@inlined
def _count_column_moves(stones, points, reach, count):
    if count == 3:
        return 3 * (points - 3)
    moves = 0
    rest = stones
    while rest:
        moves += bit_count(reach[lowest(rest)] & ~stones)
        rest &= rest - 1
    return moves


@inlined
def _closing_moves(stones, lines, reach, mills, sources):
    """The points that close a mill, each once, and for each the stones that can move there. Returns their number."""
    count = 0
    for line in lines:
        missing = line & ~stones
        if missing == 0 or missing & missing - 1:
            continue
        movers = reach[lowest(missing)] & stones & ~line
        if not movers:
            continue
        at = 0
        while at < count and mills[at] != missing:
            at += 1
        if at == count:
            mills[at], sources[at] = missing, 0
            count += 1
        sources[at] |= movers
    return count


@inlined
def _best_capture(rank, stones, mills, sources, rows_after, tables, fewer_rows):
    best = NOTHING
    for i in range(len(mills)):
        movers = sources[i]
        while movers and best != WINS:
            after = stones ^ movers & -movers | mills[i]
            movers &= movers - 1
            best = max(best, best_removal(rank, after, rows_after, tables, fewer_rows))
    return best


@compiled
def count_first(first, last, cells, found):
    """Count the codes 0, 1 and 2 of each row."""
    for row in range(first, last):
        for column in range(cells.shape[1]):
            if cells[row, column] <= 2:
                found[row, cells[row, column]] += 1
