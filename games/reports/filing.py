"""Reporting. Reports about one person are gathered in one open case."""

from datetime import timedelta

from django.db import transaction

from accounts.models import User
from games.disputes.errors import ReasonMissing
from games.reports import subjects
from games.reports.errors import AlreadyReported, OwnReport, TooManyReports
from games.reports.models import PersonCase, Report
from kit import database_time, texts
from kit.errors import raises

MOST_A_DAY = 10
# Of one reporter about one person, until the case is decided.
MOST_ABOUT_ONE = 3


@raises(texts.cleaned, subjects.find, ReasonMissing, OwnReport, AlreadyReported, TooManyReports)
def report(reporter: User, *, subject: str, text: str, number: int | None = None, against: str = "") -> Report:
    """Report a person to the arbiters."""
    text = texts.cleaned(text, longest=Report.LONGEST)
    if not text:
        raise ReasonMissing
    found = subjects.find(subject, number, against, reader=reporter)
    if found.person.pk == reporter.pk:
        raise OwnReport
    with transaction.atomic():
        _lock(reporter, found.person)
        case = PersonCase.objects.filter(person=found.person, status__in=PersonCase.PENDING).first()
        _require_may_report(reporter, case, found)
        case = case or PersonCase.objects.create(person=found.person)
        return Report.objects.create(
            case=case,
            reported_by=reporter,
            subject=found.subject,
            subject_id=found.number,
            game=found.game,
            quoted=found.quoted,
            text=text,
        )


def _lock(reporter: User, person: User) -> None:
    """Lock both, so that reports are counted, and cases opened, one after the other."""
    people = User.objects.select_for_update(no_key=True).filter(pk__in=(reporter.pk, person.pk)).order_by("pk")
    list(people.values_list("pk"))


def _require_may_report(reporter: User, case: PersonCase | None, found: subjects.Found) -> None:
    own = Report.objects.filter(reported_by=reporter)
    if case is not None:
        about = own.filter(case=case)
        if about.filter(subject=found.subject, subject_id=found.number).exists():
            raise AlreadyReported
        if about.count() >= MOST_ABOUT_ONE:
            raise TooManyReports(most=MOST_ABOUT_ONE)
    lately = own.filter(created_at__gt=database_time.now() - timedelta(days=1))
    if lately.count() >= MOST_A_DAY:
        raise TooManyReports(most=MOST_A_DAY)
