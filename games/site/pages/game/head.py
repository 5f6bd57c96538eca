"""Whose turn it is, or how the game has ended (head.html)."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from accounts.models import User
from games.core.models.games import Game

if TYPE_CHECKING:
    from games.site.pages.game.page import GamePage


@dataclass(frozen=True)
class Head:
    """What the game's own properties do not say."""

    page: "GamePage"

    @property
    def is_placing(self) -> bool:
        """Whether the side on move has stones to place."""
        return self.page.game.board.hand(self.page.game.turn) > 0

    @property
    def waiting(self) -> str:
        """What the viewer waits for while their opponent is on move."""
        if self.page.computers.answers == "later":
            return _("The computer answers after minutes or hours, as you chose.")
        return _("The next move will appear here automatically.")

    @property
    def winner(self) -> User | None:
        game = self.page.game
        winners: dict[str, User] = {Game.Result.WHITE_WON: game.white, Game.Result.BLACK_WON: game.black}
        return winners.get(game.result)
