"""A player's draw offer that was declined."""

from dataclasses import dataclass

from games.core.models.events import Event
from games.core.models.games import Game
from games.play.events import DRAW_DECLINED
from games.play.models import DrawOffer
from muehle import DrawMode


@dataclass(frozen=True, slots=True)
class Declined:
    """The `reason` that was given, if any. Without one players may ask an arbiter, where draws are not automatic."""

    reason: str
    is_disputable: bool


def declined_offer(game: Game, player_id: int, *, is_muted: bool) -> Declined | None:
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
