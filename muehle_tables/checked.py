"""The record of a full check: which sectors were found right, each with the checksum that it had."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from muehle_tables.errors import DamagedTables
from muehle_tables.manifest import Entry, write_whole
from muehle_tables.sectors import Sector

FULL_CHECK: Final = "full_check.json"


class Checked:
    """The record in a file, `{"a": {"3-3": "09c6…"}}`; empty if there is no file yet.

    Raises DamagedTables if the file cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self.families: dict[str, dict[str, str]] = json.loads(path.read_bytes())
        except FileNotFoundError:
            self.families = {}
        except (OSError, ValueError) as error:
            raise DamagedTables(f"{path} is damaged: {error!r}") from error

    def has(self, family: str, sector: Sector, entry: Entry) -> bool:
        """Whether a sector was found right with the checksum of this entry."""
        return self.families.get(family, {}).get(sector.name) == entry.sha256

    def add(self, family: str, sector: Sector, entry: Entry) -> None:
        """Enter a sector, and write the record."""
        self.families.setdefault(family, {})[sector.name] = entry.sha256
        write_whole(self._path, (json.dumps(self.families, indent=1, sort_keys=True) + "\n").encode())
