"""Actions of arbiters on a case about a person: take it, hand it back, decide. Each is in the audit log."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts import names
from accounts.models import User
from games.core import event_log
from games.core.event_log import Entry
from games.core.presenters import rfc3339
from games.disputes import assignment, audit_log, verdict_kinds
from games.disputes.errors import ReasonMissing
from games.disputes.roles import Action
from games.disputes.verdicts import LONGEST_DAYS
from games.play.errors import VerdictImpossible
from games.players import sanctions
from games.players.verdict_reasons import LONGEST_REASON
from games.reports.errors import PartyToCase, PersonCaseClosed, PersonCaseNotYours, PersonCaseTaken
from games.reports.events import reports_handled, sanctioned
from games.reports.models import PersonCase, Report
from kit import database_time, texts
from kit.errors import NotFound, raises

Verdict = PersonCase.Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What an arbiter has decided, and why; `days` is how long with a mute or a suspension.

    With `takes_name`, the person loses the display name as well; they read why with the sanction.
    """

    verdict: PersonCase.Verdict
    reason: str
    days: int = 0
    takes_name: bool = False


@raises(NotFound, PersonCaseClosed, PersonCaseTaken, PartyToCase)
def take(number: int, arbiter: User) -> PersonCase:
    """Assign the case to the arbiter."""
    with transaction.atomic():
        case, now = _locked(number), database_time.now()
        _require_may_decide(case, arbiter)
        if case.taken_by_id == arbiter.pk:
            return case
        if case.taken_by is not None and not is_left(case):
            raise PersonCaseTaken(arbiter=case.taken_by.name)
        before = {"status": case.status, "taken_by": case.taken_by_id}
        case.status, case.taken_by, case.taken_at = PersonCase.Status.TAKEN, arbiter, now
        case.save(update_fields=["status", "taken_by", "taken_at"])
        after = {"person_case": case.pk, "status": case.status, "taken_by": arbiter.pk}
        audit_log.record(arbiter, "take", user=case.person, before=before, after=after, now=now)
    return case


@raises(NotFound, PersonCaseClosed, PersonCaseNotYours)
def hand_back(number: int, arbiter: User) -> PersonCase:
    """Leave it to another."""
    with transaction.atomic():
        case = _locked(number)
        _require_taken(case, arbiter)
        case.status, case.taken_by, case.taken_at = PersonCase.Status.OPEN, None, None
        case.save(update_fields=["status", "taken_by", "taken_at"])
        after = {"person_case": case.pk, "status": case.status}
        audit_log.record(arbiter, "hand_back", user=case.person, after=after, now=database_time.now())
    return case


@raises(texts.cleaned, NotFound, PersonCaseClosed, PersonCaseNotYours, PartyToCase, VerdictImpossible, ReasonMissing)
def decide(number: int, arbiter: User, decision: Decision) -> PersonCase:
    """Decide a case that the arbiter has taken. The person learns of a sanction, the reporters that somebody looked."""
    reason = _stated(decision.reason)
    kind = verdict_kinds.Verdict(decision.verdict).row.sanction
    runs = kind is not None and kind.lasts
    if (runs and not 1 <= decision.days <= LONGEST_DAYS) or (decision.takes_name and kind is None):
        raise VerdictImpossible
    with transaction.atomic():
        case, now = _locked(number), database_time.now()
        _require_taken(case, arbiter)
        _require_may_decide(case, arbiter)
        if kind is not None and case.person.is_computer:
            raise VerdictImpossible
        case.status, case.verdict, case.reason = PersonCase.Status.DECIDED, decision.verdict, reason
        case.decided_by, case.decided_at = arbiter, now
        case.save(update_fields=["status", "verdict", "reason", "decided_by", "decided_at"])
        after: dict[str, object] = {"person_case": case.pk, "verdict": case.verdict}
        news = _told_to_reporters(case)
        if kind is not None:
            until = now + timedelta(days=decision.days) if runs else None
            sanction = sanctions.impose(
                case.person, kind, reason=reason, imposed_by=arbiter, now=now, until=until, person_case=case.pk
            )
            news.append(sanctioned(sanction))
            if decision.takes_name:
                names.replace(case.person)
                after["display_name"] = "taken_away"
            after |= {"measure": sanction.kind, "against": case.person_id, "until": rfc3339(until)}
        audit_log.record(arbiter, "decide", user=case.person, after=after, reason=reason, now=now)
        event_log.record(news, now=now)
    return case


@raises(texts.cleaned, NotFound, PartyToCase, VerdictImpossible, ReasonMissing)
def lift(number: int, arbiter: User, reason: str) -> PersonCase:
    """Lift what was imposed in a decided case, also for accounts to which it has followed."""
    reason = _stated(reason)
    with transaction.atomic():
        case, now = _locked(number), database_time.now()
        if is_party(case, arbiter):
            raise PartyToCase
        kinds = sanctions.lift_of_person(case.pk, now=now)
        if not kinds:
            raise VerdictImpossible
        after = {"person_case": case.pk, "lifted": ", ".join(kinds)}
        audit_log.record(arbiter, "lift", user=case.person, after=after, reason=reason, now=now)
    return case


def is_left(case: PersonCase) -> bool:
    """Whether another arbiter may take over the case."""
    return assignment.is_left(case, now=database_time.now(), action=Action.IMPOSE)


def of_others(user: User) -> Q:
    """Cases in which the user takes no part: neither as the person, nor as one of those who have reported them."""
    return ~Q(person=user) & ~Q(pk__in=brought_by(user))


def brought_by(user: User) -> QuerySet[Any]:
    """The numbers of the cases in which the user has reported somebody."""
    return Report.objects.filter(reported_by=user).values_list("case", flat=True)


def is_party(case: PersonCase, user: User) -> bool:
    """Whether the user is the person, or one of those who have reported them."""
    return case.person_id == user.pk or case.reports.filter(reported_by=user).exists()


def _stated(reason: str) -> str:
    reason = texts.cleaned(reason, longest=LONGEST_REASON)
    if not reason:
        raise ReasonMissing
    return reason


def _locked(number: int) -> PersonCase:
    """The case, after the row of the person, which reports lock first."""
    person_id = PersonCase.objects.filter(pk=number).values_list("person_id", flat=True).first()
    if person_id is None:
        raise NotFound
    person = User.objects.select_for_update(no_key=True).get(pk=person_id)
    case = PersonCase.objects.select_for_update().get(pk=number)
    case.person = person
    return case


def _require_taken(case: PersonCase, arbiter: User) -> None:
    if not case.is_pending:
        raise PersonCaseClosed
    if case.taken_by_id != arbiter.pk:
        raise PersonCaseNotYours


def _require_may_decide(case: PersonCase, arbiter: User) -> None:
    if not case.is_pending:
        raise PersonCaseClosed
    if is_party(case, arbiter):
        raise PartyToCase


def _told_to_reporters(case: PersonCase) -> list[Entry]:
    by_reporter: dict[int, list[int]] = {}
    for pk, reporter_id in case.reports.order_by("pk").values_list("pk", "reported_by"):
        by_reporter.setdefault(reporter_id, []).append(pk)
    return [reports_handled(numbers, to=reporter_id) for reporter_id, numbers in by_reporter.items()]
