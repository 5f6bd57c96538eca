"""Choose from a build what the package has: small enough for a clone, enough for many endings."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from muehle_tables.block_file import BlockFile, pack
from muehle_tables.errors import CannotBuild
from muehle_tables.families import FAMILIES, Family
from muehle_tables.manifest import Manifest, write_whole
from muehle_tables.sectors import MovingSector, Sector, moving_pairs, placing_sectors, sectors_of

# Larger blocks than in a build, and the best compression: these files are in every clone.
BLOCK: Final = 8192
COMPRESSION: Final = 9
STONES: Final = 9
BOOK: Final = 9
BOOK_FAMILY: Final = "a"


def shipped_sectors(family: Family) -> Iterator[Sector]:
    """All pairs with nine stones at most, 5-5, and of one family the first half-moves."""
    for pair in moving_pairs(STONES):
        yield from sectors_of(pair)
    yield MovingSector(5, 5)
    if family.name == BOOK_FAMILY:
        for level in placing_sectors()[: BOOK + 1]:
            yield from level


def ship(built: Path, directory: Path) -> int:
    """Copy the sectors to the directory of the package; returns the bytes. Raises CannotBuild if one is missing."""
    source, target = Manifest.read(built), Manifest(directory)
    total = 0
    for name, family in FAMILIES.items():
        for sector in shipped_sectors(family):
            entry = source.entry(name, sector)
            if entry is None or not source.has(name, sector):
                raise CannotBuild(f"{name} {sector.name} is not in {built}.")
            data = _repacked(source.path(name, sector))
            write_whole(target.path(name, sector), data)
            target.families.setdefault(name, {})[sector.name] = replace(entry, bytes=len(data))
            total += len(data)
    target.write()
    return total


def _repacked(path: Path) -> bytes:
    with BlockFile(path) as file:
        cells = b"".join(map(file.block, range(file.header.blocks)))
    blocks = [zlib.compress(cells[start : start + BLOCK], COMPRESSION) for start in range(0, len(cells), BLOCK)]
    return pack(file.header._replace(block=BLOCK), blocks)
