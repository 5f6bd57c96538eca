"""That a draw offer was declined, for whoever has made it."""

from dataclasses import dataclass

from games.engine import DrawMode
from games.models import DrawOffer, Event, Game


@dataclass(frozen=True, slots=True)
class Declined:
    """With the `reason` that was given, if any; without one an arbiter may be asked, where draws are not automatic."""

    reason: str
    is_disputable: bool


def declined_offer(game: Game, player_id: int, *, is_muted: bool) -> Declined | None:
    """The player’s last offer, if it was declined in the position that stands; one query where it was not.

    Where he has muted the other (`is_muted`), the words are left out, which is not the same as none.
    """
    last = game.draw_offers.filter(offered_by=player_id).first()
    if last is None or last.status != DrawOffer.Status.DECLINED:
        return None
    answers = Event.objects.filter(game=game, type=Event.Type.DRAW_DECLINED, created_at__gte=last.created_at)
    answer = answers.exclude(actor=player_id).last()
    if answer is None or answer.data["ply"] != game.ply:
        return None
    reason = answer.data["reason"]
    is_disputable = not reason and game.ruleset.draw_mode is not DrawMode.AUTOMATIC
    return Declined("" if is_muted else reason, is_disputable)
