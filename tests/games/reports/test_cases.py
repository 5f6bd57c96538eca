"""A case about a person from the reports to the verdict: who decides, and who is told what."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from importlib import import_module

import pytest
import time_machine
from django.db import connection

from accounts.models import User
from games.core.models.events import Event, UserEvent
from games.core.notifications import line_of
from games.disputes.errors import ReasonMissing
from games.disputes.models import AuditEntry
from games.play.errors import VerdictImpossible
from games.players import sanctions
from games.players.errors import Silenced, Suspended
from games.players.models import Sanction
from games.reports import cases, filing
from games.reports.cases import Decision
from games.reports.errors import PartyToCase, PersonCaseClosed, PersonCaseNotYours, PersonCaseTaken
from games.reports.models import PersonCase
from kit.errors import Refusal
from tests.conftest import NOON
from tests.support.playing import play, unchanged
from tests.support.racing import at_once
from tests.support.ruling import Staff

DAY = timedelta(days=1)
Verdict = PersonCase.Verdict


@pytest.fixture
def case(anna: User, bert: User, carla: User) -> PersonCase:
    """Anna and Carla have reported Bert."""
    filing.report(anna, subject="profile", against="bert", text="That is Bertha again.")
    return filing.report(carla, subject="profile", against="bert", text="An insulting name.").case


def decided(case: PersonCase, arbiter: User, verdict: PersonCase.Verdict, *, days: int = 0) -> PersonCase:
    cases.take(case.pk, arbiter)
    return cases.decide(case.pk, arbiter, Decision(verdict=verdict, reason="Seen.", days=days))


@pytest.mark.parametrize(
    ("verdict", "days", "kind"),
    [(Verdict.WARNED, 0, "warning"), (Verdict.MUTED, 3, "mute"), (Verdict.SUSPENDED, 3, "suspension")],
)
def test_a_verdict_is_a_sanction_and_the_person_is_told(
    clock: time_machine.Traveller, case: PersonCase, iris: User, bert: User, verdict: PersonCase.Verdict, days: int,
    kind: str,
) -> None:  # fmt: skip
    decided(case, iris, verdict, days=days)

    sanction = Sanction.objects.get(user=bert)
    until = NOON + days * DAY if days else None
    assert (sanction.kind, sanction.until, sanction.person_case, sanction.game) == (kind, until, case.pk, None)
    event = Event.objects.get(type="sanctioned")
    assert [row.user for row in event.user_events.all()] == [bert]
    assert "Seen." in line_of(event, bert).more
    if verdict is not Verdict.WARNED:
        with pytest.raises(Silenced):
            sanctions.require_may_write(bert.pk)
    if verdict is Verdict.SUSPENDED:
        with pytest.raises(Suspended):
            sanctions.require_may_begin(bert.pk)


def test_an_event_that_was_stored_under_the_former_name_is_renamed(case: PersonCase, iris: User) -> None:
    decided(case, iris, Verdict.WARNED)
    (renaming,) = import_module("games.reports.migrations.0002_sanctions").Migration.operations
    events = Event.objects.filter(type="sanctioned")
    data = events.get().data
    with connection.cursor() as cursor:
        cursor.execute(renaming.reverse_sql)
        former = events.get().data
        cursor.execute(renaming.sql)

    assert former == {
        **{name: data[name] for name in ("kind", "until", "reason")},
        "measure": Sanction.objects.get().pk,
    }
    assert events.get().data == data


def test_each_reporter_is_told_of_their_own_reports_only(
    case: PersonCase, iris: User, anna: User, bert: User, carla: User
) -> None:
    decided(case, iris, Verdict.DISMISSED)

    told = Event.objects.filter(type="reports_handled")
    own = {anna.pk: case.reports.get(reported_by=anna).pk, carla.pk: case.reports.get(reported_by=carla).pk}
    rows = UserEvent.objects.filter(event__in=told).select_related("event")
    assert {row.user_id: row.event.data["reports"] for row in rows} == {user: [pk] for user, pk in own.items()}
    assert not UserEvent.objects.filter(user=bert).exclude(event__type="game_started").exists()
    assert not Sanction.objects.exists()


def test_a_warning_is_acknowledged_before_the_next_move(
    case: PersonCase, iris: User, bert: User, game: object, begin: Callable[..., object]
) -> None:
    mine = begin(white=bert, black=iris)
    decided(case, iris, Verdict.WARNED)

    with pytest.raises(Refusal) as refusal:
        play(mine, "d6")  # type: ignore[arg-type]

    assert refusal.value.code == "warning_open"
    sanctions.acknowledge(Sanction.objects.get().pk, bert)
    play(mine, "d6")  # type: ignore[arg-type]


def test_what_arbiters_do_is_in_the_audit_log(case: PersonCase, iris: User, bert: User) -> None:
    cases.take(case.pk, iris)
    cases.hand_back(case.pk, iris)
    decided(case, iris, Verdict.MUTED, days=2)

    rows = AuditEntry.objects.filter(user=bert).order_by("id")
    assert [row.action for row in rows] == ["take", "hand_back", "take", "decide"]
    assert {row.after["person_case"] for row in rows} == {case.pk}
    last = rows.last()
    assert last is not None
    assert (last.actor, last.reason, last.after["verdict"]) == (iris, "Seen.", "muted")


def test_what_was_imposed_is_lifted_once_and_with_a_reason(case: PersonCase, iris: User, bert: User) -> None:
    decided(case, iris, Verdict.SUSPENDED, days=3)
    with unchanged(), pytest.raises(ReasonMissing):
        cases.lift(case.pk, iris, " ")

    cases.lift(case.pk, iris, "It was somebody else.")

    sanctions.require_may_begin(bert.pk)
    row = AuditEntry.objects.get(action="lift")
    assert (row.user, row.reason, row.after["lifted"]) == (bert, "It was somebody else.", "suspension")
    with unchanged(), pytest.raises(VerdictImpossible):
        cases.lift(case.pk, iris, "Once more.")


def test_who_is_a_party_does_not_decide(staff: Staff, bert: User) -> None:
    reporter = staff("judge", "arbiter")
    about_bert = filing.report(reporter, subject="profile", against="bert", text="Look.").case
    about_judge = filing.report(bert, subject="profile", against="judge", text="Look.").case

    for case in (about_bert, about_judge):
        with unchanged(), pytest.raises(PartyToCase):
            cases.take(case.pk, reporter)


def test_one_arbiter_has_it_for_a_week_or_as_long_as_they_are_one(
    clock: time_machine.Traveller, case: PersonCase, iris: User, staff: Staff
) -> None:
    other = staff("olga", "arbiter")
    cases.take(case.pk, iris)

    with unchanged(), pytest.raises(PersonCaseTaken):
        cases.take(case.pk, other)
    with unchanged(), pytest.raises(PersonCaseNotYours):
        cases.decide(case.pk, other, Decision(verdict=Verdict.DISMISSED, reason="No."))
    clock.shift(7 * DAY + timedelta(seconds=1))

    assert cases.take(case.pk, other).taken_by == other


def test_it_is_decided_once(case: PersonCase, iris: User) -> None:
    decided(case, iris, Verdict.DISMISSED)

    for action in (cases.take, cases.hand_back):
        with unchanged(), pytest.raises(PersonCaseClosed):
            action(case.pk, iris)
    with unchanged(), pytest.raises(PersonCaseClosed):
        cases.decide(case.pk, iris, Decision(verdict=Verdict.WARNED, reason="Seen."))


@pytest.mark.parametrize(
    ("decision", "refusal"),
    [
        (Decision(verdict=Verdict.MUTED, reason="Seen."), VerdictImpossible),
        (Decision(verdict=Verdict.SUSPENDED, reason="Seen.", days=366), VerdictImpossible),
        (Decision(verdict=Verdict.WARNED, reason=" "), ReasonMissing),
    ],
)
def test_what_is_no_verdict_is_refused(
    case: PersonCase, iris: User, decision: Decision, refusal: type[Refusal]
) -> None:
    cases.take(case.pk, iris)

    with unchanged(), pytest.raises(refusal):
        cases.decide(case.pk, iris, decision)


@pytest.mark.django_db(transaction=True)
def test_two_arbiters_at_once_and_one_has_it(case: PersonCase, staff: Staff) -> None:
    arbiters = [staff(name, "arbiter") for name in ("iris", "olga")]

    taken = at_once(*(partial(cases.take, case.pk, arbiter) for arbiter in arbiters))

    assert sorted(type(each).__name__ for each in taken) == ["PersonCase", "PersonCaseTaken"]
