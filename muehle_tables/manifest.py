"""What a directory of tables holds: `manifest.json`, with one entry for each sector of each family."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from muehle_tables.errors import DamagedTables
from muehle_tables.sectors import Sector

NAME: Final = "manifest.json"
VERSION: Final = 1
SUFFIX: Final = ".sector"


@dataclass(frozen=True, slots=True)
class Entry:
    """One sector. The counts are of positions once under the 16 symmetries; `longest` is in half-moves.

    `sha256` is of the cells before compression, so it is the same wherever the sector is built. `bytes` is the length
    of the file.
    """

    won: int
    lost: int
    drawn: int
    longest: int
    sha256: str
    bytes: int
    seconds: float


@dataclass(slots=True)
class Manifest:
    """The entries of a directory, by family and sector."""

    directory: Path
    families: dict[str, dict[str, Entry]] = field(default_factory=dict)

    @classmethod
    def read(cls, directory: Path, name: str = NAME) -> Manifest:
        """The manifest of a directory, empty if there is none yet; raises DamagedTables if it cannot be read."""
        path = directory / name
        try:
            data = json.loads(path.read_bytes())
            version = data["version"]
            families = {
                family: {name: Entry(**entry) for name, entry in sectors.items()}
                for family, sectors in data["families"].items()
            }
        except FileNotFoundError:
            return cls(directory)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise DamagedTables(f"{path} is damaged: {error!r}") from error
        if version != VERSION:
            raise DamagedTables(f"{path} has version {version}, not {VERSION}")
        return cls(directory, families)

    def path(self, family: str, sector: Sector) -> Path:
        """Where the file of a sector is, built or not."""
        return self.directory / family / f"{sector.name}{SUFFIX}"

    def entry(self, family: str, sector: Sector) -> Entry | None:
        """The entry of a sector; None if it was not built."""
        return self.families.get(family, {}).get(sector.name)

    def has(self, family: str, sector: Sector) -> bool:
        """Whether the file of a sector is there, as long as its entry says."""
        entry = self.entry(family, sector)
        return entry is not None and length(self.path(family, sector)) == entry.bytes

    def add(self, family: str, sector: Sector, entry: Entry) -> None:
        """Enter a sector, and write the manifest."""
        self.families.setdefault(family, {})[sector.name] = entry
        self.write()

    def write(self) -> None:
        """Write the manifest as a whole, so that a reader finds the old or the new one."""
        families = {
            family: {name: asdict(sectors[name]) for name in sorted(sectors)}
            for family, sectors in sorted(self.families.items())
        }
        text = json.dumps({"version": VERSION, "families": families}, indent=1) + "\n"
        write_whole(self.directory / NAME, text.encode())


def length(path: Path) -> int | None:
    """The length of a file; None if it is not there."""
    try:
        return path.stat().st_size
    except OSError:
        return None


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there as a whole or not at all, also after a loss of power."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.new")
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    temporary.rename(path)
    descriptor = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
