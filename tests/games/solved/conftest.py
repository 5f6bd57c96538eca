"""A directory of tables, and settings that name it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import override_settings

from games.solved.tables import open_tables
from muehle_tables.manifest import Manifest
from muehle_tables.sectors import MovingSector
from muehle_tables.tables import SHIPPED

# The one sector of the directory; its entry there differs from that of the package, so that one sees who is asked.
SECTOR = MovingSector(3, 3)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A directory that has one sector of each family."""
    shipped, copied = Manifest.read(SHIPPED), Manifest(tmp_path / "tables")
    for family in shipped.families:
        entry = shipped.entry(family, SECTOR)
        assert entry
        copied.path(family, SECTOR).parent.mkdir(parents=True)
        shutil.copy(shipped.path(family, SECTOR), copied.path(family, SECTOR))
        copied.add(family, SECTOR, entry)
    return copied.directory


@pytest.fixture
def tables_directory(directory: Path) -> Iterator[Path]:
    """The same as TABLES_DIRECTORY of this server."""
    open_tables.cache_clear()
    with override_settings(TABLES_DIRECTORY=str(directory)):
        yield directory
    open_tables.cache_clear()
