"""Solve a pair of the moving phase with NumPy alone, for few stones.

It is many times slower than the compiled solver and shares no code with it: positions are judged move by move by the
values after their moves, first all of them by their captures, then again and again those from which a move leads to a
position that was just decided. Only one position of each orbit under the symmetries is judged.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from muehle.board import LINES, NEIGHBOURS, PARTNERS
from muehle_tables.families import Family
from muehle_tables.indexing import IMAGES, POINTS, row_sets
from muehle_tables.sectors import DRAWN, FEWEST, MovingSector, sectors_of
from muehle_tables.solver.solution import Array, Counts, Solution
from muehle_tables.solver.solvers import Load
from muehle_tables.solver.threads import Threads

AT_ONCE = 200_000
NEVER = 1000
_ALL = (1 << POINTS) - 1
_IMAGES = np.array(IMAGES, np.int64)


def solve_pair(family: Family, pair: tuple[int, int], load: Load, threads: Threads) -> list[Solution]:
    """The sectors of a pair; `load` gives the cells of the pairs with one stone fewer. Uses one thread."""
    return _Solver(family, pair, load).solve()


class _Layout:
    """Where the positions of a pair stand: vectors of indices to sets of points and back."""

    def __init__(self, row_stones: int, column_stones: int) -> None:
        sets = np.arange(1 << POINTS - row_stones)
        self._rows = np.array(row_sets(row_stones))
        self._columns = sets[np.bitwise_count(sets) == column_stones]
        self._rank = np.zeros(len(sets), np.int64)
        self._rank[self._columns] = np.arange(len(self._columns))

    def sets(self, indices: Array) -> tuple[Array, Array]:
        """The points of the rows and of the columns."""
        rows = self._rows[indices // len(self._columns)]
        column = self._columns[indices % len(self._columns)]
        spread, taken = np.zeros_like(rows), np.zeros_like(rows)
        for point in range(POINTS):
            free = rows >> point & 1 ^ 1
            spread |= (column >> taken & free) << point
            taken += free
        return rows, spread

    def indices(self, rows: Array, columns: Array) -> Array:
        """The index of one position of the orbit: the largest image, the rows first."""
        keys = np.stack([_image(symmetry, rows) << POINTS | _image(symmetry, columns) for symmetry in range(16)])
        rows, columns = keys.max(axis=0) >> POINTS, keys.max(axis=0) & _ALL
        column, taken = np.zeros_like(rows), np.zeros_like(rows)
        for point in range(POINTS):
            column |= (columns >> point & 1) << taken
            taken += rows >> point & 1 ^ 1
        return np.searchsorted(self._rows, rows) * len(self._columns) + self._rank[column]


def _image(symmetry: int, points: Array) -> Array:
    top, middle, bottom = _IMAGES[symmetry]
    return top[points & 255] | middle[points >> 8 & 255] | bottom[points >> 16]


class _Values:
    """The cells of a sector by the sets of both sides."""

    def __init__(self, sector: MovingSector, cells: Array) -> None:
        self.sector, self.cells = sector, cells
        self._layout = _Layout(sector.row_stones, sector.column_stones)

    def sets(self, indices: Array) -> tuple[Array, Array]:
        """The points of the side to move and of the other."""
        rows, columns = self._layout.sets(indices)
        return (rows, columns) if self.sector.rows_move else (columns, rows)

    def indices(self, own: Array, other: Array) -> Array:
        return self._layout.indices(*((own, other) if self.sector.rows_move else (other, own)))


class _Solver:
    def __init__(self, family: Family, pair: tuple[int, int], load: Load) -> None:
        self._family = family
        self._values = {sector: _Values(sector, np.full(sector.cells, DRAWN, np.uint8)) for sector in sectors_of(pair)}
        self._canonical = {sector: self._canonical_of(values) for sector, values in self._values.items()}
        self._after_capture = {
            sector: _Values(fewer, load(fewer).ravel())
            for sector in self._values
            for fewer in [MovingSector(sector.other - 1, sector.own)]
            if sector.other > FEWEST
        }

    def solve(self) -> list[Solution]:
        self._judge_all(self._canonical, by_captures=True)
        for level in range(1, (self._family.limit or NEVER) + 1):
            before = {sector: self._before(sector, level - 1) for sector in self._values}
            if level > FEWEST and not any(map(len, before.values())):
                break
            self._judge_all(before)
        return [self._solution(sector) for sector in self._values]

    def _canonical_of(self, values: _Values) -> Array:
        found = [at[values.indices(*values.sets(at)) == at] for at in _parts(np.arange(len(values.cells)))]
        return np.concatenate(found)

    def _before(self, sector: MovingSector, level: int) -> Array:
        """The undecided positions from which a move may lead to one that was decided at that level."""
        values, after = self._values[sector], self._values[MovingSector(sector.other, sector.own)]
        canonical = self._canonical[after.sector]
        cells = after.cells[canonical]
        reached = canonical[(cells != DRAWN) & (self._levels(cells) == level)]
        found = [np.zeros(0, np.int64)]
        for part in _parts(reached):
            moved, own = after.sets(part)
            for target, source in _steps(flies=sector.own == FEWEST):
                at = (own & target != 0) & ((own | moved) & source == 0)
                found.append(np.unique(values.indices(own[at] ^ target | source, moved[at])))
        candidates = np.unique(np.concatenate(found))
        return candidates[values.cells[candidates] == DRAWN]

    def _judge_all(self, indices: dict[MovingSector, Array], *, by_captures: bool = False) -> None:
        codes = {
            sector: [self._judge(sector, part, by_captures) for part in _parts(each)]
            for sector, each in indices.items()
        }
        for sector, found in codes.items():
            for part, each in zip(_parts(indices[sector]), found, strict=True):
                self._values[sector].cells[part] = each

    def _judge(self, sector: MovingSector, indices: Array, by_captures: bool) -> Array:
        """The codes of positions; if only captures count, every quiet move is an open option."""
        own, other = self._values[sector].sets(indices)
        best, worst = np.full(len(indices), NEVER), np.zeros(len(indices), np.int64)
        is_open = np.zeros(len(indices), np.bool_)
        removable = self._removable(other, sector.other)
        for source, target in _steps(flies=sector.own == FEWEST):
            at = np.flatnonzero((own & source != 0) & ((own | other) & target == 0))
            rest = own[at] ^ source
            first, second = PARTNERS[target]
            takes = ((rest & first == first) | (rest & second == second)) & (removable[at] != 0)
            quiet, taking = at[~takes], at[takes]
            if by_captures:
                is_open[quiet] = True
            else:
                after = self._values[MovingSector(sector.other, sector.own)]
                cells = after.cells[after.indices(other[quiet], own[quiet] ^ source | target)]
                level = self._levels(cells) + 1
                _note(quiet, cells, level, best, worst, is_open)
            self._capture(sector, taking, own[taking] ^ source | target, other, removable, (best, worst, is_open))
        worst = np.where(is_open, NEVER, worst)
        return self._codes(best, worst)

    def _capture(
        self,
        sector: MovingSector,
        taking: Array,
        own: Array,
        other: Array,
        removable: Array,
        results: tuple[Array, Array, Array],
    ) -> None:
        if sector.other == FEWEST:
            results[0][taking] = 1
            return
        after = self._after_capture[sector]
        for point in range(POINTS):
            takes = removable[taking] >> point & 1 == 1
            at = taking[takes]
            cells = after.cells[after.indices(other[at] ^ 1 << point, own[takes])]
            # A capture that loses takes a half-move if these are counted.
            level = np.where(cells & 1, 1 if self._family.limit else 0, 1)
            _note(at, cells, level, *results)

    def _removable(self, stones: Array, number: int) -> Array:
        in_mills = np.zeros_like(stones)
        for line in LINES:
            in_mills |= np.where(stones & line == line, line, 0)
        outside = stones & ~in_mills
        if self._family.protects and number > FEWEST:
            return outside
        return np.where(outside == 0, stones, outside)

    def _levels(self, cells: Array) -> Array:
        wide = cells.astype(np.int64)
        return wide if self._family.limit is None else (wide + 1) // 2

    def _codes(self, best: Array, worst: Array) -> Array:
        limit = self._family.limit
        won, lost = (best, worst) if limit is None else (2 * best - 1, 2 * worst)
        last = limit or NEVER - 1
        return np.where(best <= last, won, np.where(worst <= last, lost, DRAWN)).astype(np.uint8)

    def _solution(self, sector: MovingSector) -> Solution:
        values, canonical = self._values[sector], self._canonical[sector]
        whole = np.concatenate(
            [values.cells[values.indices(*values.sets(part))] for part in _parts(np.arange(len(values.cells)))]
        )
        cells = values.cells[canonical]
        decided = cells[cells != DRAWN]
        won = int((decided & 1).sum())
        longest = int(self._levels(decided).max(initial=0))
        counts = Counts(won, len(decided) - won, len(cells) - len(decided), longest)
        return Solution(sector, whole.reshape(len(row_sets(sector.row_stones)), -1), counts)


def _note(at: Array, cells: Array, level: Array, best: Array, worst: Array, is_open: Array) -> None:
    """Note for positions what one of their moves leads to, by the cell of the opponent and the level of the mover."""
    drawn, odd = cells == DRAWN, cells & 1 == 1
    is_open[at] |= drawn
    worst[at] = np.maximum(worst[at], np.where(odd & ~drawn, level, 0))
    best[at] = np.minimum(best[at], np.where(odd, NEVER, level))


def _steps(*, flies: bool) -> Iterator[tuple[int, int]]:
    """The single points between which a stone can move."""
    for source in (1 << point for point in range(POINTS)):
        for target in (1 << point for point in range(POINTS)):
            if source != target and (flies or NEIGHBOURS[source] & target):
                yield source, target


def _parts(indices: Array) -> Iterator[Array]:
    for first in range(0, len(indices), AT_ONCE):
        yield indices[first : first + AT_ONCE]
