"""What arbiters see of a person: the timeline of reports, verdicts and sanctions, and other accounts. Reads only."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.addresses import accounts_with_address_of
from accounts.models import User
from games.core.models.games import about_games_of
from games.disputes.models import Dispute
from games.players.models import Sanction
from games.reports.cases import brought_by, of_others
from games.reports.models import PersonCase, Report
from kit.times import moment

MOST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Something in the timeline: a headline with the page of it, what was written, and why."""

    at: datetime
    words: str
    url: str = ""
    quoted: str = ""
    text: str = ""


def timeline(person: User, *, reader: User) -> list[Step]:
    """Reports, verdicts and sanctions, the latest first; without cases in which the reader takes part."""
    cases = PersonCase.objects.filter(of_others(reader), person=person)
    steps = [*_reports(cases), *_verdicts(cases), *_disputes(person, reader), *_sanctions(person, reader)]
    return sorted(steps, key=lambda step: step.at, reverse=True)


def other_accounts(person: User) -> QuerySet[User]:
    """Accounts that have had a confirmed address of this one, and those that a sanction of it has followed."""
    sanctions = Sanction.objects.filter(user=person)
    same = Q(case_number__in=sanctions.exclude(case_number=None).values("case_number"))
    same |= Q(person_case__in=sanctions.exclude(person_case=None).values("person_case"))
    # Both players of a game may have been sanctioned in one case; a sanction that has followed is of the same kind.
    followed = Sanction.objects.filter(same, addresses__digest__in=sanctions.values("addresses__digest"))
    by_address = accounts_with_address_of(person).order_by().values("pk")
    return User.objects.filter(Q(pk__in=by_address) | Q(pk__in=followed.values("user"))).exclude(pk=person.pk)


def _reports(cases: QuerySet[PersonCase]) -> Iterator[Step]:
    rows = Report.objects.filter(case__in=cases).select_related("reported_by", "game")[:MOST]
    for row in rows:
        words = _("%(name)s has reported: %(subject)s") % {
            "name": row.reported_by.name,
            "subject": row.get_subject_display(),
        }
        yield Step(at=row.created_at, words=words, url=_address_of(row), quoted=row.quoted, text=row.text)


def _address_of(row: Report) -> str:
    if row.game_id is not None:
        return reverse("game", args=[row.game_id])
    if row.subject == Report.Subject.CHALLENGE:
        return reverse("challenge", args=[row.subject_id])
    return ""


def _verdicts(cases: QuerySet[PersonCase]) -> Iterator[Step]:
    decided = cases.filter(status=PersonCase.Status.DECIDED).select_related("decided_by")
    for case in decided[:MOST]:
        if case.decided_at is None or case.decided_by is None:
            continue
        words = _("%(arbiter)s has decided case %(number)s: %(verdict)s") % {
            "arbiter": case.decided_by.name,
            "number": case.number,
            "verdict": case.get_verdict_display(),
        }
        yield Step(at=case.decided_at, words=words, text=case.translated_reason)


def _disputes(person: User, reader: User) -> Iterator[Step]:
    """Verdicts of arbiters about games of the person."""
    rows = Dispute.objects.filter(about_games_of(person.pk), decided_by__isnull=False)
    rows = rows.exclude(about_games_of(reader.pk))
    for row in rows.select_related("opened_by").order_by("-number")[:MOST]:
        if row.decided_at is None:
            continue
        words = _("Dispute %(number)s of %(name)s (%(category)s) was decided: %(verdict)s") % {
            "number": row.number,
            "name": row.opened_by.name,
            "category": row.get_category_display(),
            "verdict": row.get_verdict_display(),
        }
        url = reverse("admin:disputes_dispute_change", args=[row.number])
        yield Step(at=row.decided_at, words=words, url=url, text=row.translated_reason)


def _sanctions(person: User, reader: User) -> Iterator[Step]:
    hidden = about_games_of(reader.pk) | Q(person_case__in=brought_by(reader))
    for row in Sanction.objects.filter(user=person).exclude(hidden)[:MOST]:
        kind = row.get_kind_display()
        words = _("Sanction: %(kind)s") % {"kind": kind}
        if row.until is not None:
            words = _("Sanction: %(kind)s until %(until)s") % {"kind": kind, "until": moment(row.until)}
        yield Step(at=row.imposed_at, words=words)
        if row.lifted_at is not None:
            yield Step(at=row.lifted_at, words=_("Lifted: %(kind)s") % {"kind": kind})
