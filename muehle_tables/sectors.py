"""The sectors of the tables: which positions one file holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from muehle.board import STONES_EACH
from muehle_tables.indexing import columns, row_sets

FEWEST: Final = 3
MOST_STONES: Final = 2 * STONES_EACH
LAST_PLACEMENT: Final = 2 * STONES_EACH

# A byte of a moving sector: the level at which the position is decided, or that it is drawn.
DRAWN: Final = 255


@dataclass(frozen=True, slots=True)
class MovingSector:
    """Positions without stones in hand: `own` stones of the side to move, `other` of its opponent.

    The side with more stones has the rows; with equal numbers it is the side to move.
    """

    own: int
    other: int

    @property
    def name(self) -> str:
        """`6-4`: the side to move first."""
        return f"{self.own}-{self.other}"

    @property
    def row_stones(self) -> int:
        """The stones of the side that has the rows."""
        return max(self.own, self.other)

    @property
    def column_stones(self) -> int:
        """The stones of the side that has the columns."""
        return min(self.own, self.other)

    @property
    def rows_move(self) -> bool:
        """Whether the side to move has the rows."""
        return self.own >= self.other

    @property
    def cells(self) -> int:
        """The number of positions, each once for each column of its row."""
        return len(row_sets(self.row_stones)) * columns(self.row_stones, self.column_stones)


@dataclass(frozen=True, slots=True)
class PlacingSector:
    """Positions after `half_moves` placements, fewer than 18: White has the rows, Black the columns."""

    half_moves: int
    white: int
    black: int

    @property
    def name(self) -> str:
        """`p08-4-4`: half-moves, White's stones, Black's stones."""
        return f"p{self.half_moves:02}-{self.white}-{self.black}"

    @property
    def row_stones(self) -> int:
        """White's stones."""
        return self.white

    @property
    def column_stones(self) -> int:
        """Black's stones."""
        return self.black

    @property
    def hands(self) -> tuple[int, int]:
        """The stones in White's hand and in Black's."""
        return STONES_EACH - (self.half_moves + 1) // 2, STONES_EACH - self.half_moves // 2

    @property
    def cells(self) -> int:
        """The number of positions, each once for each column of its row."""
        return len(row_sets(self.white)) * columns(self.white, self.black)


Sector = MovingSector | PlacingSector


def moving_pairs(stones: int) -> list[tuple[int, int]]:
    """The pairs (more, fewer) with that many stones at most, in the order in which they can be built."""
    pairs = [(more, fewer) for more in range(FEWEST, STONES_EACH + 1) for fewer in range(FEWEST, more + 1)]
    return sorted((pair for pair in pairs if sum(pair) <= stones), key=lambda pair: (sum(pair), pair))


def sectors_of(pair: tuple[int, int]) -> list[MovingSector]:
    """The sectors of a pair: one for each side to move, and only one if both sides have as many stones."""
    more, fewer = pair
    return [MovingSector(more, fewer)] if more == fewer else [MovingSector(more, fewer), MovingSector(fewer, more)]


def all_sectors() -> list[Sector]:
    """All sectors, the moving phase first."""
    moving = [sector for pair in moving_pairs(MOST_STONES) for sector in sectors_of(pair)]
    return [*moving, *(sector for level in placing_sectors() for sector in level)]


def following(sector: Sector) -> list[Sector]:
    """The sectors to which the moves of a sector lead, if they do not end the game."""
    if isinstance(sector, MovingSector):
        after_taking = [MovingSector(sector.other - 1, sector.own)] if sector.other > FEWEST else []
        return [MovingSector(sector.other, sector.own), *after_taking]
    after = _after(sector)
    if sector.half_moves + 1 < LAST_PLACEMENT:
        return list(after)
    return [MovingSector(each.white, each.black) for each in after]


def placing_sectors() -> list[list[PlacingSector]]:
    """The sectors that a game can reach after 0, 1, … 17 half-moves; those with as many black stones together."""
    reached = {PlacingSector(0, 0, 0)}
    levels = []
    for _half_move in range(LAST_PLACEMENT):
        levels.append(sorted(reached, key=lambda sector: (sector.black, sector.white)))
        reached = {after for sector in reached for after in _after(sector)}
    return levels


def _after(sector: PlacingSector) -> list[PlacingSector]:
    white_moves = sector.half_moves % 2 == 0
    own, other = (sector.white, sector.black) if white_moves else (sector.black, sector.white)
    other_hand = sector.hands[1 if white_moves else 0]
    counts = [(own + 1, other)]
    if own + 1 >= FEWEST and other and other - 1 + other_hand >= FEWEST:
        counts.append((own + 1, other - 1))
    return [
        PlacingSector(sector.half_moves + 1, *((mine, theirs) if white_moves else (theirs, mine)))
        for mine, theirs in counts
    ]
