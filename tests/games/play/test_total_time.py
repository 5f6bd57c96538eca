"""Total time in games: one budget a side, under pauses, emergency days, conditional moves, time-outs and verdicts."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.models import Challenge
from games.core.errors import DeadlinePassed
from games.core.locking import locked_game
from games.core.models.games import Game
from games.core.models.moves import Move
from games.core.models.terms import Agreement, Timeout
from games.disputes import filing
from games.play import conditional_moves, interventions, timeout_judgement
from games.play.actions import claim_timeout, play_move, resign
from games.play.clocks import renew_stale_clocks
from games.play.timeouts import settle_overdue_games
from games.time_off.days_off import change_days_off
from games.time_off.leave import take_leave
from games.time_off.models import Leave
from muehle.clocks import DAY
from muehle.clocks.total_time import TotalTime
from tests.conftest import NOON
from tests.support.playing import fresh, play

pytestmark = pytest.mark.casual

Begin = Callable[..., Game]
ONE, HOUR, MICROSECOND = timedelta(days=1), timedelta(hours=1), timedelta(microseconds=1)
TEN = TotalTime(10 * DAY)
# What nothing saves.
BARE = Agreement(clock=TEN, leave_days=0, days_off=False)


@pytest.fixture(autouse=True)
def _at_noon(clock: time_machine.Traveller, anna: User, bert: User) -> None:
    """Everything begins at noon, for people who have gained all the leave there is."""
    User.objects.filter(pk__in=[anna.pk, bert.pk]).update(emergency_day=True, date_joined=NOON - 400 * ONE)
    anna.refresh_from_db()
    bert.refresh_from_db()


def test_each_side_has_one_budget_that_only_its_own_moves_use(clock: time_machine.Traveller, begin: Begin) -> None:
    game = begin(Agreement(clock=TEN))
    clock.shift(2 * ONE)
    play(game, "d6")
    clock.shift(3 * ONE + HOUR)
    play(game, "f4")
    clock.shift(4 * ONE)

    after = play(game, "d2")

    assert (after.white_seconds, after.black_seconds) == (4 * DAY, 7 * DAY - 3600)
    assert after.deadline_at == NOON + 9 * ONE + HOUR + timedelta(seconds=7 * DAY - 3600)
    assert list(Move.objects.order_by("ply").values_list("seconds_spent", flat=True)) == [
        2 * DAY,
        3 * DAY + 3600,
        4 * DAY,
    ]


def test_the_last_second_can_be_used_and_leaves_nothing(clock: time_machine.Traveller, begin: Begin) -> None:
    game = begin(BARE)
    clock.shift(10 * ONE)

    after = play(game, "d6", "f4")

    assert (after.white_seconds, after.deadline_at) == (0, NOON + 10 * ONE)
    clock.shift(MICROSECOND)
    assert settle_overdue_games() == 1
    assert (fresh(game).result, fresh(game).termination) == ("0-1", "timeout")


def test_a_move_after_the_budget_is_used_up_loses(clock: time_machine.Traveller, begin: Begin, anna: User) -> None:
    game = begin(BARE)
    clock.shift(6 * ONE)
    play(game, "d6", "f4")
    clock.shift(4 * ONE + MICROSECOND)

    with pytest.raises(DeadlinePassed):
        play_move(game.number, anna, "d2", ply=3)

    assert (fresh(game).ply, fresh(game).result, fresh(game).termination) == (2, "0-1", "timeout")


def test_leave_costs_nothing_of_the_budget(clock: time_machine.Traveller, begin: Begin, anna: User) -> None:
    game = begin(Agreement(clock=TEN))
    take_leave(anna, ends_at=NOON + 4 * ONE)
    renew_stale_clocks()
    put_off = fresh(game).deadline_at
    clock.shift(5 * ONE)

    after = play(game, "d6")

    assert put_off == NOON + 14 * ONE
    assert (after.white_seconds, after.white_leave_seconds) == (9 * DAY, 4 * DAY)


def test_days_off_cost_nothing_of_the_budget(clock: time_machine.Traveller, begin: Begin, anna: User) -> None:
    # Noon is that of a Monday, in UTC; Tuesday and Wednesday are off.
    change_days_off(anna, weekdays=[1, 2], time_zone="UTC")
    game = begin(Agreement(clock=TotalTime(3 * DAY)))
    put_off = fresh(game).deadline_at
    clock.shift(3 * ONE)

    after = play(game, "d6")

    assert put_off == NOON + 5 * ONE
    assert after.white_seconds == 2 * DAY


def test_an_emergency_day_follows_the_budget_once(
    clock: time_machine.Traveller, begin: Begin, anna: User, bert: User
) -> None:
    game = begin(Agreement(clock=TEN, days_off=False))
    clock.move_to(NOON + 10 * ONE + HOUR)
    settle_overdue_games()
    saved = fresh(game)
    play(game, "d6")
    clock.shift(HOUR)
    # The day goes on in the next turn, and nothing is left behind it.
    again = play_move(game.number, bert, "f4", ply=2).game

    assert (saved.deadline_at, saved.status) == (NOON + 11 * ONE, "ongoing")
    assert (again.white_seconds, again.deadline_at) == (0, NOON + 11 * ONE)
    assert Leave.objects.get().user == anna
    clock.move_to(NOON + 11 * ONE + MICROSECOND)
    settle_overdue_games()
    assert (fresh(game).result, fresh(game).termination) == ("0-1", "timeout")
    assert Leave.objects.count() == 1


def test_conditional_moves_take_nothing_of_the_budget(
    clock: time_machine.Traveller, begin: Begin, anna: User, bert: User
) -> None:
    game = play(begin(Agreement(clock=TEN)), "d6")
    conditional_moves.keep_lines(game.number, anna, [["f4", "d2"]], ply=2)
    clock.shift(7 * HOUR)

    after = play_move(game.number, bert, "f4", ply=2).game

    assert (after.ply, after.last_move) == (3, "d2")
    assert (after.white_seconds, after.black_seconds) == (10 * DAY, 10 * DAY - 7 * 3600)
    assert after.deadline_at == NOON + 7 * HOUR + timedelta(seconds=10 * DAY - 7 * 3600)


def test_a_time_out_can_be_claimed_in_every_turn_after_the_budget(
    clock: time_machine.Traveller, begin: Begin, anna: User, bert: User
) -> None:
    game = begin(Agreement(clock=TEN, leave_days=0, timeout=Timeout.CLAIM))
    clock.move_to(NOON + 10 * ONE + HOUR)
    settle_overdue_games()
    first = fresh(game).grace_until
    play(game, "d6", "f4")
    clock.shift(HOUR)
    settle_overdue_games()

    after = claim_timeout(game.number, bert)

    assert first == NOON + 10 * ONE + timeout_judgement.GRACE
    assert (after.white_seconds, after.result, after.termination) == (0, "0-1", "timeout")


def test_a_verdict_gives_time_to_the_budget(
    clock: time_machine.Traveller, begin: Begin, anna: User, bert: User
) -> None:
    game = begin(Agreement(clock=TEN))
    clock.shift(ONE)
    dispute = filing.open_dispute(game.number, bert, category="other", text="The site was down.")

    interventions.resume(fresh(game), dispute.number, seconds=DAY, now=NOON + ONE)

    given = fresh(game)
    assert (given.white_seconds, given.deadline_at) == (11 * DAY, NOON + 11 * ONE)


def test_a_rematch_has_the_same_clock(begin: Begin, anna: User, bert: User) -> None:
    game = begin(Agreement(clock=TEN))
    resign(game.number, anna)

    asked = actions.ask_rematch(game.number, bert)
    again = actions.accept_challenge(asked.number, anna).game

    assert again is not None
    assert (fresh(again).clock, fresh(again).white, fresh(again).deadline_at) == (TEN, bert, NOON + 10 * ONE)


def test_a_bot_offers_and_accepts_a_total_time(anna: User, person: Callable[..., User]) -> None:
    bot = person("rosie", bot_since=NOON)
    seat = actions.challenge_anyone(bot, Proposal(agreement=Agreement(clock=TEN, rated=False)))
    mine = actions.challenge_anyone(anna, Proposal(agreement=Agreement(clock=TEN, rated=False), bots_welcome=True))

    taken = actions.accept_challenge(seat.number, anna).game, actions.accept_challenge(mine.number, bot).game

    assert [game.clock for game in taken if game] == [TEN, TEN]
    assert not Challenge.objects.filter(status="open").exists()


def test_the_row_under_lock_has_its_clock(begin: Begin) -> None:
    game = begin(Agreement(clock=TEN))

    locked = locked_game(game.number)

    assert locked is not None
    assert (locked.clock_parameters, locked.clock) == ({"total_seconds": 10 * DAY}, TEN)
