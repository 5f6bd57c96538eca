"""What a build needs, told before it begins."""

from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from muehle_tables.errors import CannotBuild
from muehle_tables.families import Family
from muehle_tables.indexing import columns, row_sets
from muehle_tables.manifest import Manifest
from muehle_tables.sectors import MovingSector, moving_pairs, placing_sectors

# Bytes of memory for each cell of the largest pair, and of a file for each cell: estimates from the pairs of up to
# sixteen stones, with room to spare.
FIXED_MEMORY: Final = 450_000_000
MEMORY_PER_CELL: Final = 3.5
DISK_PER_CELL: Final = 0.2
PLACING_PER_CELL: Final = 0.08


class Needs(NamedTuple):
    """Bytes of memory and of disk."""

    memory: int
    disk: int


def needs(manifest: Manifest, family: Family, stones: int, placing: int | None) -> Needs:
    """What is needed to build what is not there yet; `placing` is None if only the moving phase is built."""
    missing = [pair for pair in moving_pairs(stones) if not manifest.has(family.name, MovingSector(*pair))]
    largest = max(map(_pair_cells, missing), default=0)
    disk = sum(map(_pair_cells, missing)) * DISK_PER_CELL
    if placing is not None:
        levels = [sum(sector.cells for sector in level) for level in placing_sectors()]
        # Two levels while one is computed from the other, and all that are kept in the end.
        disk += max(*map(sum, pairwise(levels)), sum(levels[: placing + 1])) * PLACING_PER_CELL
        largest = max(largest, max(sector.cells for level in placing_sectors() for sector in level))
    return Needs(FIXED_MEMORY + int(largest * MEMORY_PER_CELL), int(disk))


def _pair_cells(pair: tuple[int, int]) -> int:
    more, fewer = pair
    return 2 * len(row_sets(more)) * columns(more, fewer)


def require(directory: Path, needed: Needs) -> None:
    """Raise CannotBuild if the machine has less memory or disk than that."""
    memory, disk = _free_memory(), shutil.disk_usage(_existing(directory)).free
    if memory is not None and memory < needed.memory:
        raise CannotBuild(f"The build needs {_gigabytes(needed.memory)} of memory; {_gigabytes(memory)} are free.")
    if disk < needed.disk:
        raise CannotBuild(
            f"The build needs {_gigabytes(needed.disk)} of disk in {directory}; {_gigabytes(disk)} are free."
        )


def _free_memory() -> int | None:
    """The memory that programs can get without swapping; None where the system does not say."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    values = dict(line.split(":", 1) for line in lines)
    return int(values["MemAvailable"].split()[0]) * 1024


def _existing(directory: Path) -> Path:
    return next(each for each in (directory, *directory.parents) if each.exists())


def _gigabytes(number: int) -> str:
    return f"{number / 1e9:.1f} GB"
