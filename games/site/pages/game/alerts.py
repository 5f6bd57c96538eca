"""What the viewer is told in the bar: warnings, and how their offers were answered (alerts.html)."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from accounts.models import User
from games.core.models.events import Event
from games.core.models.games import Game
from games.play import labels
from games.play.events import CONDITIONAL_MOVES_STOPPED, DRAW_DECLINED
from games.play.models import DrawOffer
from games.players import sanctions
from games.players.models import Sanction
from muehle import DrawMode

if TYPE_CHECKING:
    from games.site.pages.game.page import GamePage


@dataclass(frozen=True)
class Alerts:
    """Spectators are told nothing of offers."""

    page: "GamePage"

    @property
    def sent_to(self) -> User | None:
        """The opponent in the game in which the viewer has just moved."""
        sent = self.page.sent_from
        return None if sent is None else sent.player(sent.turn)

    @cached_property
    def warnings(self) -> list[Sanction]:
        """Warnings that the viewer has to acknowledge before their next move."""
        viewer = self.page.viewer
        return list(sanctions.warnings_of(viewer)) if viewer and self.page.is_player else []

    @cached_property
    def why_stopped(self) -> str:
        """That the viewer's conditional moves have ended with the last move, and why; empty where they have not."""
        return _why_conditional_moves_stopped(self.page.game, self.page.viewer_id) if self.page.is_viewers_turn else ""

    @cached_property
    def declined(self) -> "Declined | None":
        """How the viewer's draw offer was answered, until the next move."""
        known = self.page.relation
        if known is None or not self.page.game.is_ongoing or self.page.draw_offer:
            return None
        return _declined_offer(self.page.game, known.owner_id, is_muted=known.muted)


def _why_conditional_moves_stopped(game: Game, player_id: int | None) -> str:
    """That the player's conditional moves have ended with the last move, and why; empty where they have not."""
    stops = Event.objects.filter(
        game=game, type=CONDITIONAL_MOVES_STOPPED, actor=player_id, created_at__gte=game.turn_started_at
    )
    reason = stops.filter(data__ply=game.ply).values_list("data__reason", flat=True).last()
    return labels.why_stopped(reason) if reason else ""


@dataclass(frozen=True, slots=True)
class Declined:
    """The `reason` that was given, if any. Without one players may ask an arbiter, where draws are not automatic."""

    reason: str
    is_disputable: bool


def _declined_offer(game: Game, player_id: int, *, is_muted: bool) -> Declined | None:
    """The last offer of the player, if it was declined in the present position; else one query.

    If the player has muted the opponent (`is_muted`), the reason is left out.
    """
    last = game.draw_offers.filter(offered_by=player_id).first()
    if last is None or last.status != DrawOffer.Status.DECLINED:
        return None
    answers = Event.objects.filter(game=game, type=DRAW_DECLINED, created_at__gte=last.created_at)
    answer = answers.exclude(actor=player_id).last()
    if answer is None or answer.data["ply"] != game.ply:
        return None
    reason = answer.data["reason"]
    is_disputable = not reason and game.ruleset.draw_mode is not DrawMode.AUTOMATIC
    return Declined("" if is_muted else reason, is_disputable)
