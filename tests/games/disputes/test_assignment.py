"""Whose a case is, and when another may take it over."""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.core.models.games import Game
from games.disputes import assignment, case_notes, filing, presenters, verdicts
from games.disputes.errors import CaseNotYours, CaseTaken, OwnCase
from games.disputes.models import AuditEntry, Dispute
from games.disputes.verdict_kinds import Verdict
from games.disputes.verdicts import Decision
from games.play.errors import VerdictImpossible
from tests.conftest import NOON
from tests.support.playing import unchanged
from tests.support.ruling import Staff

DAY = timedelta(days=1)


@pytest.fixture
def jonas(staff: Staff) -> User:
    return staff("jonas", "arbiter")


@pytest.fixture
def taken(clock: time_machine.Traveller, game: Game, anna: User, iris: User) -> Dispute:
    """Iris looks at what Anna has opened."""
    opened = filing.open_dispute(game.number, anna, category="stalling", text="He waits.")
    return assignment.take_case(opened.number, iris)


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

    case = assignment.take_case(taken.number, jonas)

    assert (case.status, case.taken_by, case.taken_at) == ("taken", jonas, NOON)
    row = AuditEntry.objects.latest("id")
    assert (row.action, row.actor) == ("take", jonas)
    assert (row.before, row.after) == (
        {"status": "taken", "taken_by": iris.pk},
        {"status": "taken", "taken_by": jonas.pk},
    )
    with unchanged(), pytest.raises(CaseNotYours):
        verdicts.decide(taken.number, iris, Decision(verdict=Verdict.DISMISSED, reason="Seen."))


def test_who_does_not_decide_it_within_a_week_is_relieved_of_it(
    clock: time_machine.Traveller, taken: Dispute, iris: User, jonas: User
) -> None:
    clock.move_to(NOON + 7 * DAY)
    with unchanged(), pytest.raises(CaseTaken):
        assignment.take_case(taken.number, jonas)
    clock.shift(timedelta(seconds=1))

    assert assignment.take_case(taken.number, jonas).taken_by == jonas

    # The arbiter's week begins here.
    with unchanged(), pytest.raises(CaseTaken):
        assignment.take_case(taken.number, iris)


def test_nobody_takes_over_a_case_of_their_own(clock: time_machine.Traveller, taken: Dispute, bert: User) -> None:
    clock.shift(30 * DAY)

    with unchanged(), pytest.raises(OwnCase):
        assignment.take_case(taken.number, bert)


def test_only_the_arbiter_who_has_a_case_hands_it_back(taken: Dispute, jonas: User) -> None:
    with unchanged(), pytest.raises(CaseNotYours):
        assignment.hand_back(taken.number, jonas)


@pytest.mark.parametrize(
    "decision",
    [
        {"verdict": Verdict.PROVEN},
        {"verdict": Verdict.WARNED},
        {"verdict": Verdict.WARNED, "against": "carla"},
        {"verdict": Verdict.DISMISSED, "against": "bert"},
        {"verdict": Verdict.DISMISSED, "warning": "Answer offers."},
        {"verdict": Verdict.DRAW, "warning": "Answer offers."},
        {"verdict": Verdict.MUTED, "against": "bert"},
        {"verdict": Verdict.MUTED, "against": "bert", "days": 366},
        {"verdict": Verdict.LIFTED},
    ],
    ids=str,
)
def test_what_is_no_verdict_is_refused(taken: Dispute, iris: User, carla: User, decision: dict[str, Any]) -> None:
    named = {user.username: user for user in (carla, taken.game.white, taken.game.black)}
    against = named.get(decision.pop("against", ""))

    with unchanged(), pytest.raises(VerdictImpossible):
        verdicts.decide(taken.number, iris, Decision(reason="So.", against=against, **decision))


def test_a_note_locks_rows_in_the_order_of_every_other_action(taken: Dispute, iris: User) -> None:
    """The game before the case; otherwise a note and a verdict of the same instant could wait for each other."""
    with CaptureQueriesContext(connection) as found:
        case_notes.note(taken.number, iris, "Hm.")

    wrote = [query["sql"] for query in found if "FOR UPDATE" in query["sql"] or query["sql"].startswith("INSERT")]
    assert "core_game" in wrote[0]
    assert "disputes_dispute" in wrote[1]
    assert ["FOR UPDATE" in sql for sql in wrote[:3]] == [True, True, False]


# --- What the audit log says ------------------------------------------------------------------------------------------


def test_the_log_has_how_a_case_stood_that_was_handed_back(taken: Dispute, iris: User) -> None:
    assignment.hand_back(taken.number, iris)

    row = AuditEntry.objects.latest("id")
    assert (row.action, row.before, row.after) == ("hand_back", {"status": "taken"}, {"status": "open"})


MUTED = {"verdict": "muted", "measure": "mute", "until": "2026-03-05T12:00:00Z"}
WARNED_TOO = {"verdict": "resumed", "seconds": 3600, "measure": "warning", "until": None}
WARNED_IN_OTHER_WORDS = {"verdict": "warned", "measure": "warning", "until": None, "warning": "Answer offers."}


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        ({"verdict": Verdict.MUTED, "days": 3}, MUTED),
        ({"verdict": Verdict.RESUMED, "seconds": 3600}, WARNED_TOO),
        ({"verdict": Verdict.WARNED, "warning": "Answer offers."}, WARNED_IN_OTHER_WORDS),
    ],
)
def test_the_log_has_what_was_imposed_and_given_back(
    taken: Dispute, iris: User, anna: User, bert: User, decision: dict[str, Any], said: dict[str, Any]
) -> None:
    verdicts.decide(taken.number, iris, Decision(reason="Seen.", against=bert, **decision))

    row = AuditEntry.objects.latest("id")
    standing = {"status": "ongoing", "result": "*", "termination": ""}
    assert row.after == standing | said | {"against": bert.pk}
    for player in (anna, bert):
        dispute = presenters.dispute_for(taken.number, player)
        steps = presenters.dispute_data(dispute, viewer_id=player.pk)["steps"]
        assert [(step["action"], step["before"], step["after"]) for step in steps] == [
            ("take", None, None),
            ("decide", None, None),
        ]


def test_a_verdict_that_does_nothing_to_anybody_says_no_more(taken: Dispute, iris: User) -> None:
    verdicts.decide(taken.number, iris, Decision(verdict=Verdict.DISMISSED, reason="Seen."))

    assert set(AuditEntry.objects.latest("id").after) == {"status", "result", "termination", "verdict"}


@pytest.mark.parametrize("action", [case_notes.note, case_notes.escalate])
def test_a_note_that_is_changed_later_differs_from_what_the_log_has(
    game: Game, anna: User, iris: User, action: Callable[[int, User, str], object]
) -> None:
    dispute = filing.open_dispute(game.number, anna, category="abuse", text="He insults me.")
    action(dispute.number, iris, " He did it before. ")

    row, note = AuditEntry.objects.latest("id"), dispute.notes.get()
    assert row.after == {"note": note.pk, "sha256": hashlib.sha256(b"He did it before.").hexdigest()}
