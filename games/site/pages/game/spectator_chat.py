"""What spectators write about the game (spectator_chat.html)."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from games.chat.models import SpectatorMessage
from games.chat.queries import may_use_spectator_chat, spectator_messages_for

if TYPE_CHECKING:
    from games.site.pages.game.page import GamePage

MOST_MESSAGES = 100  # The API has the others.


@dataclass(frozen=True)
class SpectatorChat:
    """Players see it when the game is over."""

    page: "GamePage"

    @property
    def may_use(self) -> bool:
        viewer_id = self.page.viewer_id
        return viewer_id is not None and may_use_spectator_chat(self.page.game, viewer_id)

    @cached_property
    def messages(self) -> list[SpectatorMessage]:
        """The last messages, the oldest first; empty if the viewer may not read them."""
        viewer_id = self.page.viewer_id
        if viewer_id is None or not self.may_use:
            return []
        return list(spectator_messages_for(self.page.game, viewer_id)[:MOST_MESSAGES])[::-1]
