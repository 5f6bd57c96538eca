"""Errors of reports."""

from django.utils.translation import gettext_lazy as _

from kit.errors import Refusal


class OwnReport(Refusal):
    code = "own_report"
    status = 409
    text = _("You cannot report yourself.")


class AlreadyReported(Refusal):
    code = "already_reported"
    status = 409
    text = _("You have reported this already. An arbiter will look at it.")


class TooManyReports(Refusal):
    """They are counted within a day, and about one person until the case is decided."""

    code = "too_many_reports"
    status = 409
    text = _("You have made %(most)s reports, which is the maximum for now. Please try again later.")


# --- For arbiters -----------------------------------------------------------------------------------------------------


class PersonCaseClosed(Refusal):
    """On pages of staff, about a person."""

    code = "person_case_closed"
    status = 409
    text = _("This case is decided.")


class PersonCaseTaken(Refusal):
    """On pages of staff, about a person."""

    code = "person_case_taken"
    status = 409
    text = _("%(arbiter)s is already looking at this case.")


class PersonCaseNotYours(Refusal):
    """On pages of staff, about a person."""

    code = "person_case_not_yours"
    status = 409
    text = _("Take the case before you decide it.")


class PartyToCase(Refusal):
    """On pages of staff: the case is about you, or you have reported the person."""

    code = "party_to_case"
    status = 403
    text = _("You are involved in this case, so somebody else has to decide.")
