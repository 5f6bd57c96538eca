"""Errors of disputes."""

from django.utils.translation import gettext_lazy as _

from games.core.errors import GameRefusal
from kit.errors import Refusal
from kit.times import moment


class DisputeOpen(GameRefusal):
    code = "dispute_open"
    status = 409
    text = _("You already have an open dispute about this game.")


class DisputeDecided(GameRefusal):
    """Nobody has moved since. `dispute` is its number; `appeal_until` is when an appeal against the decision ends, null
    where it is final."""

    code = "dispute_decided"
    status = 409
    text = _("An arbiter has already decided this.")
    final = _("An arbiter has already decided this, and it is too late to appeal.")
    open_to_appeal = _("An arbiter has already decided this. You can appeal until %(at)s.")

    @property
    def message(self) -> str:
        until = self.details["appeal_until"]
        if until is None:
            return str(self.final)
        return str(self.open_to_appeal) % {"at": moment(until)}


class DisputeTooLate(GameRefusal):
    code = "dispute_too_late"
    status = 409
    text = _("You can open a dispute up to %(days)s days after the end of the game.")


class TooManyDisputes(Refusal):
    code = "too_many_disputes"
    status = 409
    text = _("You already have %(most)s open disputes. Please wait until one is decided.")


class DisputeUnfounded(GameRefusal):
    """The category does not fit a game in this state."""

    code = "dispute_unfounded"
    status = 409
    text = _("This kind of dispute is not possible in this game right now.")


class PliesUnknown(GameRefusal):
    code = "unknown_plies"
    status = 400
    text = _("Please mark only half-moves that were played, at most %(most)s.")


class ReasonMissing(Refusal):
    code = "reason_missing"
    status = 400
    text = _("Say in a few words what it is about.")


class DisputeClosed(Refusal):
    code = "dispute_closed"
    status = 409
    text = _("This dispute has already been decided or withdrawn.")


class AppealTooLate(Refusal):
    code = "appeal_too_late"
    status = 409
    text = _("Each side can appeal against a decision once, within %(days)s days.")


# --- For arbiters -----------------------------------------------------------------------------------------------------


class CaseTaken(Refusal):
    """On pages of staff."""

    code = "case_taken"
    status = 409
    text = _("%(arbiter)s is already looking at this case.")


class CaseEscalated(Refusal):
    """On pages of staff."""

    code = "case_escalated"
    status = 409
    text = _("This case is already marked as urgent.")


class CaseNotYours(Refusal):
    """On pages of staff."""

    code = "case_not_yours"
    status = 409
    text = _("Take the case before you decide it.")


class OwnCase(Refusal):
    """On pages of staff."""

    code = "own_case"
    status = 403
    text = _(
        "You are playing in this game, or one of your decisions in it has been appealed, so somebody else "
        "has to decide."
    )


class HoldImpossible(Refusal):
    """On pages of staff."""

    code = "impossible_hold"
    status = 409
    text = _("The clocks cannot be stopped: the game is over, or this dispute has already stopped them once.")
