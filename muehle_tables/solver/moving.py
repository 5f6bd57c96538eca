"""Solve one pair of the moving phase, backwards from captures and blocks (retrograde analysis)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from muehle_tables.families import Family
from muehle_tables.indexing import POINTS
from muehle_tables.sectors import DRAWN, MovingSector, sectors_of
from muehle_tables.solver import finishing, first_values, passes
from muehle_tables.solver.cells import Pair
from muehle_tables.solver.geometry import column_array, geometry, row_array, row_moves
from muehle_tables.solver.solution import Array, Counts, Solution
from muehle_tables.solver.solvers import Load
from muehle_tables.solver.threads import Threads

SMALL: Final = 20_000
FIRST_AFTER_CAPTURES: Final = 2
_WORD: Final = 8


class _Side:
    """The cells of one side to move, and how many of its positions were decided with each code, row by row."""

    def __init__(self, pair: Pair) -> None:
        width = -(-len(pair.columns) // _WORD) * _WORD
        self.padded = np.full((len(pair.rows), width), DRAWN, np.uint8)
        self.columns = len(pair.columns)
        self.decided: dict[int, Array] = {}

    @property
    def cells(self) -> Array:
        return self.padded[:, : self.columns]

    def decided_with(self, code: int) -> int:
        """How many positions have the code."""
        return int(self.decided[code].sum()) if code in self.decided else 0

    def add(self, code: int, found: Array) -> None:
        """Count newly decided positions."""
        self.decided[code] = self.decided[code] + found if code in self.decided else found


def solve_pair(family: Family, pair: tuple[int, int], load: Load, threads: Threads) -> list[Solution]:
    """The sectors of a pair; `load` gives the cells of the pairs with one stone fewer."""
    return _Solver(family, pair, load, threads).solve()


class _Solver:
    def __init__(self, family: Family, pair: tuple[int, int], load: Load, threads: Threads) -> None:
        more, fewer = pair
        self._family, self._load, self._threads, self._equal = family, load, threads, more == fewer
        self._board = geometry()
        self._pair = Pair(
            more,
            fewer,
            row_array(more),
            row_moves(more),
            column_array(POINTS - more, fewer),
            family.protects,
            2 if family.limit else 0,
        )
        self._rows, self._columns = _Side(self._pair), _Side(self._pair)

    def solve(self) -> list[Solution]:
        """The sectors of the pair: one if both sides have as many stones, otherwise one for each side to move."""
        self._begin()
        self._pass_on()
        sectors = sectors_of((self._pair.row_stones, self._pair.column_stones))
        return [self._solution(sector, self._rows if sector.rows_move else self._columns) for sector in sectors]

    def _begin(self) -> None:
        more, fewer = self._pair.row_stones, self._pair.column_stones
        nothing = np.zeros((1, 1), np.uint8)
        captured = self._load(MovingSector(fewer - 1, more)) if fewer > 3 else nothing
        self._over_rows(first_values.begin_rows, self._board, self._pair, self._rows.cells, captured)
        if self._equal:
            sets = (self._pair.rows, self._pair.columns, self._pair.rows)
            self._over_rows(finishing.turn, self._board, *sets, self._rows.cells, self._columns.cells)
        else:
            captured = self._load(MovingSector(more - 1, fewer)) if more > 3 else nothing
            rows_fewer = row_array(max(more - 1, 3))
            self._over_rows(
                first_values.begin_columns, self._board, self._pair, self._columns.cells, rows_fewer, captured
            )
        for side in (self._rows, self._columns):
            found = np.zeros((len(self._pair.rows), 3), np.int64)
            self._over_rows(first_values.count_first, side.cells, found)
            side.decided = {code: found[:, code].copy() for code in range(3)}

    def _pass_on(self) -> None:
        """Go back from each code to the codes before it, by rising level."""
        if self._family.limit is None:
            self._pass_codes()
        else:
            self._pass_levels(self._family.limit)
        for side in (self._rows, self._columns):
            self._over_rows(finishing.finish, side.cells)

    def _pass_codes(self) -> None:
        """Without a limit, the code is the level. After the captures, a level without positions is the end."""
        code = 0
        while self._decided_with(code) or code < FIRST_AFTER_CAPTURES:
            self._step(code, code + 1)
            code += 1

    def _pass_levels(self, limit: int) -> None:
        """With a limit, a level has a code for lost positions and one for won ones, and the last level is the limit."""
        for level in range(limit):
            won, lost = 2 * level - 1, 2 * level
            if level >= FIRST_AFTER_CAPTURES and not self._decided_with(won) and not self._decided_with(lost):
                break
            self._step(lost, 2 * level + 1)
            self._step(won, 2 * level + 2)

    def _decided_with(self, code: int) -> int:
        return self._rows.decided_with(code) + self._columns.decided_with(code)

    def _step(self, code: int, given: int) -> None:
        """Give a code to the positions before those with another one."""
        number = self._decided_with(code)
        if not number:
            return
        small = number < SMALL
        lists = {side: self._list(side, code, small=small) for side in (self._rows, self._columns)}
        # A move of one side leads to a position in which the other side is to move.
        for side, kernel, other in (
            (self._rows, passes.step_rows, self._columns),
            (self._columns, passes.step_columns, self._rows),
        ):
            found = np.zeros(len(self._pair.rows), np.int64)
            self._over_rows(kernel, self._board, self._pair, side.cells, given, *lists[other], found, small=small)
            side.add(given, found)

    def _list(self, side: _Side, code: int, *, small: bool) -> tuple[Array, Array]:
        """Where the list of each row begins, and the columns that have the code."""
        offset = np.concatenate(([0], np.cumsum(side.decided.pop(code, np.zeros(len(self._pair.rows), np.int64)))))
        collected = np.empty(offset[-1], np.uint16)
        words = side.padded.view(np.uint64)
        self._over_rows(passes.collect, side.cells, words, code, offset, collected, small=small)
        return offset, collected

    def _solution(self, sector: MovingSector, side: _Side) -> Solution:
        found = np.zeros((len(self._pair.rows), 4), np.int64)
        self._over_rows(finishing.count, self._board, self._pair.rows, self._pair.columns, side.cells, found)
        won, lost, drawn = found[:, :3].sum(axis=0).tolist()
        longest = self._family.level(int(found[:, 3].max()))
        return Solution(sector, side.cells, Counts(won, lost, drawn, longest))

    def _over_rows(self, kernel: Callable[..., None], *arguments: Any, small: bool = False) -> None:
        self._threads.over_rows(kernel, len(self._pair.rows), *arguments, small=small)
