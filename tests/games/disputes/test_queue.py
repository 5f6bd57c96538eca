"""The queue of cases: what is in it for whom, what comes first, and the counts above it."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import assignment, case_notes, filing
from games.disputes.models import Dispute
from games.disputes.queue import ORDER, cases_for, counts_for, decidable, next_number
from games.disputes.verdict_kinds import Verdict
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
    decided(opened("other"), arbiter, Verdict.DISMISSED)

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
    decided(opened("other"), arbiter, Verdict.DISMISSED)
    appeal = filing.appeal(decided(opened("stalling"), arbiter, Verdict.DISMISSED).number, anna, text="Again.")
    opened("draw")
    case_notes.escalate(opened("abuse").number, staff("hilda", "helper"), "Quickly.")
    assignment.take_case(appeal.number, iris)

    assert counts_for(iris, now=NOON) == {
        "waiting": 2,
        "urgent": 1,
        "overdue": 0,
        "frozen": 1,
        "appeals": 1,
        "mine": 1,
    }


# --- Due dates --------------------------------------------------------------------------------------------------------


def in_the_queue(reader: User, *, now: datetime) -> list[str]:
    """The categories of what waits, in its order."""
    rows = cases_for(reader, now=now).filter(status__in=Dispute.PENDING).order_by(*ORDER)
    return [case.category for case in rows]


def test_what_is_overdue_comes_before_fresh_cases_of_every_kind_but_urgent_ones(
    opened: Open, clock: time_machine.Traveller, arbiter: User, staff: Staff
) -> None:
    opened("other")
    clock.shift(5 * DAY)
    opened("stalling")
    clock.shift(10 * DAY)
    for category in ("draw", "timeout"):
        Dispute.objects.filter(pk=opened("abuse" if category == "timeout" else category).pk).update(category=category)
    case_notes.escalate(opened("computer_help").number, staff("hilda", "helper"), "Quickly.")

    assert in_the_queue(arbiter, now=NOON + 13 * DAY) == ["computer_help", "draw", "timeout", "stalling", "other"]
    # The one that was due first is first.
    assert in_the_queue(arbiter, now=NOON + 15 * DAY) == ["computer_help", "other", "stalling", "draw", "timeout"]


@pytest.mark.parametrize("category", Dispute.Category.values)
def test_every_case_comes_to_the_front_however_many_fresh_ones_arrive(
    begin: Begin, anna: User, arbiter: User, category: str
) -> None:
    """Each day two of the kinds that come first arrive, and the two on top are decided."""
    games = [begin() for _game in range(6)]
    old = Dispute.objects.create(game=games.pop(), opened_by=anna, category=category, opened_at=NOON)
    free = list(games)
    for days in range(40):
        now = NOON + days * DAY
        for fresh in ("timeout", "abuse"):
            Dispute.objects.create(game=free.pop(), opened_by=anna, category=fresh, opened_at=now)
        for case in decidable(arbiter, now=now)[:2]:
            Dispute.objects.filter(pk=case.pk).update(status="decided", verdict="dismissed", decided_at=now)
            free.append(case.game)
        old.refresh_from_db()
        if not old.is_pending:
            break

    assert not old.is_pending
    assert old.decided_at is not None
    assert old.decided_at <= NOON + 15 * DAY


# --- What comes next --------------------------------------------------------------------------------------------------


def test_the_next_case_is_one_that_the_arbiter_may_decide(
    opened: Open, clock: time_machine.Traveller, arbiter: User, iris: User, anna: User
) -> None:
    assert next_number(iris, now=NOON) is None
    first, second, third = opened("abuse"), opened("stalling"), opened("other")
    now = NOON + DAY

    assert [next_number(iris, now=now, after=each) for each in (None, first.number, third.number)] == [
        *(first.number, second.number, first.number)
    ]
    assignment.take_case(first.number, arbiter)
    assert next_number(iris, now=now) == second.number
    assert next_number(arbiter, now=now) == first.number
    appeal = filing.appeal(decided(second, iris, Verdict.DISMISSED).number, anna, text="Again.")
    assert next_number(iris, now=now) == third.number
    assert next_number(iris, now=now, after=third.number) is None
    assert next_number(arbiter, now=now, after=first.number) == appeal.number


def test_the_queue_says_where_the_arbiter_plays_one_of_the_two(
    opened: Open, begin: Begin, arbiter: User, bert: User, carla: User
) -> None:
    opened("other")
    elsewhere = begin()
    Game.objects.filter(pk=elsewhere.pk).update(white=arbiter, black=carla, on_move=arbiter)
    assert not cases_for(arbiter, now=NOON).get().meets  # type: ignore[attr-defined]

    Game.objects.filter(pk=elsewhere.pk).update(black=bert)
    assert cases_for(arbiter, now=NOON).get().meets  # type: ignore[attr-defined]
    assert not cases_for(carla, now=NOON).get().meets  # type: ignore[attr-defined]
