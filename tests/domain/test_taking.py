"""Whose a case is, and when another may take it over."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games import dispute_errors
from games.disputes import deciding, filing, taking
from games.disputes.deciding import Decision
from games.models import AuditEntry, Dispute, Game
from tests.conftest import NOON
from tests.domain.playing import unchanged
from tests.domain.ruling import Staff

DAY = timedelta(days=1)


@pytest.fixture
def jonas(staff: Staff) -> User:
    return staff("jonas", "arbiter")


@pytest.fixture
def taken(clock: time_machine.Traveller, game: Game, anna: User, iris: User) -> Dispute:
    """Iris looks at what Anna has opened."""
    opened = filing.open_dispute(game.number, anna, category="stalling", text="He waits.")
    return taking.take_case(opened.number, iris)


def resigns(iris: User) -> None:
    iris.groups.clear()


def is_closed(iris: User) -> None:
    User.objects.filter(pk=iris.pk).update(is_active=False)


def leaves_the_staff(iris: User) -> None:
    User.objects.filter(pk=iris.pk).update(is_staff=False)


@pytest.mark.parametrize("is_gone", [resigns, is_closed, leaves_the_staff])
def test_what_somebody_has_who_is_no_arbiter_any_more_is_taken_over(
    taken: Dispute, iris: User, jonas: User, is_gone: Callable[[User], None]
) -> None:
    is_gone(iris)

    case = taking.take_case(taken.number, jonas)

    assert (case.status, case.taken_by, case.taken_at) == ("taken", jonas, NOON)
    row = AuditEntry.objects.latest("id")
    assert (row.action, row.actor) == ("take", jonas)
    assert (row.before, row.after) == (
        {"status": "taken", "taken_by": iris.pk},
        {"status": "taken", "taken_by": jonas.pk},
    )
    with unchanged(), pytest.raises(dispute_errors.CaseNotYours):
        deciding.decide(taken.number, iris, Decision(verdict=Dispute.Verdict.DISMISSED, reason="Seen."))


def test_who_does_not_decide_it_within_a_week_is_relieved_of_it(
    clock: time_machine.Traveller, taken: Dispute, iris: User, jonas: User
) -> None:
    clock.move_to(NOON + 7 * DAY)
    with unchanged(), pytest.raises(dispute_errors.CaseTaken):
        taking.take_case(taken.number, jonas)
    clock.shift(timedelta(seconds=1))

    assert taking.take_case(taken.number, jonas).taken_by == jonas

    # From here his week counts.
    with unchanged(), pytest.raises(dispute_errors.CaseTaken):
        taking.take_case(taken.number, iris)


def test_nobody_takes_over_a_case_of_his_own(clock: time_machine.Traveller, taken: Dispute, bert: User) -> None:
    clock.shift(30 * DAY)

    with unchanged(), pytest.raises(dispute_errors.OwnCase):
        taking.take_case(taken.number, bert)
