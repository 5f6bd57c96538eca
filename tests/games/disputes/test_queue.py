"""The queue of cases: what is in it for whom, what comes first, and the counts above it."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import assignment, case_notes, filing
from games.disputes.models import Dispute
from games.disputes.queue import cases_for, counts_for
from games.play.actions import decline_draw, offer_draw
from tests.conftest import NOON
from tests.support.playing import SHUFFLE, SHUFFLING, play, stand_at
from tests.support.ruling import Staff, decided

Begin = Callable[..., Game]
Open = Callable[[str], Dispute]
DAY = timedelta(days=1)


@pytest.fixture
def opened(clock: time_machine.Traveller, begin: Begin, anna: User, bert: User) -> Open:
    """A factory of Anna’s disputes with Bert by category, each in a game of its own; "draw" stops the clocks."""

    def make(category: str) -> Dispute:
        game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE)
        if category == "draw":
            offer_draw(game.number, anna)
            decline_draw(game.number, bert)
        return filing.open_dispute(game.number, anna, category=category, text="Look at that.")

    return make


def severities(reader: User) -> dict[str, tuple[int, bool]]:
    """By category, the place of each case in the queue, and whether it holds a clock."""
    return {case.category: (case.severity, case.holds) for case in cases_for(reader, now=NOON)}  # type: ignore[attr-defined]


def test_what_cannot_wait_comes_first_then_what_holds_a_clock_then_by_category(
    opened: Open, arbiter: User, staff: Staff
) -> None:
    for category in ("other", "stalling", "computer_help", "draw"):
        opened(category)
    urgent = opened("abuse")
    case_notes.escalate(urgent.number, staff("hilda", "helper"), "Quickly.")

    assert severities(arbiter) == {
        "abuse": (-1, False),
        "draw": (0, True),
        "computer_help": (4, False),
        "stalling": (5, False),
        "other": (6, False),
    }


def test_what_is_decided_comes_last(opened: Open, arbiter: User) -> None:
    decided(opened("other"), arbiter, Dispute.Verdict.DISMISSED)

    assert severities(arbiter) == {"other": (7, False)}


def test_a_clock_is_held_by_its_own_dispute_and_as_long_as_it_stands(opened: Open, arbiter: User) -> None:
    held = opened("draw")

    later = cases_for(arbiter, now=NOON + 7 * DAY)

    assert later.get(number=held.number).holds is False  # type: ignore[attr-defined]


@pytest.mark.parametrize("category", ["abuse", "draw"])
def test_who_plays_in_the_game_does_not_find_its_cases(
    opened: Open, anna: User, bert: User, carla: User, category: str
) -> None:
    opened(category)

    readers = {reader.username for reader in (anna, bert, carla) if cases_for(reader, now=NOON).exists()}

    assert readers == {"carla"}


def test_the_counts_are_of_what_is_pending(opened: Open, arbiter: User, iris: User, anna: User, staff: Staff) -> None:
    decided(opened("other"), arbiter, Dispute.Verdict.DISMISSED)
    appeal = filing.appeal(decided(opened("stalling"), arbiter, Dispute.Verdict.DISMISSED).number, anna, text="Again.")
    opened("draw")
    case_notes.escalate(opened("abuse").number, staff("hilda", "helper"), "Quickly.")
    assignment.take_case(appeal.number, iris)

    assert counts_for(iris, now=NOON) == {"waiting": 2, "urgent": 1, "frozen": 1, "appeals": 1, "mine": 1}
