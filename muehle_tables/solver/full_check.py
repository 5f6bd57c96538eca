"""The full check of a sector: its checksum, and each position against those after its moves."""

from __future__ import annotations

import hashlib

from muehle_tables.block_file import BlockFile
from muehle_tables.errors import DamagedTables
from muehle_tables.families import Family
from muehle_tables.manifest import Manifest
from muehle_tables.sectors import Sector
from muehle_tables.solver.forward import wrong_cells
from muehle_tables.solver.store import Store
from muehle_tables.solver.threads import Threads


def check_all(manifest: Manifest, family: Family, sector: Sector, *, threads: int) -> int:
    """How many positions were checked; raises DamagedTables if one is wrong, or if the checksum is."""
    entry = manifest.entry(family.name, sector)
    digest = hashlib.sha256()
    with BlockFile(manifest.path(family.name, sector)) as file:
        for number in range(file.header.blocks):
            digest.update(file.block(number))
    if entry is None or digest.hexdigest() != entry.sha256:
        raise DamagedTables(f"{file.path} does not have the checksum of the manifest")
    pool = Threads(threads)
    wrong = wrong_cells(family, sector, Store(manifest, family, pool).load, pool)
    if wrong:
        raise DamagedTables(f"{family.name} {sector.name}: {wrong} positions are wrong")
    return sector.cells
