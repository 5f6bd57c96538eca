"""When disputes and appeals stop the clocks of a game, and how often a player’s may."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
import time_machine

from accounts.models import User
from games.core.models.events import UserEvent
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import assignment, filing, freezes, presenters, verdicts
from games.disputes.errors import CaseNotYours, HoldImpossible, OwnCase, ReasonMissing
from games.disputes.models import AuditEntry, Dispute
from games.disputes.verdict_kinds import Verdict
from games.play.actions import decline_draw, offer_draw, play_move, resign
from games.play.errors import GameFrozen
from games.time_off.leave import take_leave
from games.time_off.models import Freeze
from kit.errors import TextTooLong
from tests.conftest import NOON
from tests.support.databases import plan_with_bitmap_scans
from tests.support.playing import SHUFFLE, SHUFFLING, fresh, play, stand_at, unchanged
from tests.support.racing import at_once
from tests.support.ruling import decided

Begin = Callable[..., Game]
DAY = timedelta(days=1)


@pytest.fixture
def even(clock: time_machine.Traveller, begin: Begin, bert: User) -> Callable[[], Game]:
    """A factory of games in which Bert has declined Anna’s draw without a word of why."""

    def make() -> Game:
        game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE)
        offer_draw(game.number, game.white)
        decline_draw(game.number, bert)
        return fresh(game)

    return make


Even = Callable[[], Game]


def disputed(game: Game, category: str = "draw") -> Dispute:
    return filing.open_dispute(game.number, game.white, category=category, text="Nobody can win this.")


# --- Appeals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("category", ["draw", "repetition"])
def test_an_appeal_about_the_end_of_a_game_that_goes_on_stops_the_clocks_again(
    clock: time_machine.Traveller, even: Even, anna: User, arbiter: User, iris: User, category: str
) -> None:
    verdict = decided(disputed(even(), category), arbiter, Verdict.DISMISSED)
    assert fresh(verdict.game).frozen_until is None
    clock.shift(DAY)

    appeal = filing.appeal(verdict.number, anna, text="Look again.")

    game = fresh(appeal.game)
    assert (game.frozen_until, game.deadline_at) == (NOON + 8 * DAY, NOON + 10 * DAY)
    assert appeal.clocks_run is None
    assignment.take_case(appeal.number, iris)
    assert fresh(game).frozen_until == NOON + 15 * DAY


def test_an_appeal_against_what_the_server_has_counted_stops_none(begin: Begin, anna: User) -> None:
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE)
    refuted = disputed(game)

    appeal = filing.appeal(refuted.number, anna, text="Count again.")

    assert (refuted.verdict, appeal.clocks_run) == ("refuted", "counted")
    assert (fresh(game).freezes, fresh(game).frozen_until) == (0, None)


@pytest.mark.parametrize("category", ["other", "stalling"])
def test_an_appeal_about_something_else_stops_none(even: Even, anna: User, arbiter: User, category: str) -> None:
    verdict = decided(disputed(even(), category), arbiter, Verdict.DISMISSED)

    appeal = filing.appeal(verdict.number, anna, text="Look again.")

    assert (appeal.clocks_run, fresh(appeal.game).frozen_until) == (None, None)


def test_an_appeal_revives_no_game_whose_time_has_run_out(
    clock: time_machine.Traveller, even: Even, anna: User, arbiter: User
) -> None:
    verdict = decided(disputed(even()), arbiter, Verdict.DISMISSED)
    clock.shift(4 * DAY)

    appeal = filing.appeal(verdict.number, anna, text="Look again.")

    assert appeal.is_pending
    assert (fresh(appeal.game).termination, fresh(appeal.game).frozen_until) == ("timeout", None)


# --- How often --------------------------------------------------------------------------------------------------------


def test_an_appeal_counts_among_the_two_of_a_game(
    clock: time_machine.Traveller, even: Even, anna: User, arbiter: User, iris: User
) -> None:
    verdict = decided(disputed(even()), arbiter, Verdict.DISMISSED)
    decided(filing.appeal(verdict.number, anna, text="Look again."), iris, Verdict.DISMISSED)
    clock.shift(timedelta(hours=1))
    game = play(verdict.game, *SHUFFLE[:2])
    offer_draw(game.number, anna)
    play(game, "d7-g7", "d1-a1")

    third = disputed(game)

    assert (third.status, third.clocks_run) == ("open", "game_limit")
    assert (fresh(game).freezes, fresh(game).frozen_until) == (2, None)


def test_the_fifth_of_a_player_within_thirty_days_stops_no_clock_anywhere(
    clock: time_machine.Traveller, even: Even, anna: User, bert: User
) -> None:
    for day in range(4):
        clock.move_to(NOON + day * DAY)
        earlier = disputed(even())
        assert fresh(earlier.game).is_frozen(now=NOON + day * DAY)
        filing.withdraw_dispute(earlier.number, anna)

    fifth = disputed(even())

    assert (fifth.status, fifth.clocks_run, fresh(fifth.game).frozen_until) == ("open", "player_limit", None)
    of_bert = even()
    offer_draw(of_bert.number, bert)
    decline_draw(of_bert.number, anna)
    assert filing.open_dispute(of_bert.number, bert, category="draw", text="Nobody can win this.").clocks_run is None
    # The first of the four is forgotten.
    clock.move_to(NOON + 30 * DAY)
    assert disputed(even()).clocks_run is None
    assert disputed(even()).clocks_run == "player_limit"


@pytest.mark.django_db(transaction=True)
def test_two_at_once_are_counted_one_after_the_other(even: Even, anna: User, arbiter: User) -> None:
    for _each in range(2):
        filing.withdraw_dispute(disputed(even()).number, anna)
    verdict = decided(disputed(even()), arbiter, Verdict.DISMISSED)

    answers = at_once(partial(disputed, even()), partial(filing.appeal, verdict.number, anna, text="Look again."))

    assert sorted(str(getattr(each, "clocks_run", each)) for each in answers) == ["None", "player_limit"]
    assert Freeze.objects.count() == 4


def test_the_freezes_of_a_player_are_found_by_an_index(anna: User) -> None:
    plan = plan_with_bitmap_scans(freezes.freezes_by(anna.pk))

    assert "disputes_dispute_opened_by" in plan
    assert "disputes_auditentry_dispute" in plan


def test_what_stopped_no_clock_is_settled_by_the_end_as_well(begin: Begin, anna: User, bert: User) -> None:
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE)
    appeal = filing.appeal(disputed(game).number, anna, text="Count again.")

    resign(game.number, bert)

    appeal.refresh_from_db()
    assert (appeal.status, appeal.verdict) == ("decided", "settled")


# --- Clocks that an arbiter stops ------------------------------------------------------------------------------------


@pytest.fixture
def taken(clock: time_machine.Traveller, game: Game, anna: User, arbiter: User) -> Dispute:
    """Anna says that Bert is helped by a computer; an arbiter looks at it."""
    play(game, "d6")
    return assignment.take_case(disputed(game, "computer_help").number, arbiter)


def test_an_arbiter_stops_the_clocks_of_a_case_that_they_have_taken(
    clock: time_machine.Traveller, taken: Dispute, anna: User, bert: User, arbiter: User
) -> None:
    clock.shift(DAY)

    verdicts.stop_clocks(taken.number, arbiter, "Every move is the best one.")

    game = fresh(taken.game)
    assert (game.frozen_until, game.deadline_at) == (NOON + 15 * DAY, NOON + 17 * DAY)
    with unchanged(), pytest.raises(GameFrozen):
        play_move(game.number, bert, "f4", ply=2)
    told = UserEvent.objects.filter(event__type="deadline_moved", event__game=game, event__data__why="dispute")
    assert {row.user for row in told.select_related("user")} == {anna, bert}
    action = AuditEntry.objects.latest("id")
    assert (action.action, action.actor, action.reason) == ("hold", arbiter, "Every move is the best one.")
    assert (action.before, action.after) == ({"frozen_until": None}, {"frozen_until": "2026-03-17T12:00:00Z"})
    steps = presenters.dispute_data(presenters.dispute_for(taken.number, anna), viewer_id=anna.pk)["steps"]
    assert [step["action"] for step in steps] == ["take", "hold"]
    assert "Every move is the best one." not in str(steps)
    clock.move_to(NOON + 15 * DAY)
    assert play_move(game.number, bert, "f4", ply=2).game.ply == 2


@pytest.mark.parametrize("verdict", [Verdict.DISMISSED, Verdict.RESUMED, Verdict.WARNED, Verdict.DRAW])
def test_the_verdict_lets_them_run_again(taken: Dispute, arbiter: User, bert: User, verdict: Verdict) -> None:
    verdicts.stop_clocks(taken.number, arbiter, "Every move is the best one.")

    decided(taken, arbiter, verdict, against=bert if verdict == Verdict.WARNED else None)

    game = fresh(taken.game)
    assert game.frozen_until is None
    assert Freeze.objects.get().ends_at == NOON
    assert game.deadline_at == (None if verdict == Verdict.DRAW else NOON + 3 * DAY)


def test_handed_back_they_stand_until_their_time_and_no_longer_for_whoever_takes_it(
    clock: time_machine.Traveller, taken: Dispute, arbiter: User, iris: User
) -> None:
    verdicts.stop_clocks(taken.number, arbiter, "Every move is the best one.")
    clock.shift(DAY)

    assignment.hand_back(taken.number, arbiter)
    assert fresh(taken.game).frozen_until == NOON + 14 * DAY
    assignment.take_case(taken.number, iris)
    assert fresh(taken.game).frozen_until == NOON + 14 * DAY


def test_the_two_weeks_count_from_the_first_taking(
    clock: time_machine.Traveller, even: Even, arbiter: User, iris: User
) -> None:
    dispute = disputed(even())
    clock.move_to(NOON + 3 * DAY)
    assignment.take_case(dispute.number, arbiter)
    assignment.hand_back(dispute.number, arbiter)
    clock.move_to(NOON + 10 * DAY)

    for user in (iris, arbiter):
        assignment.take_case(dispute.number, user)
        assignment.hand_back(dispute.number, user)

    game = fresh(dispute.game)
    assert (game.frozen_until, game.deadline_at) == (NOON + 17 * DAY, NOON + 20 * DAY)


def test_taking_what_one_has_changes_nothing(
    clock: time_machine.Traveller, even: Even, arbiter: User, iris: User
) -> None:
    dispute = assignment.take_case(disputed(even()).number, arbiter)
    clock.shift(DAY)

    with unchanged():
        again = assignment.take_case(dispute.number, arbiter)

    assert again.taken_at == NOON
    assert [entry.action for entry in AuditEntry.objects.all()] == ["take"]


def test_whose_complaint_is_taken_back_lets_them_run_again(taken: Dispute, anna: User, arbiter: User) -> None:
    verdicts.stop_clocks(taken.number, arbiter, "Every move is the best one.")

    filing.withdraw_dispute(taken.number, anna)

    assert fresh(taken.game).frozen_until is None


def test_what_is_no_hold_is_refused(
    clock: time_machine.Traveller, taken: Dispute, anna: User, arbiter: User, iris: User
) -> None:
    refusals = [
        (iris, "Stop.", CaseNotYours),
        (anna, "Stop.", CaseNotYours),
        (arbiter, "  ", ReasonMissing),
        (arbiter, "x" * 2001, TextTooLong),
    ]
    for user, reason, refusal in refusals:
        with unchanged(), pytest.raises(refusal):
            verdicts.stop_clocks(taken.number, user, reason)
    verdicts.stop_clocks(taken.number, arbiter, "Every move is the best one.")
    for later in (0, 15):
        clock.move_to(NOON + later * DAY)
        with unchanged(), pytest.raises(HoldImpossible):
            verdicts.stop_clocks(taken.number, arbiter, "Once more.")


def test_whose_verdict_in_the_game_was_appealed_stops_no_clock_there(taken: Dispute, bert: User, arbiter: User) -> None:
    other = filing.open_dispute(taken.game_id, bert, category="other", text="Look.")
    decided(other, arbiter, Verdict.DISMISSED)
    filing.appeal(other.number, bert, text="Look again.")

    with unchanged(), pytest.raises(OwnCase):
        verdicts.stop_clocks(taken.number, arbiter, "Stop.")


@pytest.mark.casual
def test_a_game_whose_time_has_run_out_is_over_first(
    clock: time_machine.Traveller, taken: Dispute, arbiter: User
) -> None:
    clock.shift(4 * DAY)

    with pytest.raises(HoldImpossible):
        verdicts.stop_clocks(taken.number, arbiter, "Stop.")

    assert (fresh(taken.game).termination, Freeze.objects.count()) == ("timeout", 0)


def test_what_an_arbiter_has_stopped_is_not_counted_against_the_player(even: Even, anna: User, arbiter: User) -> None:
    for _each in range(4):
        complaint = assignment.take_case(disputed(even(), "stalling").number, arbiter)
        verdicts.stop_clocks(complaint.number, arbiter, "Every answer comes in the last hour.")
        filing.withdraw_dispute(complaint.number, anna)

    assert disputed(even()).clocks_run is None


def test_another_dispute_does_not_shorten_what_an_arbiter_holds(
    even: Even, anna: User, bert: User, arbiter: User
) -> None:
    game = even()
    offer_draw(game.number, bert)
    decline_draw(game.number, anna)
    complaint = assignment.take_case(disputed(game, "stalling").number, arbiter)
    verdicts.stop_clocks(complaint.number, arbiter, "Every answer comes in the last hour.")

    draw = filing.open_dispute(complaint.game_id, bert, category="draw", text="Nobody can win this.")

    game = fresh(complaint.game)
    assert (draw.clocks_run, draw.held_until(now=NOON), game.frozen_until) == (None, NOON + 7 * DAY, NOON + 14 * DAY)
    filing.withdraw_dispute(draw.number, bert)
    assert fresh(game).frozen_until == NOON + 14 * DAY


def test_the_end_of_a_game_lets_no_clock_run_in_another(even: Even, anna: User) -> None:
    ended, other = even(), even()
    disputed(ended)
    disputed(other)

    resign(ended.number, anna)

    assert [Freeze.objects.get(game=game).ends_at for game in (ended, other)] == [NOON, NOON + 7 * DAY]


def test_leave_that_has_begun_meanwhile_holds_a_clock_that_is_let_go(even: Even, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(emergency_day=True, date_joined=NOON - 400 * DAY)
    anna.refresh_from_db()
    complaint = disputed(even())
    take_leave(anna, ends_at=NOON + 5 * DAY)

    filing.withdraw_dispute(complaint.number, anna)

    assert fresh(complaint.game).deadline_at == NOON + 8 * DAY
