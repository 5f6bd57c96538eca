"""Sentences about disputes, for templates."""

from datetime import datetime
from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.models.games import Game
from games.disputes import freezes, labels, presenters
from games.disputes.models import AuditEntry, Dispute
from kit import database_time

ClocksRun = Dispute.ClocksRun
register = template.Library()

STEPS = {
    "take": gettext_lazy("An arbiter has taken the case."),
    "hold": gettext_lazy("An arbiter has stopped the clocks."),
    "hand_back": gettext_lazy("The arbiter has handed the case back."),
    "decide": gettext_lazy("An arbiter has decided the case."),
}
CLOCKS_RUN = {
    ClocksRun.COUNTED: gettext_lazy("The clocks are running: an appeal against the server’s count does not stop them."),
    ClocksRun.GAME_LIMIT: gettext_lazy(
        "The clocks are running: a player’s disputes can stop them at most %(here)s times per game."
    ),
    ClocksRun.PLAYER_LIMIT: gettext_lazy(
        "The clocks are running: a player’s disputes can stop clocks at most %(lately)s times in %(days)s days."
    ),
}


@register.filter
def verdict(dispute: Dispute) -> str:
    """The verdict as a sentence."""
    return labels.outcome(dispute)


@register.filter
def figures(claim: dict[str, Any]) -> str:
    """What the server has counted for a claim, without a full stop."""
    return labels.figures(claim)


@register.filter
def shown_marked(dispute: Dispute) -> str:
    """What the half-moves that were marked show, in sentences; empty where the claim holds without them."""
    return labels.of_marked(dispute)


@register.filter
def step_words(step: AuditEntry) -> str:
    """What an arbiter has done with a dispute, for its players."""
    words = str(STEPS[step.action])
    if presenters.has_changed(step) and step.before["status"] != Game.Status.ONGOING:
        words += " " + _("Before, the result was %(result)s.") % {"result": Game.Result(step.before["result"]).label}
    return words


@register.filter
def why_clocks_run(dispute: Dispute) -> str:
    """Why a dispute stops no clock that might have, as a sentence; empty where there is nothing to say."""
    if not dispute.is_pending or not dispute.game.is_ongoing or not dispute.clocks_run:
        return ""
    limits = {"here": freezes.MOST_FREEZES, "lately": freezes.MOST_FREEZES_LATELY, "days": freezes.DAYS_OF_FREEZES}
    return str(CLOCKS_RUN[ClocksRun(dispute.clocks_run)]) % limits


@register.filter
def held_until(dispute: Dispute) -> datetime | None:
    """Until when the dispute holds the clocks of its game; None where it does not."""
    return dispute.held_until(now=database_time.now())
