"""Words for how conditional moves have ended, for take-backs and for ratings, as one of the players reads them."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts.models import User
from games.core.models.games import Game
from games.play.models import Stopped
from games.players.ratings import signed
from muehle.programme import Stop

WHY_STOPPED: dict[str, Promise] = {
    Stopped.UNFORESEEN: _("Your conditional moves have ended: they had no answer to this move."),
    Stopped.DRAW_OFFERED: _("Your conditional moves have ended: a draw is offered."),
    Stopped.WARNED: _(
        "Your conditional moves have ended: an arbiter has warned you. Read the warning, then you can play on."
    ),
    Stopped.TAKEN_BACK: _("Your conditional moves have ended: moves were taken back."),
    Stop.STONE_LOST: _("Your Zwickmühle has stopped: you have lost a stone."),
    Stop.THREE_STONES: _("Your Zwickmühle has stopped: your opponent has three stones left."),
    Stop.BROKEN: _("Your Zwickmühle has stopped: it is broken."),
    Stop.NOTHING_TO_TAKE: _("Your Zwickmühle has stopped: none of the stones on your list can be taken."),
    Stop.THREATENED: _("Your Zwickmühle has stopped: your opponent could close a mill."),
}


# With the name of the opponent as `opponent`; for readers.
TAKEBACKS = {
    "takeback_asked": gettext_noop("%(opponent)s asks to take a move back"),
    "takeback_declined": gettext_noop("%(opponent)s has declined your take-back request"),
    "moves_taken_back": gettext_noop("%(opponent)s has agreed: your move is taken back, and it is your turn again"),
}


def why_stopped(reason: str) -> str:
    """That conditional moves have ended and why, as a sentence."""
    return str(WHY_STOPPED[reason])


def rating_context(game: Game, reader: User) -> dict[str, Any]:
    """The reader’s rating after the game, and by how much it has changed; empty where it has not."""
    rating, change = game.black_rating, game.black_rating_change
    if reader.pk == game.white_id:
        rating, change = game.white_rating, game.white_rating_change
    if rating is None or change is None:
        return {}
    return {"rating": rating + change, "rating_change": signed(change)}
