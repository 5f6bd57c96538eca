"""What the two players write to each other (messages.html)."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from games.chat.models import Canned, Message
from games.chat.queries import messages_for

if TYPE_CHECKING:
    from games.site.pages.game.page import GamePage


@dataclass(frozen=True)
class Messages:
    """The players alone read them."""

    page: "GamePage"

    @cached_property
    def shown(self) -> list[Message]:
        return list(messages_for(self.page.game, self.page.viewer_id))

    @property
    def canned(self) -> type[Canned]:
        """The sentences that are ready."""
        return Canned
