"""The passes over a pair: from each decided position to the positions before it. Compiled, for a range of rows."""

from __future__ import annotations

import numpy as np

from muehle_tables.indexing import POINTS
from muehle_tables.solver.bits import compiled, inlined, lowest
from muehle_tables.solver.cells import OPEN
from muehle_tables.solver.rows import fill_map, free_lines, free_points, in_lines, mapped, reaches, takeable, way_to

# A list from this length on is worth a table of where its columns go.
LONG = 48


@compiled
def collect(first, last, cells, words, code, offset, collected):
    """List the columns that have a code, row by row; `words` are the cells by eight, to skip those without it."""
    pattern = np.uint64(0x0101010101010101) * np.uint64(code)
    ones, tops = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
    for row in range(first, last):
        at, end = offset[row], offset[row + 1]
        word = 0
        while at < end:
            different = words[row, word] ^ pattern
            if (different - ones) & ~different & tops:
                for column in range(8 * word, 8 * word + 8):
                    if cells[row, column] == code:
                        collected[at] = column
                        at += 1
            word += 1


@compiled
def step_rows(first, last, board, pair, cells, code, offset, collected, found):
    """Give `code` to the positions, the side with the rows to move, from which a move leads to a listed position.

    An odd code wins, so one such move is enough; an even one takes an option away, and the last one loses. A row reads
    the lists of the rows that its own moves reach, so it alone writes its cells.
    """
    table = np.empty((3, 256), np.int64)
    mills_may_be_quiet = pair.protects and pair.column_stones > 3
    for row in range(first, last):
        found[row] = 0
        if not _reaches_listed(pair.moves, row, offset):
            continue
        free = free_points(pair.rows[row])
        lines = free_lines(board.lines, pair.rows[row], free.number)
        new = 0
        for move in range(pair.moves.offset[row], pair.moves.offset[row + 1]):
            begin, end = offset[pair.moves.row[move]], offset[pair.moves.row[move] + 1]
            if begin == end or (pair.moves.closes[move] and not mills_may_be_quiet):
                continue
            new += _step_back(board, pair, move, free, lines, cells[row], code, collected[begin:end], table)
        found[row] = new


@compiled
def _reaches_listed(moves, row, offset):
    for move in range(moves.offset[row], moves.offset[row + 1]):
        if offset[moves.row[move]] < offset[moves.row[move] + 1]:
            return True
    return False


@compiled
def _step_back(board, pair, move, free, lines, cells, code, listed, table):
    """Take a move back from the listed columns of the row that it leads to; returns how many cells it decided."""
    source, way = _way_back(board, pair, move, free)
    long = len(listed) > LONG
    if long:
        fill_map(way, POINTS, table)
    new = 0
    for at in range(len(listed)):
        after = pair.columns[listed[at]]
        if not after >> source & 1:
            stones = mapped(table, after) if long else _sent(way, after)
            if not pair.moves.closes[move] or in_lines(stones, lines) == stones:
                new += _decide(cells, board.rank[stones], code)
    return new


@compiled
def _way_back(board, pair, move, free):
    """The number, in the row after a move, of the point that the move left; and where its columns come from."""
    after = free_points(pair.rows[pair.moves.row[move]])
    symmetry = pair.moves.symmetry[move]
    way = way_to(after, free.number, board.inverse[symmetry])
    return after.number[board.permutation[symmetry, pair.moves.source[move]]], way


@inlined
def _sent(way, column):
    sent = 0
    while column:
        sent |= way[lowest(column)]
        column &= column - 1
    return sent


@inlined
def _decide(cells, column, code):
    """Give a cell its code if that is decided now; returns how many cells were."""
    cell = cells[column]
    if cell <= OPEN:
        return 0
    if code & 1 or cell == OPEN + 1:
        cells[column] = code
        return 1
    cells[column] = cell - 1
    return 0


@compiled
def step_columns(first, last, board, pair, cells, code, offset, collected, found):
    """Like `step_rows`, the side with the columns to move: its moves stay in the row, so they are taken back there."""
    for row in range(first, last):
        begin, end = offset[row], offset[row + 1]
        found[row] = 0
        if begin == end:
            continue
        free = free_points(pair.rows[row])
        lines = free_lines(board.lines, pair.rows[row], free.number)
        reach = reaches(board.neighbours, free, pair.column_stones == 3)
        mills_are_quiet = pair.row_stones > 3 and takeable(pair.rows[row], board.lines, pair.protects) == 0
        new = 0
        for at in range(begin, end):
            after = pair.columns[collected[at]]
            moved = after if mills_are_quiet else after & ~in_lines(after, lines)
            while moved:
                stone = moved & -moved
                moved ^= stone
                sources = reach[lowest(stone)] & ~after
                while sources:
                    new += _decide(cells[row], board.rank[after ^ stone | sources & -sources], code)
                    sources &= sources - 1
        found[row] = new
