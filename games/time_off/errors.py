"""Errors of leave and days off."""

from django.utils.translation import gettext_lazy as _

from games.core.errors import Refusal
from muehle.clocks import DAY


class LeaveInvalid(Refusal):
    code = "invalid_leave"
    status = 400
    text = _("Leave lasts a day at least, does not begin in the past, and is planned a year ahead at most.")


class LeaveOverlaps(Refusal):
    code = "leave_overlaps"
    status = 409
    text = _("You have planned leave for some of these days already.")


class LeaveNotCovered(Refusal):
    """`balance_seconds` is the balance now. `cap_seconds` is there if more is needed than an account can hold."""

    code = "leave_not_covered"
    status = 409
    text = _("You will not have gained as much leave by then, or have planned it already.")
    beyond_cap = _(
        "Your account holds %(days)s days of leave at most, and this leave with all that you have planned needs more. "
        "Plan fewer days, or more time between them."
    )

    @property
    def message(self) -> str:
        cap_seconds = self.details.get("cap_seconds")
        return str(self.text) if cap_seconds is None else str(self.beyond_cap) % {"days": cap_seconds // DAY}


class LeaveOver(Refusal):
    code = "leave_over"
    status = 409
    text = _("This leave has ended already.")


class LeaveNotForBots(Refusal):
    code = "leave_not_for_bots"
    status = 403
    text = _("Programs take no leave.")


class DaysOffInvalid(Refusal):
    code = "invalid_days_off"
    status = 400
    text = _("You can have up to %(most)s days of the week off, and the public holidays of one region.")


class DaysOffJustChanged(Refusal):
    """`may_change_at` is when they can be changed again."""

    code = "days_off_just_changed"
    status = 409
    text = _("You have changed your days off within the last seven days; they hold for a week.")
