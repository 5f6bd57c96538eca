"""Repetitions, half-moves without a mill, and the proof of a draw (counters.html, proof.html)."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from games.play.queries import claim_proof
from muehle import PlayedAgain

if TYPE_CHECKING:
    from games.site.pages.game.page import GamePage


@dataclass(frozen=True)
class Counters:
    """They count up to the position that is shown."""

    page: "GamePage"

    @property
    def apply(self) -> bool:
        """Whether the counters apply to the position that is shown; not in a game that has ended."""
        return self.page.game.is_ongoing or not self.page.is_at_end

    @property
    def seen(self) -> int:
        """How often the position that is shown had stood by then."""
        if self.page.is_at_end:
            return self.page.game.repetitions
        return next((move.seen for move in self.page.moves.listed if move.ply == self.page.shown_ply), 1)

    @property
    def again(self) -> PlayedAgain | None:
        """The sequence of moves that has just been repeated in the position that is shown."""
        return next((move.again for move in self.page.moves.listed if move.ply == self.page.shown_ply), None)

    @cached_property
    def proof(self) -> dict[str, Any]:
        """The proof of the draw claim that ended the game; empty for every other ending."""
        return claim_proof(self.page.game)
