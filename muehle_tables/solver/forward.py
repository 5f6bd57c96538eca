"""The full check: all positions of a sector, from the moves that they have, compiled.

It generates moves on the whole board, position by position, and looks each result up as the reader does, so it shares
with the build only how positions are numbered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from muehle_tables.families import Family
from muehle_tables.indexing import POINTS
from muehle_tables.sectors import DRAWN, FEWEST, LAST_PLACEMENT, MovingSector, PlacingSector, Sector
from muehle_tables.solver.bits import bit_count, compiled, inlined, lowest
from muehle_tables.solver.geometry import column_array, geometry, image_of, row_array
from muehle_tables.solver.solution import Array
from muehle_tables.solver.threads import Threads

FULL = (1 << POINTS) - 1
Load = Callable[[Sector], Array]
_NOTHING: Final = np.zeros((1, 1), np.uint8)
NO_WIN = 1000


class Checked(NamedTuple):
    """The rules of a sector and the sectors that its moves lead to.

    `quiet` and `taken` are the cells after a move without and with a removal; the flags say whether the side that has
    just moved has the rows there. `wins` says that any removal wins. `limit` is 0 without one.
    """

    own_has_rows: bool
    places: bool
    quiet: Any
    own_has_rows_after_quiet: bool
    taken: Any
    own_has_rows_after_taking: bool
    wins: bool
    protects: bool
    limit: int


def wrong_cells(family: Family, sector: Sector, load: Load, threads: Threads) -> int:
    """How many cells of a sector do not follow from those after their moves."""
    rows = row_array(sector.row_stones)
    columns = column_array(POINTS - sector.row_stones, sector.column_stones)
    checked = _placing(family, sector, load) if isinstance(sector, PlacingSector) else _moving(family, sector, load)
    wrong = np.zeros(len(rows), np.int64)
    threads.over_rows(_check, len(rows), geometry(), rows, columns, load(sector), checked, wrong)
    return int(wrong.sum())


def _moving(family: Family, sector: MovingSector, load: Load) -> Checked:
    quiet, taken = MovingSector(sector.other, sector.own), MovingSector(sector.other - 1, sector.own)
    wins = sector.other == FEWEST
    return Checked(
        sector.rows_move,
        False,
        load(quiet),
        not quiet.rows_move,
        _NOTHING if wins else load(taken),
        not taken.rows_move,
        wins,
        family.protects,
        family.limit or 0,
    )


def _placing(family: Family, sector: PlacingSector, load: Load) -> Checked:
    white_moves = sector.half_moves % 2 == 0
    own, other = (sector.white, sector.black) if white_moves else (sector.black, sector.white)
    wins = other + sector.hands[1 if white_moves else 0] == FEWEST
    takes = own + 1 >= FEWEST and other > 0 and not wins
    quiet, own_has_rows_after_quiet = _after_placing(sector, white_moves, own + 1, other, load)
    taken, own_has_rows_after_taking = _NOTHING, white_moves
    if takes:
        taken, own_has_rows_after_taking = _after_placing(sector, white_moves, own + 1, other - 1, load)
    # A placing sector has results only, which are read like levels 0 and 1 of rules without a limit.
    rules = (wins, family.protects, 0)
    return Checked(white_moves, True, quiet, own_has_rows_after_quiet, taken, own_has_rows_after_taking, *rules)


def _after_placing(sector: PlacingSector, white_moves: bool, own: int, other: int, load: Load) -> tuple[Array, bool]:
    if sector.half_moves + 1 == LAST_PLACEMENT:
        after = MovingSector(other, own)
        return load(after), not after.rows_move
    white, black = (own, other) if white_moves else (other, own)
    return load(PlacingSector(sector.half_moves + 1, white, black)), white_moves


@compiled
def _check(first, last, board, rows, columns, cells, checked, wrong):
    free_bits = np.zeros(POINTS, np.int64)
    for row in range(first, last):
        _number_free_points(rows[row], free_bits)
        for column in range(len(columns)):
            column_set = _spread(columns[column], free_bits)
            own, other = (rows[row], column_set) if checked.own_has_rows else (column_set, rows[row])
            wrong[row] += _expected(board, own, other, checked) != cells[row, column]


@inlined
def _number_free_points(row_set, free_bits):
    number = 0
    for point in range(POINTS):
        if not row_set >> point & 1:
            free_bits[number] = 1 << point
            number += 1


@inlined
def _spread(column, free_bits):
    """The points of a column, which numbers the free points of its row."""
    points = 0
    while column:
        points |= free_bits[lowest(column)]
        column &= column - 1
    return points


@inlined
def _cell(board, cells, own, other, own_has_rows):
    rows, columns = (own, other) if own_has_rows else (other, own)
    symmetry = board.symmetry_of[rows]
    row_set = image_of(board.images, symmetry, rows)
    rest = image_of(board.images, symmetry, columns)
    column = 0
    while rest:
        column |= 1 << lowest(rest) - bit_count(row_set & (rest & -rest) - 1)
        rest &= rest - 1
    return cells[board.row_of[rows], board.rank[column]]


@inlined
def _in_mills(lines, stones):
    found = 0
    for line in lines:
        if stones & line == line:
            found |= line
    return found


@inlined
def _expected(board, own, other, checked):
    """The code of a position with `own` to move."""
    win, draws, loss = NO_WIN, False, 0  # the shortest win, whether a move draws, the longest loss
    free = FULL & ~own & ~other
    removable = other & ~_in_mills(board.lines, other)
    if not removable and (not checked.protects or checked.wins):
        removable = other
    sources = 1 << POINTS if checked.places else own  # a placing comes from a point outside of the board
    while sources and win > 1:
        source = sources & -sources
        sources ^= source
        flies = checked.places or bit_count(own) == FEWEST
        targets = free if flies else board.neighbours[lowest(source)] & free
        while targets and win > 1:
            after = own & ~source | targets & -targets
            takes = removable if _in_mills(board.lines, after) & targets & -targets else 0
            targets &= targets - 1
            if takes:
                cell = 0 if checked.wins else 1
                while takes and cell:
                    rest = other ^ takes & -takes
                    cell = _better(cell, _cell(board, checked.taken, after, rest, checked.own_has_rows_after_taking))
                    takes &= takes - 1
                level = 1 if checked.limit or cell != 1 else 0
            else:
                cell = _cell(board, checked.quiet, after, other, checked.own_has_rows_after_quiet)
                level = 1 + _level(cell, checked.limit)
            if cell == DRAWN or 0 < checked.limit < level:
                draws = True
            elif cell & 1:
                loss = max(loss, level)
            else:
                win = min(win, level)
    return _code(win, draws, loss, checked.places, checked.limit)


@inlined
def _better(best, cell):
    """The better one of two captures, by the cells after them: 0 wins, 1 loses."""
    if cell == DRAWN:
        return DRAWN
    return best if cell & 1 else 0


@inlined
def _level(cell, limit):
    return (cell + 1) // 2 if limit else cell


@inlined
def _code(win, draws, loss, places, limit):
    if places:
        return 1 if win < NO_WIN else DRAWN if draws else 0
    if win < NO_WIN:
        return 2 * win - 1 if limit else win
    if draws:
        return DRAWN
    return 2 * loss if limit else loss
