"""The notes of the players (notes.html)."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from games.chat.models import Note
from games.chat.queries import own_note, revealed_notes

if TYPE_CHECKING:
    from games.site.pages.game.page import GamePage


@dataclass(frozen=True)
class Notes:
    """Notes are private, unless their author reveals them after the end."""

    page: "GamePage"

    @cached_property
    def own(self) -> Note | None:
        """The notes of the viewer, if they play."""
        viewer_id = self.page.viewer_id
        return own_note(self.page.game, viewer_id) if viewer_id and self.page.is_player else None

    @cached_property
    def revealed(self) -> list[Note]:
        """The revealed notes of the players; no query before the end."""
        game = self.page.game
        return [] if game.is_ongoing else list(revealed_notes(game, self.page.viewer_id))
