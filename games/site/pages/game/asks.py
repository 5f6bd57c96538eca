"""What the viewer is asked beside a move: the buttons in the bar (asks.html)."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from games.challenges.models import Challenge

if TYPE_CHECKING:
    from games.site.pages.game.page import GamePage


@dataclass(frozen=True)
class Asks:
    """For a viewer of the page, who may be none of the players."""

    page: "GamePage"

    @cached_property
    def question(self) -> str:
        """What the viewer is asked: draw, takeback, pause, timeout or rematch; empty if nothing."""
        page = self.page
        if page.draw_offer and not page.is_offer_mine:
            return "draw"
        if page.takebacks.is_asked:
            return "takeback"
        if page.pause_offers.asked:
            return "pause"
        if page.game.grace_until is not None and page.is_player and not page.is_viewers_turn:
            return "timeout"
        asked = self.rematch
        return "rematch" if asked and not asked.game_id and asked.challenger_id != page.viewer_id else ""

    @property
    def offer_reason(self) -> str:
        """The reason of the draw offer; empty if the same text is a message that came with the move."""
        offer, relation = self.page.draw_offer, self.page.relation
        if offer is None or (relation and relation.muted and not self.page.is_offer_mine):
            return ""
        said = {(message.author_id, message.text) for message in self.page.messages.shown}
        return "" if (offer.offered_by_id, offer.reason) in said else offer.reason

    @property
    def claimable_draws(self) -> list[str]:
        """The claims that would hold now."""
        claims: list[str] = self.page.data["claimable_draws"]
        return claims if self.page.more.may_claim else []

    @cached_property
    def rematch(self) -> Challenge | None:
        """The rematch that has been asked for or begun, if the viewer is one of the players."""
        game = self.page.game
        if not self.page.is_player or game.is_ongoing:
            return None
        return Challenge.objects.filter(rematch_of=game, status__in=Challenge.REMATCH_STATUSES).first()
