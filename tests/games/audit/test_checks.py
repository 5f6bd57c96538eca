"""The check binds results and sanctions to rows of the audit log, in both directions."""

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import User
from games.audit import checkpoints, checks
from games.core.models.games import Game
from games.disputes import audit_log, filing
from games.disputes.models import AuditEntry, Dispute
from games.disputes.verdict_kinds import Verdict
from games.play.actions import resign
from games.players.models import Sanction
from games.reports import cases
from games.reports import filing as reports
from games.reports.cases import Decision
from games.reports.models import PersonCase
from tests.games.audit.changing import rewritten, without_triggers
from tests.support.metrics import of_server
from tests.support.ruling import Staff, decided


@pytest.fixture
def drawn(game: Game, anna: User, iris: User) -> Dispute:
    """A game that an arbiter has ended, with a warning."""
    case = filing.open_dispute(game.number, anna, category="other", text="Look.")
    return decided(case, iris, Verdict.DRAW, against=anna)


@pytest.fixture
def muted(game: Game, anna: User, bert: User, iris: User) -> Dispute:
    case = filing.open_dispute(game.number, anna, category="abuse", text="Look.")
    return decided(case, iris, Verdict.MUTED, against=bert, days=3)


def test_what_arbiters_have_done_is_as_the_log_says(drawn: Dispute, muted: Dispute) -> None:
    checkpoints.make_checkpoint()

    assert checks.problems() == []


def test_a_result_that_an_appeal_has_changed_is_as_the_newest_row_says(
    drawn: Dispute, muted: Dispute, anna: User, bert: User, staff: Staff
) -> None:
    judith = staff("judith", "arbiter")
    decided(filing.appeal(drawn.number, anna, text="No."), judith, Verdict.WHITE_WON)
    decided(filing.appeal(muted.number, bert, text="No."), judith, Verdict.LIFTED)

    assert checks.problems() == []


def test_a_game_that_was_resumed_may_end_otherwise(drawn: Dispute, anna: User, staff: Staff) -> None:
    decided(filing.appeal(drawn.number, anna, text="No."), staff("judith", "arbiter"), Verdict.RESUMED)
    Sanction.objects.update(acknowledged_at=timezone.now())
    resign(drawn.game_id, anna)

    assert checks.problems() == []


def test_a_result_that_was_changed_in_the_table_is_found(drawn: Dispute) -> None:
    Game.objects.filter(pk=drawn.game_id).update(result=Game.Result.WHITE_WON)

    (problem,) = checks.problems()
    assert f"Game {drawn.game_id}" in problem


def test_a_result_of_an_arbiter_that_was_made_one_of_the_players_is_found(drawn: Dispute) -> None:
    Game.objects.filter(pk=drawn.game_id).update(termination=Game.Termination.AGREEMENT)

    (problem,) = checks.problems()
    assert f"Game {drawn.game_id}" in problem


def test_a_game_that_was_ended_by_nobody_of_the_log_is_found(game: Game, anna: User) -> None:
    resign(game.number, anna)
    Game.objects.filter(pk=game.pk).update(termination=Game.Termination.ADJUDICATION)

    (problem,) = checks.problems()
    assert f"Game {game.pk}" in problem


def test_another_reason_of_a_verdict_is_found(drawn: Dispute) -> None:
    Dispute.objects.update(reason="Otherwise.")

    assert any(f"Case {drawn.number}" in problem for problem in checks.problems())


@pytest.mark.parametrize(
    "change", [{"until": timezone.now().replace(year=2099)}, {"reason": "Otherwise."}, {"lifted_at": timezone.now()}]
)
def test_a_sanction_that_was_changed_is_found(muted: Dispute, change: dict[str, object]) -> None:
    Sanction.objects.update(**change)

    assert any("anction" in problem for problem in checks.problems())


def test_a_sanction_that_was_deleted_is_found(muted: Dispute) -> None:
    Sanction.objects.all().delete()

    (problem,) = checks.problems()
    assert "does not exist" in problem


@pytest.fixture
def suspended(anna: User, bert: User, iris: User) -> PersonCase:
    """A case about Bert that an arbiter has decided."""
    case = reports.report(anna, subject="profile", against="bert", text="An insulting name.").case
    cases.take(case.pk, iris)
    return cases.decide(case.pk, iris, Decision(verdict=PersonCase.Verdict.SUSPENDED, reason="Seen.", days=3))


def test_a_sanction_after_reports_is_as_the_log_says(suspended: PersonCase) -> None:
    assert checks.problems() == []


def test_a_sanction_that_has_followed_a_person_needs_no_row_of_its_own(suspended: PersonCase, carla: User) -> None:
    known = Sanction.objects.get()
    copy = Sanction.objects.get(pk=known.pk)
    copy.pk, copy.user = None, carla
    copy.save(force_insert=True)

    assert checks.problems() == []
    Sanction.objects.filter(pk=known.pk).delete()
    assert len(checks.problems()) == 2


def test_what_was_lifted_after_reports_is_as_the_log_says(suspended: PersonCase, iris: User) -> None:
    cases.lift(suspended.pk, iris, "It was somebody else.")
    assert checks.problems() == []

    Sanction.objects.update(lifted_at=None)

    assert len(checks.problems()) == 1


def test_a_sanction_without_a_row_is_found(muted: Dispute, anna: User) -> None:
    known = Sanction.objects.get()
    Sanction.objects.create(
        user=anna, case_number=known.case_number, game=known.game, kind=known.kind, reason="x",
        imposed_by=known.imposed_by, until=known.until,
    )  # fmt: skip

    (problem,) = checks.problems()
    assert "is not in the audit log" in problem


def test_a_content_that_was_changed_and_sealed_anew_contradicts_the_checkpoint(book: list[AuditEntry]) -> None:
    made = checkpoints.make_checkpoint()
    assert made is not None
    rewritten(book[1].pk, "Never.")

    assert audit_log.first_break() is None
    assert checks.problems() == [f"The audit log contradicts the checkpoint of {made.day}."]


def test_the_command_and_the_metric_tell_of_problems(muted: Dispute) -> None:
    call_command("check_audit")
    assert of_server().value("muehle_audit_problems") == 0
    without_triggers("DELETE FROM disputes_auditentry WHERE action = 'decide'")

    with pytest.raises(CommandError, match="is not in the audit log"):
        call_command("check_audit")
    assert of_server().value("muehle_audit_problems") > 0
    assert of_server().value("muehle_audit_check_age_seconds") < 60
