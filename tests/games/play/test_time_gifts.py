"""A day more for the opponent: on either side's turn, with every clock, and not without end."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from games.core.errors import DeadlinePassed, GameOver, NotAPlayer
from games.core.locking import locked_game
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.notifications import bell, choices
from games.play import interventions
from games.play.actions import claim_timeout, give_time, resign
from games.play.errors import GameFrozen, NothingToClaim, TimeGivenTooOften
from games.play.models import TimeGift
from games.play.time_gifts import MOST_GIFTS
from games.play.timeouts import settle_overdue_games
from muehle.clocks import DAY, KINDS
from muehle.clocks.days_per_move import DaysPerMove
from muehle.clocks.fischer import FischerBank
from muehle.clocks.pauses import Course, Pause, Reason, course_of
from muehle.clocks.total_time import TotalTime
from tests.conftest import NOON
from tests.support.playing import event_types, fresh, play, unchanged

Begin = Callable[..., Game]
ONE, HOUR, MICROSECOND = timedelta(days=1), timedelta(hours=1), timedelta(microseconds=1)


@pytest.fixture(autouse=True)
def _at_noon(clock: time_machine.Traveller) -> None:
    """Everything begins at noon."""


@pytest.mark.parametrize("system", [kind() for kind in KINDS.values()], ids=list(KINDS))
def test_the_opponent_on_move_has_a_day_more(begin: Begin, anna: User, bert: User, system: DaysPerMove) -> None:
    before = play(begin(Agreement(clock=system)), "d6", "f4")

    give_time(before.number, bert)

    after = fresh(before)
    assert before.deadline_at is not None
    assert after.deadline_at == before.deadline_at + ONE
    assert (after.white_seconds, after.black_seconds) == (before.white_seconds + DAY, before.black_seconds)
    assert event_types(after)[-1] == "time_given"
    event = Event.objects.get(type="time_given")
    assert event.actor == bert
    assert event.data["seconds"] == DAY
    assert event.data["deadline_at"] is not None
    assert TimeGift.objects.get().given_by == bert


def test_the_opponent_has_it_in_the_next_turn_where_the_giver_is_on_move(game: Game, anna: User) -> None:
    give_time(game.number, anna)

    assert fresh(game).deadline_at == NOON + 3 * ONE
    assert Event.objects.get(type="time_given").data["deadline_at"] is None
    assert play(game, "d6").deadline_at == NOON + 4 * ONE
    assert play(game, "f4", "d2").deadline_at == NOON + 3 * ONE


def test_in_a_total_time_it_stays(clock: time_machine.Traveller, begin: Begin, anna: User) -> None:
    game = play(begin(Agreement(clock=TotalTime(10 * DAY))), "d6")
    give_time(game.number, anna)
    clock.shift(2 * ONE)

    assert play(game, "f4").black_seconds == 9 * DAY


def test_a_bank_keeps_it_up_to_its_cap(begin: Begin, anna: User) -> None:
    game = play(begin(Agreement(clock=FischerBank(7 * DAY, 0, 7 * DAY))), "d6")
    give_time(game.number, anna)
    assert fresh(game).black_seconds == 8 * DAY

    assert play(game, "f4").black_seconds == 7 * DAY


def test_a_first_move_has_more_time_as_well(begin: Begin, bert: User) -> None:
    game = begin(Agreement(clock=DaysPerMove(14)))

    give_time(game.number, bert)

    assert fresh(game).deadline_at == NOON + 8 * ONE


def test_it_comes_too_late_after_the_deadline(clock: time_machine.Traveller, game: Game, bert: User) -> None:
    clock.move_to(NOON + 3 * ONE + MICROSECOND)

    with pytest.raises(DeadlinePassed):
        give_time(game.number, bert)

    assert not TimeGift.objects.exists()


@pytest.mark.casual
def test_whose_time_has_run_out_in_a_game_of_claims_has_a_day_from_now(
    clock: time_machine.Traveller, begin: Begin, bert: User
) -> None:
    game = begin(Agreement(timeout="claim", leave_days=0))
    clock.move_to(NOON + 5 * ONE)
    settle_overdue_games()

    give_time(game.number, bert)

    after = fresh(game)
    assert (after.grace_until, after.deadline_at) == (None, NOON + 6 * ONE)
    with pytest.raises(NothingToClaim):
        claim_timeout(game.number, bert)
    clock.move_to(NOON + 6 * ONE + HOUR)
    settle_overdue_games()
    assert claim_timeout(game.number, bert).result == "0-1"


def test_it_is_refused_while_a_dispute_holds_the_clocks(game: Game, bert: User) -> None:
    interventions.hold(locked_game(game.number), 1, until=NOON + 2 * ONE, now=NOON)

    with unchanged(), pytest.raises(GameFrozen):
        give_time(game.number, bert)


def test_ten_days_are_the_most_for_each_side(game: Game, anna: User, bert: User) -> None:
    for _each in range(MOST_GIFTS):
        give_time(game.number, bert)

    with unchanged(), pytest.raises(TimeGivenTooOften) as refusal:
        give_time(game.number, bert)
    give_time(game.number, anna)

    assert refusal.value.details == {"most": 10}
    assert fresh(game).deadline_at == NOON + 13 * ONE


def test_only_players_of_a_game_that_goes_on_give_time(game: Game, anna: User, carla: User) -> None:
    with unchanged(), pytest.raises(NotAPlayer):
        give_time(game.number, carla)
    resign(game.number, anna)
    with unchanged(), pytest.raises(GameOver):
        give_time(game.number, anna)


def test_the_bell_says_so_to_the_opponent_only(game: Game, anna: User, bert: User) -> None:
    give_time(game.number, bert)

    types = {
        player.pk: [row.event.type for row in bell.items_of(player, choices.settings_of(player))]
        for player in (anna, bert)
    }
    assert "time_given" in types[anna.pk]
    assert "time_given" not in types[bert.pk]


pauses = st.lists(
    st.builds(
        lambda start, length: Pause(NOON + start, NOON + start + length, Reason.LEAVE),
        st.timedeltas(-ONE, 20 * ONE),
        st.timedeltas(MICROSECOND, 5 * ONE),
    ),
    max_size=5,
)


@given(pauses=pauses, seconds=st.integers(0, 14 * DAY), more=st.integers(0, 10 * DAY), at=st.timedeltas(ONE, 30 * ONE))
def test_time_given_is_time_that_the_clock_runs_longer(
    pauses: list[Pause], seconds: int, more: int, at: timedelta
) -> None:
    def course(seconds_left: int) -> Course:
        return course_of(started_at=NOON, seconds_left=seconds_left, pauses=pauses, limited_seconds=365 * DAY)

    before, after = course(seconds), course(seconds + more)

    assert after.deadline_at >= before.deadline_at + timedelta(seconds=more)
    assert after.seconds_left_at(NOON + at) >= before.seconds_left_at(NOON + at)
    assert after.seconds_run(after.deadline_at) == seconds + more


def test_the_page_has_a_button_for_it(reader: Callable[[User], Client], game: Game, anna: User, bert: User) -> None:
    page = reader(bert).get(f"/games/{game.number}/").content.decode()

    answer = reader(bert).post(f"/games/{game.number}/time-gift/")

    assert "anna gets one more day for this move or the next one." in page
    assert answer.status_code == 302
    assert fresh(game).deadline_at == NOON + 4 * ONE
