"""Choose from a build what the package has: small enough for a clone, enough for many endings."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from muehle_tables.block_file import BlockFile, pack
from muehle_tables.errors import CannotBuild
from muehle_tables.families import FAMILIES
from muehle_tables.manifest import Manifest, write_whole
from muehle_tables.sectors import MovingSector, Sector, moving_pairs, sectors_of

# Larger blocks than in a build, and the best compression: these files are in every clone.
BLOCK: Final = 8192
COMPRESSION: Final = 9
STONES: Final = 9


def shipped_sectors() -> Iterator[Sector]:
    """All pairs with nine stones at most, and 5-5."""
    for pair in moving_pairs(STONES):
        yield from sectors_of(pair)
    yield MovingSector(5, 5)


def ship(built: Path, directory: Path) -> int:
    """Copy the sectors to the directory of the package; returns the bytes. Raises CannotBuild if one is missing."""
    source, target = Manifest.read(built), Manifest(directory)
    total = 0
    for family in FAMILIES:
        for sector in shipped_sectors():
            entry = source.entry(family, sector)
            if entry is None or not source.has(family, sector):
                raise CannotBuild(f"{family} {sector.name} is not in {built}.")
            data = _repacked(source.path(family, sector))
            write_whole(target.path(family, sector), data)
            target.families.setdefault(family, {})[sector.name] = replace(entry, bytes=len(data))
            total += len(data)
    target.write()
    return total


def _repacked(path: Path) -> bytes:
    with BlockFile(path) as file:
        cells = b"".join(map(file.block, range(file.header.blocks)))
    blocks = [zlib.compress(cells[start : start + BLOCK], COMPRESSION) for start in range(0, len(cells), BLOCK)]
    return pack(file.header._replace(block=BLOCK), blocks)
