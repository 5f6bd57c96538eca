"""Why what a player has planned has ended, in words; for his eyes alone."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.play.models import Stopped
from muehle.programme import Stop

WHY_STOPPED: dict[str, Promise] = {
    Stopped.UNFORESEEN: _("Your plan has ended: it had no answer to this move."),
    Stopped.DRAW_OFFERED: _("Your plan has ended: a draw is offered."),
    Stopped.WARNED: _("Your plan has ended: an arbiter has warned you. Read the warning, then go on playing."),
    Stop.STONE_LOST: _("Your Zwickmühle has stopped: you have lost a stone."),
    Stop.THREE_STONES: _("Your Zwickmühle has stopped: your opponent has three stones left."),
    Stop.BROKEN: _("Your Zwickmühle has stopped: it is broken."),
    Stop.NOTHING_TO_TAKE: _("Your Zwickmühle has stopped: none of the stones you named can be taken."),
    Stop.THREATENED: _("Your Zwickmühle has stopped: your opponent could close a mill."),
}


def why_stopped(reason: str) -> str:
    """That a plan has ended and why, as a sentence."""
    return str(WHY_STOPPED[reason])
