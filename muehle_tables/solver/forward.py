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
from muehle_tables.solver.bits import bit_count, compiled, lowest
from muehle_tables.solver.geometry import column_array, geometry, image_of, row_array
from muehle_tables.solver.solution import Array
from muehle_tables.solver.threads import Threads

FULL = (1 << POINTS) - 1
Load = Callable[[Sector], Array]
_NOTHING: Final = np.zeros((1, 1), np.uint8)


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
    for row in range(first, last):
        for column in range(len(columns)):
            column_set = _spread(columns[column], FULL & ~rows[row])
            if checked.own_has_rows:
                expected = _expected(board, rows[row], column_set, checked)
            else:
                expected = _expected(board, column_set, rows[row], checked)
            wrong[row] += expected != cells[row, column]


@compiled
def _spread(column, free):
    """The points of a column, which numbers the free points of its row."""
    points = 0
    while free:
        point = free & -free
        free ^= point
        if column & 1:
            points |= point
        column >>= 1
    return points


@compiled
def _cell(board, cells, own, other, own_has_rows):
    rows, columns = (own, other) if own_has_rows else (other, own)
    symmetry = board.symmetry_of[rows]
    row_set = image_of(board.images, symmetry, rows)
    rest = image_of(board.images, symmetry, columns)
    column = 0
    while rest:
        point = rest & -rest
        rest ^= point
        column |= 1 << lowest(point) - bit_count(row_set & point - 1)
    return cells[board.row_of[rows], board.rank[column]]


@compiled
def _in_mills(lines, stones):
    found = 0
    for line in lines:
        if stones & line == line:
            found |= line
    return found


@compiled
def _expected(board, own, other, checked):
    """The code of a position with `own` to move."""
    best = np.array([1000, 1000, -1], np.int64)  # the shortest win, a draw, the longest loss
    free = FULL & ~own & ~other
    removable = other & ~_in_mills(board.lines, other)
    if not removable and (not checked.protects or checked.wins):
        removable = other
    if checked.places:
        _try_targets(board, own, other, free, removable, checked, best)
        return _result(best)
    sources = own
    while sources:
        source = sources & -sources
        sources ^= source
        targets = free if bit_count(own) == FEWEST else board.neighbours[lowest(source)] & free
        _try_targets(board, own ^ source, other, targets, removable, checked, best)
    return _code(best, checked.limit)


@compiled
def _try_targets(board, rest, other, targets, removable, checked, best):
    while targets:
        target = targets & -targets
        targets ^= target
        closes = _in_mills(board.lines, rest | target) & target
        _try(board, rest | target, other, removable if closes else 0, checked, best)


@compiled
def _try(board, own, other, removable, checked, best):
    if not removable:
        cell = _cell(board, checked.quiet, own, other, checked.own_has_rows_after_quiet)
        _note(best, cell, 1 + _level(cell, checked.limit), checked.limit)
        return
    if checked.wins:
        best[0] = 1
        return
    loses_in = 1 if checked.limit else 0
    while removable:
        rest = other ^ removable & -removable
        removable &= removable - 1
        cell = _cell(board, checked.taken, own, rest, checked.own_has_rows_after_taking)
        if cell == DRAWN:
            best[1] = 0
        elif cell & 1:
            best[2] = max(best[2], loses_in)
        else:
            best[0] = 1


@compiled
def _result(best):
    """The cell of a placing sector."""
    if best[0] < 1000:
        return 1
    return DRAWN if best[1] == 0 else 0


@compiled
def _level(cell, limit):
    return (cell + 1) // 2 if limit else cell


@compiled
def _note(best, cell, level, limit):
    if cell == DRAWN or (limit and level > limit):
        best[1] = 0
    elif cell & 1:
        best[2] = max(best[2], level)
    else:
        best[0] = min(best[0], level)


@compiled
def _code(best, limit):
    if best[0] < 1000:
        return 2 * best[0] - 1 if limit else best[0]
    if best[1] == 0:
        return DRAWN
    level = max(best[2], 0)
    return 2 * level if limit else level
