"""What a cell means while a pair is solved.

A cell is a byte. Up to 200 it is the code of a decided position (`Family.level`): even if the side to move has lost,
odd if it has won. 200 + k is undecided with k options left; an option is a quiet move, or the captures together if one
of them draws.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from muehle_tables.sectors import DRAWN
from muehle_tables.solver.bits import compiled, inlined
from muehle_tables.solver.geometry import RowMoves
from muehle_tables.solver.rows import mapped

OPEN = 200
# What moves lead to, at best.
NOTHING, LOSES, DRAWS, WINS = 0, 1, 2, 3
# The first codes.
BLOCKED, WON_BY_CAPTURE = 0, 1


class Pair(NamedTuple):
    """A pair of stone counts: the rows with their moves, the columns of each row, and the rules.

    `lost_by_captures` is the code of a position in which only losing captures are left.
    """

    row_stones: int
    column_stones: int
    rows: Any
    moves: RowMoves
    columns: Any
    protects: bool
    lost_by_captures: int


@compiled
def after_move(cell):
    """What a move leads to, by the cell of the opponent who is to move then."""
    if cell == DRAWN:
        return DRAWS
    return LOSES if cell & 1 else WINS


@inlined
def best_removal(rank, column, rows_after, tables, cells):
    """What removing one of the stones of a row leads to, at best; the arrays are those of `ways_after_taking`."""
    best = NOTHING
    for stone in range(len(rows_after)):
        best = max(best, after_move(cells[rows_after[stone], rank[mapped(tables[stone], column)]]))
        if best == WINS:
            break
    return best
