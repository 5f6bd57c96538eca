"""The words about plans: those of the scripts of their page, and why one has ended."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.programme import Stop
from games.plans import Stopped

TEXTS: dict[str, Promise] = {
    "plan_none": _("Nothing is planned: play a move of your opponent, then your answer."),
    "plan_answers": _("Answers planned: %(count)s."),
    "plan_open": _("Not answered yet, and so not part of the plan: %(moves)s."),
    "plan_changed": _("Not kept yet."),
    "plan_replaced": _("This is your answer now, in the place of the one before."),
}

WHY_STOPPED: dict[str, Promise] = {
    Stopped.UNFORESEEN: _("Your plan has ended: it had no answer to this move."),
    Stopped.DRAW_OFFERED: _("Your plan has ended: a draw is offered."),
    Stop.STONE_LOST: _("Your Zwickmühle has stopped: you have lost a stone."),
    Stop.THREE_STONES: _("Your Zwickmühle has stopped: your opponent has three stones left."),
    Stop.BROKEN: _("Your Zwickmühle has stopped: it is broken."),
    Stop.NOTHING_TO_TAKE: _("Your Zwickmühle has stopped: none of the stones you named can be taken."),
    Stop.THREATENED: _("Your Zwickmühle has stopped: your opponent could close a mill."),
}


def texts() -> dict[str, str]:
    """Those of the scripts, in the language in force."""
    return {name: str(text) for name, text in TEXTS.items()}


def why_stopped(reason: str) -> str:
    """That a plan has ended and why, as a sentence."""
    return str(WHY_STOPPED[reason])
