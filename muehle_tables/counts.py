"""The counts of the sectors: of those that are there, and of the build of the whole game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from muehle_tables.families import Family
from muehle_tables.manifest import Manifest
from muehle_tables.sectors import MOST_STONES, moving_pairs, sectors_of
from muehle_tables.tables import SHIPPED, Tables

FULL_BUILD: Final = "full_build.json"


@cache
def full_build() -> Manifest:
    """What the build of the whole game counted; this package has few of its files. Sectors may be missing."""
    return Manifest.read(SHIPPED, FULL_BUILD)


def counts_lines(counted: Tables | Manifest, family: Family) -> Iterator[str]:
    """A line for each sector of the moving phase that was counted: `3-3 140621 28736 269`.

    The stones of the side to move and of the other, then how many positions are won, lost and drawn, each once under
    the 16 symmetries.
    """
    for pair in moving_pairs(MOST_STONES):
        for sector in sectors_of(pair):
            if entry := counted.entry(family.name, sector):
                yield f"{sector.name} {entry.won} {entry.lost} {entry.drawn}"
