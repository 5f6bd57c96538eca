"""The list of moves (moves.html)."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from games.core.labels import side_name
from games.play.pages.move_list import ListedMove, MoveRow, listed, rows_of
from muehle import Color

if TYPE_CHECKING:
    from games.site.pages.game.page import GamePage


@dataclass(frozen=True)
class Moves:
    """All moves of the game, whichever position is shown."""

    page: "GamePage"

    @cached_property
    def listed(self) -> list[ListedMove]:
        return listed(self.page.played, self.page.rules)

    @property
    def rows(self) -> list[MoveRow]:
        return rows_of(self.listed)

    @property
    def first_side(self) -> str:
        return side_name(self.page.rules, Color.WHITE)
