"""Errors of leave and days off."""

from django.utils.translation import gettext_lazy as _

from kit.errors import Refusal
from muehle.clocks import DAY


class LeaveInvalid(Refusal):
    code = "invalid_leave"
    status = 400
    text = _("Leave lasts at least one day, cannot begin in the past, and can be planned up to a year ahead.")


class LeaveOverlaps(Refusal):
    code = "leave_overlaps"
    status = 409
    text = _("You have already planned leave for some of these days. Choose other days.")


class LeaveNotCovered(Refusal):
    """`balance_seconds` is the balance now. `cap_seconds` is there if more is needed than an account can hold."""

    code = "leave_not_covered"
    status = 409
    text = _(
        "You will not have enough leave by then: part of it is already planned or not gained yet. Choose "
        "fewer days or begin later."
    )
    beyond_cap = _(
        "Your leave account holds at most %(days)s days, and this leave together with what you have "
        "already planned needs more. Plan fewer days, or more time between them."
    )

    @property
    def message(self) -> str:
        cap_seconds = self.details.get("cap_seconds")
        return str(self.text) if cap_seconds is None else str(self.beyond_cap) % {"days": cap_seconds // DAY}


class LeaveOver(Refusal):
    code = "leave_over"
    status = 409
    text = _("This leave is already over.")


class LeaveNotForBots(Refusal):
    code = "leave_not_for_bots"
    status = 403
    text = _("Bots cannot take leave.")


class DaysOffInvalid(Refusal):
    code = "invalid_days_off"
    status = 400
    text = _("You can choose up to %(most)s days of the week and the public holidays of one region.")


class DaysOffJustChanged(Refusal):
    """`may_change_at` is when they can be changed again."""

    code = "days_off_just_changed"
    status = 409
    text = _("You changed your days off in the last seven days. You can change them again after a week.")
