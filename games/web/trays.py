"""What has become of a side's nine stones, as they lie beside the board."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine import Color
from games.engine.board import STONES_EACH


@dataclass(frozen=True, slots=True, kw_only=True)
class Tray:
    """The stones of one side that are still in hand, and those that are lost; the others are on the board."""

    color: Color
    hand: int
    lost: int

    @property
    def slots(self) -> list[str]:
        """The nine of them, in the order of their lives: hand, board, lost."""
        on_board = STONES_EACH - self.hand - self.lost
        return ["hand"] * self.hand + ["board"] * on_board + ["lost"] * self.lost

    @property
    def words(self) -> str:
        return _("%(hand)s in hand, %(lost)s lost") % {"hand": self.hand, "lost": self.lost}
