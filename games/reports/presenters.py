"""Reports as plain data for whoever has made them."""

from django.db.models import QuerySet

from accounts.models import User
from games.core.presenters import Data, rfc3339
from games.reports.models import PersonCase, Report


def reports_of(user: User) -> QuerySet[Report]:
    """The reports that the user has made, newest first."""
    return Report.objects.filter(reported_by=user).select_related("case__person").order_by("-id")


def report_data(report: Report) -> Data:
    """What came of it is between the arbiters and the person."""
    return {
        "id": report.pk,
        "subject": report.subject,
        "number": None if report.subject == Report.Subject.PROFILE else report.subject_id,
        "against": report.case.person.username,
        "text": report.text,
        "reported_at": rfc3339(report.created_at),
        "handled": report.case.status == PersonCase.Status.DECIDED,
    }
