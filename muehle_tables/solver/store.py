"""Sectors between memory and the files of a directory."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from typing import Final

import numpy as np

from muehle_tables.block_file import BLOCK, BlockFile, Header, pack
from muehle_tables.families import Family
from muehle_tables.indexing import row_sets
from muehle_tables.manifest import Entry, Manifest, write_whole
from muehle_tables.sectors import DRAWN, MovingSector, Sector
from muehle_tables.solver.solution import Array, Counts
from muehle_tables.solver.threads import Threads

COMPRESSION: Final = 6
PACKED_BITS: Final = 2
PACKED_DRAWN: Final = 2
_SHIFTS: Final = np.array([0, 2, 4, 6], np.uint8)
_UNPACKED: Final = np.array([0, 1, DRAWN, DRAWN], np.uint8)


class Store:
    """Reads and writes the sectors of one family."""

    def __init__(self, manifest: Manifest, family: Family, threads: Threads) -> None:
        self._manifest, self._family, self._threads = manifest, family, threads

    def has(self, sector: Sector) -> bool:
        """Whether the sector was built."""
        return self._manifest.has(self._family.name, sector)

    def load(self, sector: Sector) -> Array:
        """The cells of a sector, rows by columns; raises DamagedTables if they are not what was built."""
        cells = np.empty(sector.cells, np.uint8)
        with BlockFile(self._manifest.path(self._family.name, sector)) as file:

            def fill(number: int) -> None:
                block = np.frombuffer(file.block(number), np.uint8)
                if file.header.bits == PACKED_BITS:
                    block = _UNPACKED[block[:, None] >> _SHIFTS & 3].ravel()
                start = number * file.header.block * 8 // file.header.bits
                cells[start : start + len(block)] = block[: sector.cells - start]

            self._threads.each(fill, range(file.header.blocks))
        return cells.reshape(len(row_sets(sector.row_stones)), -1)

    def save(self, sector: Sector, cells: Array, counts: Counts, seconds: float) -> Entry:
        """Compress and write a sector, and enter it in the manifest."""
        bits = 8 if isinstance(sector, MovingSector) else PACKED_BITS
        header = Header(self._family.name, sector.name, bits, cells.size)
        digest = hashlib.sha256()
        blocks: list[bytes] = []
        for part in _packed(cells, bits):
            digest.update(part)
            view = memoryview(part)
            blocks += self._threads.map(_compress, [view[at : at + BLOCK] for at in range(0, len(part), BLOCK)])
        data = pack(header, blocks)
        write_whole(self._manifest.path(self._family.name, sector), data)
        entry = Entry(*counts, digest.hexdigest(), len(data), round(seconds, 1))
        self._manifest.add(self._family.name, sector, entry)
        return entry

    def remove(self, sector: Sector) -> None:
        """Remove the file of a sector; its entry keeps the counts."""
        self._manifest.path(self._family.name, sector).unlink(missing_ok=True)


def _compress(part: memoryview) -> bytes:
    return zlib.compress(part, COMPRESSION)


def _packed(cells: Array, bits: int) -> Iterator[bytes]:
    """The cells as in the file, in parts of whole blocks."""
    rows = BLOCK * 8 // bits
    for first in range(0, len(cells), rows):
        part = cells[first : first + rows].ravel()
        if bits == PACKED_BITS:
            values = np.zeros(-(-len(part) // 4) * 4, np.uint8)
            values[: len(part)] = np.minimum(part, PACKED_DRAWN)
            quarters = values.reshape(-1, 4)
            part = quarters[:, 0] | quarters[:, 1] << 2 | quarters[:, 2] << 4 | quarters[:, 3] << 6
        yield part.tobytes()
