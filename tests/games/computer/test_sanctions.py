"""Computers are not sanctioned, whatever somebody reports."""

import pytest

from accounts.models import User
from games.disputes import assignment, filing, verdicts
from games.disputes.verdict_kinds import Verdict
from games.disputes.verdicts import Decision
from games.play.errors import VerdictImpossible
from games.players.models import Sanction
from games.reports import cases
from games.reports import filing as filing_of_reports
from games.reports.models import PersonCase
from tests.support.computers import Against
from tests.support.playing import unchanged


@pytest.mark.parametrize("verdict", [Verdict.WARNED, Verdict.MUTED, Verdict.SUSPENDED])
def test_no_verdict_about_a_game_is_against_a_computer(
    anna: User, arbiter: User, against: Against, computers: dict[int, User], verdict: Verdict
) -> None:
    dispute = filing.open_dispute(against(anna).number, anna, category="other", text="It is too strong.")
    assignment.take_case(dispute.number, arbiter)

    decision = Decision(verdict=verdict, reason="Seen.", against=computers[1], days=7)

    with unchanged(), pytest.raises(VerdictImpossible):
        verdicts.decide(dispute.number, arbiter, decision)

    assert not Sanction.objects.exists()


@pytest.mark.parametrize("verdict", ["warned", "muted", "suspended"])
def test_no_case_about_a_computer_ends_in_a_sanction(
    anna: User, iris: User, computers: dict[int, User], verdict: str
) -> None:
    filing_of_reports.report(anna, subject="profile", against="computer-1", text="It is too strong.")
    case = PersonCase.objects.get()
    cases.take(case.pk, iris)

    decision_of_case = cases.Decision(verdict=PersonCase.Verdict(verdict), reason="Seen.", days=7)

    with unchanged(), pytest.raises(VerdictImpossible):
        cases.decide(case.pk, iris, decision_of_case)

    assert not Sanction.objects.exists()
    assert PersonCase.objects.get().verdict == ""
