"""What else the viewer may do, behind the button for more (more.html)."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from games.play import opponent_reminders
from muehle import DrawMode

if TYPE_CHECKING:
    from games.site.pages.game.page import GamePage


@dataclass(frozen=True)
class More:
    """What the viewer may do now."""

    page: "GamePage"

    @property
    def may_offer_draw(self) -> bool:
        return self.page.is_player and self.page.draw_offer is None and not self.page.is_frozen

    @property
    def may_claim(self) -> bool:
        return self.page.is_viewers_turn and self.page.game.ruleset.draw_mode is DrawMode.CLAIM

    @property
    def may_abort(self) -> bool:
        color = self.page.color
        return color is not None and not self.page.is_frozen and self.page.game.can_be_aborted_by(color)

    @property
    def may_remind(self) -> bool:
        relation = self.page.relation
        owner = relation.owner_id if relation and not relation.blocked else None
        return owner is not None and opponent_reminders.is_possible(self.page.game, owner, now=self.page.now)

    @cached_property
    def was_reminded(self) -> bool:
        """Whether the player on move was reminded in this turn; False for a viewer who must not know."""
        relation = self.page.relation
        if relation is None or (relation.muted and self.page.is_viewers_turn):
            return False
        return opponent_reminders.was_given(self.page.game, now=self.page.now)
