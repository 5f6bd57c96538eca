"""The orientation of a drawn board; the names of points do not depend on it."""

from dataclasses import dataclass
from typing import Final

FILES: Final = "abcdefg"
CENTRE: Final = 3


@dataclass(frozen=True, slots=True)
class Orientation:
    """Mirrored horizontally or not, then rotated clockwise by `turns` quarters; 2 has Black's side at the bottom."""

    turns: int = 0
    mirrored: bool = False

    def cell(self, name: str) -> tuple[int, int]:
        """Column and row of a point, from 0 at the top left."""
        across, down = FILES.index(name[0]) - CENTRE, CENTRE + 1 - int(name[1])
        if self.mirrored:
            across = -across
        for _turn in range(self.turns):
            across, down = -down, across
        return across + CENTRE, down + CENTRE

    @property
    def has_black_below(self) -> bool:
        return self.turns >= 2

    @property
    def coordinates(self) -> tuple[str, str]:
        """The labels below the columns and beside the rows: files and ranks, or the reverse after a quarter turn."""
        files = sorted(FILES, key=lambda file: self.cell(f"{file}4"))
        ranks = sorted("1234567", key=lambda rank: self.cell(f"d{rank}"))
        names = (files, ranks) if self.turns % 2 == 0 else (ranks, files)
        below, beside = ("".join(line) for line in names)
        return below, beside


UPRIGHT: Final = Orientation()
BLACK_BELOW: Final = Orientation(turns=2)
