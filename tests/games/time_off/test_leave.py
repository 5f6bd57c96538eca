"""Leave: taken, planned, ended early; what it does to clocks; emergency days; and what others see of it."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

import pytest
import time_machine
from django.utils import translation

from accounts.models import User
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play import timeout_judgement
from games.play.actions import claim_timeout, play_move
from games.play.clocks import renew_clocks, renew_stale_clocks
from games.play.errors import NothingToClaim
from games.play.presenters import game_data
from games.play.templatetags.clocks import leave_used
from games.play.timeouts import settle_overdue_games
from games.time_off import errors
from games.time_off.leave import account_of, begin_planned, end_leave, take_leave
from games.time_off.models import Leave, StaleClocks
from games.time_off.queries import away_until
from kit.errors import NotFound, Refusal
from muehle import Color
from muehle.clocks import DAY
from muehle.clocks.fischer import FischerBank
from muehle.clocks.leave import LONGEST_AHEAD
from tests.conftest import NOON
from tests.support.api import Api, refused
from tests.support.playing import event_types, fresh, play, unchanged

pytestmark = pytest.mark.casual

Begin = Callable[..., Game]
ONE, HOUR, MICROSECOND = timedelta(days=1), timedelta(hours=1), timedelta(microseconds=1)
DEADLINE = NOON + 3 * ONE
BEYOND_CAP = (
    "Your leave account holds at most 30 days, and this leave together with what you have already "
    "planned needs more. Plan fewer days, or more time between them."
)
BEYOND_CAP_IN_GERMAN = (
    "Dein Urlaubskonto fasst höchstens 30\xa0Tage, und dieser Urlaub braucht mit allem, was du geplant hast, mehr. "
    "Plane weniger Tage oder mehr Zeit dazwischen."
)


@pytest.fixture
def long_here(anna: User, bert: User) -> None:
    """Both have gained all the leave there is."""
    User.objects.filter(pk__in=[anna.pk, bert.pk]).update(emergency_day=True, date_joined=NOON - 400 * ONE)
    anna.refresh_from_db()
    bert.refresh_from_db()


@pytest.fixture(autouse=True)
def _at_noon(clock: time_machine.Traveller, long_here: None) -> None:
    """Everything begins at noon."""


def away(player: User, days: int, *, after: int | None = None) -> Leave:
    """Leave of so many days, from now or from so many days later; with the clocks told."""
    starts_at = None if after is None else NOON + after * ONE
    taken = take_leave(player, starts_at=starts_at, ends_at=(starts_at or NOON) + days * ONE)
    renew_stale_clocks()
    return taken


def tick() -> None:
    """What the worker does now and then."""
    begin_planned()
    renew_stale_clocks()
    settle_overdue_games()


# --- Taking it --------------------------------------------------------------------------------------------------------


def test_leave_that_begins_now_moves_the_deadline_of_every_game_in_which_its_player_is_on_move(
    begin: Begin, anna: User, bert: User
) -> None:
    mine, theirs = begin(), play(begin(), "d6")

    away(anna, 10)

    assert fresh(mine).deadline_at == DEADLINE + 10 * ONE
    assert fresh(theirs).deadline_at == DEADLINE
    assert event_types(mine) == ["game_started", "deadline_moved"]
    event = Event.objects.get(type="deadline_moved")
    assert event.data == {"ply": 0, "deadline_at": "2026-03-15T12:00:00Z", "why": "leave"}
    assert not StaleClocks.objects.exists()


def test_a_turn_that_begins_during_leave_waits_for_its_end(
    clock: time_machine.Traveller, game: Game, anna: User, bert: User
) -> None:
    away(bert, 5)
    clock.shift(ONE)

    after = play(game, "d6")

    assert after.deadline_at == NOON + 5 * ONE + 3 * ONE
    assert after.course.reasons_at(NOON + 2 * ONE) == {"leave"}


def test_a_move_during_leave_costs_no_time_and_does_not_end_it(
    clock: time_machine.Traveller, begin: Begin, anna: User
) -> None:
    game = begin(Agreement(clock=FischerBank()))
    clock.shift(HOUR)
    take_leave(anna, ends_at=NOON + 5 * ONE)
    renew_stale_clocks()
    clock.shift(2 * ONE)

    after = play(game, "d6")

    assert after.white_seconds == 4 * DAY - 3600
    assert after.white_leave_seconds == 2 * DAY
    assert away_until([anna.pk], now=NOON + 3 * ONE) == {anna.pk: NOON + 5 * ONE}


@pytest.mark.parametrize(
    ("start", "end", "refusal"),
    [
        (None, ONE - MICROSECOND, errors.LeaveInvalid),
        (-MICROSECOND, 2 * ONE, errors.LeaveInvalid),
        (366 * ONE, 368 * ONE, errors.LeaveInvalid),
        (4 * ONE, 6 * ONE, errors.LeaveOverlaps),
        (6 * ONE, 8 * ONE, errors.LeaveOverlaps),
        (None, 30 * ONE, errors.LeaveOverlaps),
        (7 * ONE, 41 * ONE, errors.LeaveNotCovered),
    ],
)
def test_leave_that_cannot_be_is_refused(
    anna: User, start: timedelta | None, end: timedelta, refusal: type[Refusal]
) -> None:
    away(anna, 2, after=5)

    with unchanged(), pytest.raises(refusal):
        take_leave(anna, starts_at=None if start is None else NOON + start, ends_at=NOON + end)


def test_one_leave_may_begin_when_another_ends(anna: User) -> None:
    away(anna, 2, after=5)
    away(anna, 2, after=7)
    away(anna, 5)

    assert Leave.objects.count() == 3


def test_a_new_player_has_a_week_of_leave(person: Callable[..., User]) -> None:
    dora = person("dora")

    with unchanged(), pytest.raises(errors.LeaveNotCovered) as refusal:
        take_leave(dora, ends_at=NOON + 8 * ONE)
    take_leave(dora, ends_at=NOON + 7 * ONE)

    assert refusal.value.details == {"balance_seconds": 7 * DAY}
    assert (
        refusal.value.message
        == "You will not have enough leave by then: part of it is already planned or not gained yet. Choose "
        "fewer days or begin later."
    )


@pytest.mark.parametrize(("language", "sentence"), [("en", BEYOND_CAP), ("de", BEYOND_CAP_IN_GERMAN)])
def test_who_asks_for_more_than_an_account_holds_is_told_that_it_is_never_covered(
    anna: User, language: str, sentence: str
) -> None:
    with unchanged(), pytest.raises(errors.LeaveNotCovered) as refusal:
        take_leave(anna, ends_at=NOON + 40 * ONE)

    assert refusal.value.details == {"balance_seconds": 30 * DAY, "cap_seconds": 30 * DAY}
    with translation.override(language):
        assert refusal.value.message == sentence


def test_the_api_says_that_more_is_needed_than_an_account_holds(api: Api, anna: User) -> None:
    problem = refused(api(anna).send("leave/", ends_at="2026-04-11T12:00:00Z"), 409, "leave_not_covered")

    assert problem["detail"] == BEYOND_CAP
    assert (problem["balance_seconds"], problem["cap_seconds"]) == (30 * DAY, 30 * DAY)
    assert not Leave.objects.exists()


def test_plans_that_need_more_than_the_cap_together_are_refused_however_far_ahead(anna: User) -> None:
    """At their beginning the account holds 30 days, whatever is gained before."""
    away(anna, 20, after=300)
    take = partial(take_leave, anna, starts_at=NOON + 330 * ONE)

    with unchanged(), pytest.raises(errors.LeaveNotCovered) as refusal:
        take(ends_at=NOON + 346 * ONE)
    take(ends_at=NOON + 343 * ONE)

    assert refusal.value.details == {"balance_seconds": 30 * DAY, "cap_seconds": 30 * DAY}
    assert account_of(anna, now=NOON).free == 30 * ONE - (33 * ONE - 343 * ONE * 30 / 365)


def test_leave_is_planned_a_year_ahead_and_no_longer(anna: User) -> None:
    with unchanged(), pytest.raises(errors.LeaveInvalid):
        take_leave(anna, starts_at=NOON + LONGEST_AHEAD + MICROSECOND, ends_at=NOON + LONGEST_AHEAD + 3 * ONE)

    leave = take_leave(anna, starts_at=NOON + LONGEST_AHEAD, ends_at=NOON + LONGEST_AHEAD + 3 * ONE)

    assert Leave.objects.get() == leave


def test_a_bot_takes_no_leave(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(bot_since=NOON)
    anna.refresh_from_db()

    with unchanged(), pytest.raises(errors.LeaveNotForBots):
        take_leave(anna, ends_at=NOON + ONE)
    assert account_of(anna, now=NOON).balance == timedelta()


def test_the_account_shows_what_is_left_and_what_is_planned(clock: time_machine.Traveller, anna: User) -> None:
    current, planned = away(anna, 4), away(anna, 3, after=20)
    clock.shift(2 * ONE)

    account = account_of(anna, now=NOON + 2 * ONE)

    assert (account.current, account.planned, account.reserved) == (current, [planned], 3 * ONE)
    assert account.balance == 30 * ONE - 2 * ONE + 2 * ONE * 30 / 365


def test_the_account_shows_what_is_free_to_be_planned_now(clock: time_machine.Traveller, anna: User) -> None:
    assert account_of(anna, now=NOON).free == 30 * ONE
    away(anna, 4)
    away(anna, 20, after=20)
    clock.shift(2 * ONE)

    free = account_of(anna, now=NOON + 2 * ONE).free

    assert abs(free - (30 * ONE - 4 * ONE - 20 * ONE + 40 * ONE * 30 / 365)) < timedelta(milliseconds=1)
    before_the_next = NOON + 4 * ONE
    with unchanged(), pytest.raises(errors.LeaveNotCovered):
        take_leave(anna, starts_at=before_the_next, ends_at=before_the_next + free + HOUR)
    take_leave(anna, starts_at=before_the_next, ends_at=before_the_next + free - HOUR)
    assert account_of(anna, now=NOON + 2 * ONE).free <= HOUR


# --- Ending it --------------------------------------------------------------------------------------------------------


def test_who_comes_back_early_keeps_what_is_left(clock: time_machine.Traveller, game: Game, anna: User) -> None:
    leave = away(anna, 10)
    clock.shift(3 * ONE)

    end_leave(anna, leave.pk)
    renew_stale_clocks()

    assert fresh(game).deadline_at == DEADLINE + 3 * ONE
    assert account_of(anna, now=NOON + 3 * ONE).balance == 27 * ONE + 3 * ONE * 30 / 365


def test_leave_lasts_a_day_at_least(clock: time_machine.Traveller, game: Game, anna: User) -> None:
    leave = away(anna, 10)
    clock.shift(HOUR)

    end_leave(anna, leave.pk)
    renew_stale_clocks()

    assert fresh(game).deadline_at == DEADLINE + ONE


def test_a_plan_that_is_given_up_leaves_nothing(anna: User, game: Game) -> None:
    leave = away(anna, 10, after=3)

    end_leave(anna, leave.pk)

    assert not Leave.objects.exists()
    assert event_types(game) == ["game_started"]


def test_only_the_owner_ends_a_leave_and_only_once(clock: time_machine.Traveller, anna: User, bert: User) -> None:
    leave = away(anna, 2)

    with unchanged(), pytest.raises(NotFound):
        end_leave(bert, leave.pk)
    clock.shift(2 * ONE)
    with unchanged(), pytest.raises(errors.LeaveOver):
        end_leave(anna, leave.pk)


# --- Plans ------------------------------------------------------------------------------------------------------------


def test_a_plan_moves_no_deadline_before_it_begins(clock: time_machine.Traveller, game: Game, anna: User) -> None:
    away(anna, 10, after=2)
    tick()
    before = fresh(game)
    clock.shift(2 * ONE)
    tick()

    assert (before.deadline_at, before.standstills) == (DEADLINE, "")
    assert fresh(game).deadline_at == DEADLINE + 10 * ONE
    assert event_types(game) == ["game_started", "deadline_moved"]


def test_a_plan_begins_once(clock: time_machine.Traveller, anna: User) -> None:
    away(anna, 10, after=2)
    clock.shift(2 * ONE)

    counts = [begin_planned(), begin_planned()]

    assert (counts, Leave.objects.get().begun_at) == ([1, 0], NOON + 2 * ONE)


def test_clocks_that_have_become_stale_again_meanwhile_stay_marked(anna: User) -> None:
    earlier = StaleClocks(user=anna, since=NOON - HOUR)
    StaleClocks.objects.create(user=anna, since=NOON)

    renew_clocks(earlier)

    assert StaleClocks.objects.get().since == NOON


def test_leave_that_has_begun_saves_a_game_although_no_worker_was_there(
    clock: time_machine.Traveller, game: Game, anna: User
) -> None:
    take_leave(anna, starts_at=DEADLINE - HOUR, ends_at=DEADLINE + 9 * ONE)
    clock.move_to(DEADLINE + 5 * ONE)

    settle_overdue_games()

    after = fresh(game)
    assert (after.status, after.deadline_at) == ("ongoing", DEADLINE + 9 * ONE + HOUR)
    assert Event.objects.get(type="deadline_moved").data["why"] == "leave"
    assert play_move(game.number, anna, "d6", ply=1).game.ply == 1


def test_on_the_deadline_to_which_leave_has_moved_it_nothing_is_lost_and_no_day_is_drawn(
    clock: time_machine.Traveller, game: Game, anna: User
) -> None:
    take_leave(anna, starts_at=DEADLINE - HOUR, ends_at=DEADLINE + 9 * ONE)
    clock.move_to(DEADLINE + 9 * ONE + HOUR)

    settle_overdue_games()

    after = fresh(game)
    assert (after.status, after.deadline_at) == ("ongoing", DEADLINE + 9 * ONE + HOUR)


def test_leave_taken_after_the_deadline_saves_nothing(clock: time_machine.Traveller, begin: Begin, anna: User) -> None:
    User.objects.update(emergency_day=False)
    game = begin()
    clock.move_to(DEADLINE + HOUR)
    take_leave(anna, ends_at=DEADLINE + 5 * ONE)
    tick()

    assert fresh(game).termination == "timeout"


# --- Terms ------------------------------------------------------------------------------------------------------------


def test_a_game_without_leave_knows_none(clock: time_machine.Traveller, begin: Begin, anna: User) -> None:
    game = begin(Agreement(leave_days=0))

    away(anna, 10)
    clock.move_to(DEADLINE + MICROSECOND)
    tick()

    assert fresh(game).termination == "timeout"
    assert event_types(game) == ["game_started", "game_finished"]


def test_leave_in_a_game_is_limited_for_each_side_over_all_its_turns(
    clock: time_machine.Traveller, begin: Begin, anna: User
) -> None:
    game = begin(Agreement(leave_days=4))
    away(anna, 10)
    clock.shift(3 * ONE)
    play(game, "d6", "f4")

    after = fresh(game)

    assert after.leave_seconds_of(Color.WHITE) == 3 * DAY
    assert after.deadline_at == NOON + 3 * ONE + ONE + 3 * ONE


# --- Emergency days ---------------------------------------------------------------------------------------------------


def test_a_day_of_leave_is_drawn_rather_than_losing_once_in_a_game(
    clock: time_machine.Traveller, game: Game, anna: User
) -> None:
    clock.move_to(DEADLINE + HOUR)
    settle_overdue_games()

    saved = fresh(game)
    assert (saved.status, saved.deadline_at) == ("ongoing", DEADLINE + ONE)
    assert saved.course.reasons_at(DEADLINE + HOUR) == {"emergency_day"}
    assert event_types(game) == ["game_started", "deadline_moved"]
    assert account_of(anna, now=DEADLINE + HOUR).current is None
    assert account_of(anna, now=DEADLINE + ONE).balance == 29 * ONE + ONE * 30 / 365

    clock.move_to(DEADLINE + ONE + MICROSECOND)
    settle_overdue_games()

    assert fresh(game).termination == "timeout"
    assert Leave.objects.count() == 1


def test_the_day_that_is_drawn_is_one_of_its_game_and_has_begun(
    clock: time_machine.Traveller, game: Game, anna: User
) -> None:
    clock.move_to(DEADLINE + HOUR)
    settle_overdue_games()

    day = Leave.objects.get()
    assert (day.user, day.game, day.begun_at, day.ends_at) == (anna, game, DEADLINE, DEADLINE + ONE)


@pytest.mark.parametrize(("used", "status"), [(0, "ongoing"), (1, "finished")])
def test_a_day_is_drawn_where_the_terms_leave_a_whole_one(
    clock: time_machine.Traveller, begin: Begin, used: int, status: str
) -> None:
    game = begin(Agreement(leave_days=1))
    Game.objects.update(white_leave_seconds=used)
    clock.move_to(DEADLINE + MICROSECOND)

    settle_overdue_games()

    assert fresh(game).status == status


def test_leave_of_the_same_turn_leaves_less_for_a_day(clock: time_machine.Traveller, begin: Begin, anna: User) -> None:
    game = begin(Agreement(leave_days=2))
    take_leave(anna, ends_at=NOON + ONE + HOUR)
    clock.move_to(DEADLINE + ONE + HOUR + MICROSECOND)

    settle_overdue_games()

    assert (fresh(game).termination, Leave.objects.count()) == ("timeout", 1)


def test_in_no_game_a_second_day_is_drawn_where_several_have_had_one(
    clock: time_machine.Traveller, begin: Begin
) -> None:
    games = [begin(), begin()]
    clock.move_to(DEADLINE + HOUR)
    for game in games:
        play(game, "d6")
    # The days are over when the next turns begin.
    clock.shift(2 * ONE)
    for game in games:
        play(game, "f4")
    clock.shift(3 * ONE + HOUR)
    settle_overdue_games()
    days = [day.game for day in Leave.objects.order_by("starts_at")]
    clock.shift(ONE)

    settle_overdue_games()

    assert [fresh(game).result for game in games] == ["0-1", "0-1"]
    assert (days, Leave.objects.count()) == (games, 2)


def test_a_second_turn_of_the_same_side_has_no_second_day(
    clock: time_machine.Traveller, game: Game, anna: User, bert: User
) -> None:
    clock.move_to(DEADLINE + HOUR)
    play(game, "d6", "f4")
    clock.shift(4 * ONE)

    settle_overdue_games()

    assert (fresh(game).result, Leave.objects.get().user) == ("0-1", anna)


def test_the_day_begins_at_the_deadline_however_late_the_sweep(
    clock: time_machine.Traveller, game: Game, anna: User
) -> None:
    clock.move_to(DEADLINE + ONE + MICROSECOND)

    settle_overdue_games()

    assert fresh(game).termination == "timeout"
    assert Leave.objects.get().starts_at == DEADLINE


def test_who_does_not_want_it_or_has_none_left_loses(
    clock: time_machine.Traveller, begin: Begin, anna: User, bert: User
) -> None:
    unwanted, unpaid = begin(), begin(white=bert, black=anna)
    User.objects.filter(pk=anna.pk).update(emergency_day=False)
    User.objects.filter(pk=bert.pk).update(date_joined=NOON)
    away(bert, 8, after=10)
    clock.move_to(DEADLINE + MICROSECOND)

    settle_overdue_games()

    assert [fresh(game).termination for game in (unwanted, unpaid)] == ["timeout", "timeout"]


def test_a_day_that_a_plan_needs_is_not_drawn(clock: time_machine.Traveller, game: Game, anna: User) -> None:
    away(anna, 32, after=5)
    clock.move_to(DEADLINE + MICROSECOND)

    settle_overdue_games()

    assert fresh(game).termination == "timeout"


def test_one_day_covers_all_games_and_is_paid_and_told_once(
    clock: time_machine.Traveller, begin: Begin, anna: User
) -> None:
    games = []
    for _each in range(8):
        games.append(begin())
        clock.shift(HOUR)
    theirs = play(begin(), "d6")
    clock.move_to(DEADLINE + 3 * HOUR + MICROSECOND)

    settle_overdue_games()
    renew_stale_clocks()

    assert [fresh(game).deadline_at for game in games] == [DEADLINE + ONE + number * HOUR for number in range(8)]
    assert fresh(theirs).standstills == ""
    assert (Leave.objects.get().game, account_of(anna, now=DEADLINE + ONE).balance) == (
        games[0],
        29 * ONE + ONE * 30 / 365,
    )
    whys = [event.data["why"] for event in Event.objects.filter(type="deadline_moved")]
    assert sorted(whys) == ["emergency_day"] + ["leave"] * 7


def test_a_game_that_a_day_has_held_draws_no_other_one_in_this_turn(
    clock: time_machine.Traveller, begin: Begin, anna: User
) -> None:
    games = [begin()]
    clock.shift(HOUR)
    games.append(begin())
    clock.move_to(DEADLINE + MICROSECOND)
    tick()
    clock.move_to(DEADLINE + ONE + 2 * HOUR)

    tick()

    assert [fresh(game).termination for game in games] == ["timeout", "timeout"]
    assert Leave.objects.count() == 1


def test_a_turn_that_begins_in_an_emergency_day_waits_for_its_end(
    clock: time_machine.Traveller, begin: Begin, anna: User, bert: User
) -> None:
    begin()
    other = begin(white=bert, black=anna)
    clock.move_to(DEADLINE - HOUR)
    other = play(other, "d6")
    clock.move_to(DEADLINE + HOUR)
    tick()
    renew_stale_clocks()

    assert fresh(other).deadline_at == DEADLINE - HOUR + 4 * ONE


def test_a_game_without_leave_is_not_covered(clock: time_machine.Traveller, begin: Begin) -> None:
    begin()
    without = begin(Agreement(leave_days=0))
    clock.move_to(DEADLINE + MICROSECOND)

    tick()

    assert fresh(without).termination == "timeout"


def test_leave_of_this_turn_counts_at_once(clock: time_machine.Traveller, begin: Begin, anna: User) -> None:
    game = begin(Agreement(leave_days=10))
    away(anna, 5)
    clock.shift(2 * ONE)

    used = game_data(fresh(game), viewer_id=None, now=NOON + 2 * ONE)["clock"]

    assert (used["leave_used_seconds"]["white"], used["leave_left_seconds"]["white"]) == (2 * DAY, 8 * DAY)
    assert leave_used(fresh(game)) == "anna has used 2 days"


# --- Claims -----------------------------------------------------------------------------------------------------------

CLAIMS = Agreement(timeout="claim", leave_days=0)


def test_in_a_game_of_claims_the_player_may_still_move_when_time_has_run_out(
    clock: time_machine.Traveller, begin: Begin, anna: User
) -> None:
    game = begin(CLAIMS)
    clock.move_to(DEADLINE + HOUR)
    settle_overdue_games()

    assert fresh(game).grace_until == DEADLINE + timeout_judgement.GRACE
    assert event_types(game) == ["game_started", "time_ran_out"]
    after = play(game, "d6")
    assert (after.ply, after.grace_until, after.deadline_at) == (1, None, DEADLINE + HOUR + 3 * ONE)


def test_the_opponent_may_claim_the_game(clock: time_machine.Traveller, begin: Begin, anna: User, bert: User) -> None:
    game = begin(CLAIMS)
    with unchanged(), pytest.raises(NothingToClaim):
        claim_timeout(game.number, bert)
    clock.move_to(DEADLINE + HOUR)
    with pytest.raises(NothingToClaim):
        claim_timeout(game.number, anna)

    after = claim_timeout(game.number, bert)

    assert (after.result, after.termination, after.grace_until) == ("0-1", "timeout", None)
    assert Event.objects.get(type="game_finished").actor == bert
    assert event_types(game) == ["game_started", "time_ran_out", "game_finished"]


@pytest.mark.parametrize(("late", "status"), [(timedelta(), "ongoing"), (MICROSECOND, "finished")])
def test_after_the_grace_the_game_ends_by_itself(
    clock: time_machine.Traveller, begin: Begin, late: timedelta, status: str
) -> None:
    game = begin(CLAIMS)
    clock.move_to(DEADLINE + HOUR)
    settle_overdue_games()
    clock.move_to(DEADLINE + timeout_judgement.GRACE + late)

    settle_overdue_games()

    assert fresh(game).status == status


def test_where_time_outs_are_automatic_there_is_nothing_to_claim(game: Game, bert: User) -> None:
    with unchanged(), pytest.raises(NothingToClaim):
        claim_timeout(game.number, bert)


def test_an_emergency_day_comes_before_the_claim(clock: time_machine.Traveller, begin: Begin, bert: User) -> None:
    game = begin(Agreement(timeout="claim"))
    clock.move_to(DEADLINE + HOUR)

    with pytest.raises(NothingToClaim):
        claim_timeout(game.number, bert)
    settle_overdue_games()

    assert (fresh(game).deadline_at, fresh(game).grace_until) == (DEADLINE + ONE, None)


# --- What was stored before -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("when", [NOON - 500 * ONE, NOON])
def test_balances_do_not_depend_on_when_one_looks(anna: User, when: datetime) -> None:
    assert account_of(anna, now=NOON).balance == 30 * ONE
