"""Build the sectors of a family in order. What is there already is kept, so a build that was killed goes on."""

from __future__ import annotations

import time
from pathlib import Path

from muehle_tables.families import Family
from muehle_tables.manifest import Manifest
from muehle_tables.sectors import LAST_PLACEMENT, moving_pairs, placing_sectors, sectors_of
from muehle_tables.solver.needs import needs, require
from muehle_tables.solver.progress import Progress
from muehle_tables.solver.solvers import solver_for
from muehle_tables.solver.store import Store
from muehle_tables.solver.threads import Threads


def build_family(directory: Path, family: Family, stones: int, placing: int | None, *, threads: int) -> None:
    """Build the moving phase with that many stones at most, and the placing phase, kept up to half-move `placing`.

    Raises CannotBuild beforehand if memory or disk would not do.
    """
    manifest = Manifest.read(directory)
    require(directory, needs(manifest, family, stones, placing))
    build = _Build(manifest, family, Threads(threads))
    build.moving(stones)
    if placing is not None:
        build.placing(placing)


class _Build:
    def __init__(self, manifest: Manifest, family: Family, threads: Threads) -> None:
        self._family, self._threads = family, threads
        self._store = Store(manifest, family, threads)

    def moving(self, stones: int) -> None:
        pairs = [pair for pair in moving_pairs(stones) if not all(map(self._store.has, sectors_of(pair)))]
        progress = Progress(self._family.name, sum(sector.cells for pair in pairs for sector in sectors_of(pair)))
        solver = solver_for(max(map(sum, pairs), default=0))
        for pair in pairs:
            progress.begin(f"{pair[0]}-{pair[1]}")
            started = time.monotonic()
            for solution in solver(self._family, pair, self._store.load, self._threads):
                seconds = time.monotonic() - started
                self._store.save(solution.sector, solution.cells, solution.counts, seconds)
                progress.add(solution.sector.cells)
        progress.end()

    def placing(self, kept: int) -> None:
        """Backwards from the end of the placing phase, or from the level that an earlier build has reached."""
        from muehle_tables.solver.placing import PlacingSolver

        solver = PlacingSolver(self._family, self._store.load, self._threads)
        levels = placing_sectors()
        first = next(
            half_moves
            for half_moves in range(LAST_PLACEMENT + 1)
            if all(
                self._store.has(sector) for level in levels[half_moves : max(half_moves, kept) + 1] for sector in level
            )
        )
        missing = [[sector for sector in level if not self._store.has(sector)] for level in levels[:first]]
        progress = Progress(self._family.name, sum(sector.cells for level in missing for sector in level))
        for half_moves in reversed(range(first)):
            for sector in missing[half_moves]:
                progress.begin(f"placing, half-move {half_moves}")
                started = time.monotonic()
                cells, counts = solver.solve(sector)
                self._store.save(sector, cells, counts, time.monotonic() - started)
                progress.add(sector.cells)
            if kept < half_moves + 1 < LAST_PLACEMENT:
                for sector in levels[half_moves + 1]:
                    self._store.remove(sector)
        progress.end()
