"""Errors of reports."""

from django.utils.translation import gettext_lazy as _

from games.core.errors import Refusal


class OwnReport(Refusal):
    code = "own_report"
    status = 409
    text = _("You cannot report yourself.")


class AlreadyReported(Refusal):
    code = "already_reported"
    status = 409
    text = _("You have reported this already. An arbiter will look at it.")


class TooManyReports(Refusal):
    """`most` is how many reports a player may make within a day, or about one person whom nobody has looked at yet."""

    code = "too_many_reports"
    status = 409
    text = _("You have made %(most)s reports, which is the maximum for now. Please try again later.")


# --- For arbiters -----------------------------------------------------------------------------------------------------


class PersonCaseClosed(Refusal):
    code = "person_case_closed"
    status = 409
    text = _("This case is decided.")


class PersonCaseTaken(Refusal):
    """`arbiter` is the name of the arbiter who has the case."""

    code = "person_case_taken"
    status = 409
    text = _("%(arbiter)s is already looking at this case.")


class PersonCaseNotYours(Refusal):
    code = "person_case_not_yours"
    status = 409
    text = _("Take the case before you decide it.")


class PartyToCase(Refusal):
    code = "party_to_case"
    status = 403
    text = _("You are involved in this case, so somebody else has to decide.")
