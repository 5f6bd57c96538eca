"""The counts of the sectors as text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from muehle_tables.families import Family
from muehle_tables.manifest import Manifest
from muehle_tables.sectors import MOST_STONES, moving_pairs, sectors_of


def counts_lines(directory: Path, family: Family) -> Iterator[str]:
    """A line for each sector of the moving phase that is there: `3-3 140621 28736 269`.

    The stones of the side to move and of the other, then how many positions are won, lost and drawn, each once under
    the 16 symmetries.
    """
    manifest = Manifest.read(directory)
    for pair in moving_pairs(MOST_STONES):
        for sector in sectors_of(pair):
            entry = manifest.entry(family.name, sector)
            if entry and manifest.has(family.name, sector):
                yield f"{sector.name} {entry.won} {entry.lost} {entry.drawn}"
