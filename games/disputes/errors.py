"""Errors of disputes."""

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from games.core.errors import GameRefusal, Refusal


class DisputeOpen(GameRefusal):
    code = "dispute_open"
    status = 409
    text = _("You have a dispute about this game already, which is not decided yet.")


class DisputeDecided(GameRefusal):
    """`dispute` is the number of the one that was decided; `appeal_until` is when an appeal against the verdict
    ends, null where it is final."""

    code = "dispute_decided"
    status = 409
    text = _("An arbiter has decided this already.")
    final = _("An arbiter has decided this already, and the verdict cannot be appealed any more.")
    open_to_appeal = _("An arbiter has decided this already. You can appeal against the verdict until %(at)s.")

    @property
    def message(self) -> str:
        until = self.details["appeal_until"]
        if until is None:
            return str(self.final)
        return str(self.open_to_appeal) % {"at": date_format(localtime(until), pgettext("date format", "D j M, H:i"))}


class DisputeTooLate(GameRefusal):
    """`days` is how long after its end a game can be disputed."""

    code = "dispute_too_late"
    status = 409
    text = _("A game can be disputed until %(days)s days after its end.")


class TooManyDisputes(Refusal):
    """`most` is how many of a player may be undecided."""

    code = "too_many_disputes"
    status = 409
    text = _("You have %(most)s disputes that are not decided yet. Wait for one of them.")


class DisputeUnfounded(GameRefusal):
    """The category does not fit a game in this state."""

    code = "dispute_unfounded"
    status = 409
    text = _("This cannot be disputed in this game as it stands.")


class PliesUnknown(GameRefusal):
    code = "unknown_plies"
    status = 400
    text = _("Mark half-moves that have been played, %(most)s at most.")


class ReasonMissing(Refusal):
    code = "reason_missing"
    status = 400
    text = _("Say in a few words what it is about.")


class DisputeClosed(Refusal):
    code = "dispute_closed"
    status = 409
    text = _("This dispute has been decided or withdrawn already.")


class AppealTooLate(Refusal):
    """`days` is how long after a verdict one can appeal."""

    code = "appeal_too_late"
    status = 409
    text = _("Each side can appeal against a verdict once, until %(days)s days after it.")


# --- For arbiters -----------------------------------------------------------------------------------------------------


class CaseTaken(Refusal):
    """`arbiter` is the name of the arbiter who has the case."""

    code = "case_taken"
    status = 409
    text = _("%(arbiter)s is looking at this case already.")


class CaseEscalated(Refusal):
    code = "case_escalated"
    status = 409
    text = _("This case is urgent already.")


class CaseNotYours(Refusal):
    code = "case_not_yours"
    status = 409
    text = _("Take the case before you decide it.")


class OwnCase(Refusal):
    code = "own_case"
    status = 403
    text = _("You play in this game, or a verdict of yours in it was appealed: somebody else has to decide.")


class HoldImpossible(Refusal):
    code = "impossible_hold"
    status = 409
    text = _("The clocks cannot be stopped: the game is over, or this dispute has stopped them before.")
