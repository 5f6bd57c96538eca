"""System checks."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core import checks

from games.solved.tables import directories
from muehle_tables import FAMILIES, DamagedTables
from muehle_tables.manifest import Manifest, length
from muehle_tables.sectors import all_sectors


def check_tables(**_options: Any) -> list[checks.CheckMessage]:
    """Warn of a TABLES_DIRECTORY that is missing or damaged; the server goes on without what is damaged."""
    hint = "Values are proved by the tables of the package alone where others are missing. See docs/tables.md."
    faults = [fault for directory in directories() for fault in _faults(directory)]
    return [checks.Warning(f"TABLES_DIRECTORY: {fault}.", hint=hint, id="solved.W001") for fault in faults]


def _faults(directory: Path) -> Iterator[str]:
    """What is wrong; nothing if the directory is empty, as before a build."""
    try:
        manifest = Manifest.read(directory)
    except DamagedTables as error:
        yield str(error)
        return
    if length(directory) is None:
        yield f"{directory} is not there"
    for family in FAMILIES:
        for sector in all_sectors():
            entry, path = manifest.entry(family, sector), manifest.path(family, sector)
            # A build removes files of the placing phase again, and keeps their entries.
            if entry and length(path) not in (None, entry.bytes):
                yield f"{path} is not as long as its entry says"
