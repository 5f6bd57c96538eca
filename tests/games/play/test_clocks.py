"""The two clocks: what a side has left after a move, and the deadline that follows from it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from games.core.errors import DeadlinePassed
from games.core.models.games import Game
from games.core.models.moves import Move
from games.core.models.terms import Agreement
from games.play.actions import play_move
from games.play.errors import MoveIllegal
from muehle import Color
from muehle.clocks import DAY, deadline, seconds_between
from muehle.clocks.days_per_move import DaysPerMove
from muehle.clocks.fischer import FischerBank
from tests.conftest import NOON
from tests.support.playing import fresh, play, unchanged

pytestmark = pytest.mark.casual

FISCHER = Agreement(clock=FischerBank())
HOUR = timedelta(hours=1)
MICROSECOND = timedelta(microseconds=1)
SHORTEST_INITIAL, LONGEST_INCREMENT, LONGEST_CAP = DAY // 2, 7 * DAY, 30 * DAY


# --- Arithmetic -------------------------------------------------------------------------------------------------------


def test_the_default_bank_is_three_days_and_one_a_move_with_a_cap_of_seven() -> None:
    assert FischerBank() == FischerBank(initial_seconds=3 * DAY, increment_seconds=DAY, cap_seconds=7 * DAY)


@pytest.mark.parametrize("days", [1, 3, 14])
@pytest.mark.parametrize("spent", [0, 1, 5 * 3600, DAY])
def test_days_per_move_carry_nothing_over(days: int, spent: int) -> None:
    clock = DaysPerMove(days)

    left = clock.seconds_after_move(clock.initial_seconds, seconds_spent=spent)

    assert (clock.initial_seconds, left) == (days * DAY, days * DAY)


@pytest.mark.parametrize(
    ("left", "spent", "after"),
    [
        (3 * DAY, 0, 4 * DAY),
        (3 * DAY, DAY, 3 * DAY),
        (3 * DAY, 2 * DAY + 1, 2 * DAY - 1),
        (3 * DAY, 3 * DAY, DAY),
        (6 * DAY, 0, 7 * DAY),
        (6 * DAY, 1, 7 * DAY - 1),
        (7 * DAY, 0, 7 * DAY),
        (7 * DAY, DAY, 7 * DAY),
        (7 * DAY, DAY + 1, 7 * DAY - 1),
        (0, 0, DAY),
    ],
)
def test_a_bank_shrinks_by_the_time_spent_and_grows_by_the_increment_up_to_the_cap(
    left: int, spent: int, after: int
) -> None:
    assert FischerBank().seconds_after_move(left, seconds_spent=spent) == after


@st.composite
def banks(draw: st.DrawFn) -> FischerBank:
    """Any bank that a challenge may propose."""
    cap = draw(st.integers(SHORTEST_INITIAL, LONGEST_CAP))
    initial = draw(st.integers(SHORTEST_INITIAL, cap))
    return FischerBank(initial, draw(st.integers(0, LONGEST_INCREMENT)), cap)


@given(bank=banks(), spent=st.lists(st.integers(0, 2 * LONGEST_CAP), min_size=1, max_size=20))
def test_a_bank_is_never_negative_and_never_above_its_cap(bank: FischerBank, spent: list[int]) -> None:
    left = bank.initial_seconds

    for seconds in spent:
        left = bank.seconds_after_move(left, seconds_spent=seconds)

        assert 0 <= left <= bank.cap_seconds


@given(bank=banks(), share=st.floats(0, 1))
def test_no_second_of_a_bank_is_lost_or_invented_below_the_cap(bank: FischerBank, share: float) -> None:
    spent = int(bank.initial_seconds * share)

    left = bank.seconds_after_move(bank.initial_seconds, seconds_spent=spent)

    assert left == min(bank.cap_seconds, bank.initial_seconds - spent + bank.increment_seconds)


@given(
    start=st.datetimes(datetime(2026, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
    seconds=st.integers(0, LONGEST_CAP),
)
def test_a_player_who_moves_by_the_deadline_has_spent_no_more_than_they_had(start: datetime, seconds: int) -> None:
    by = deadline(turn_started_at=start, seconds_left=seconds)

    assert seconds_between(start, by) == seconds
    assert seconds_between(start, by + MICROSECOND) == seconds


@pytest.mark.parametrize(
    ("elapsed", "seconds"),
    [
        (timedelta(0), 0),
        (timedelta(seconds=1) - MICROSECOND, 0),
        (timedelta(seconds=1), 1),
        (timedelta(seconds=2) - MICROSECOND, 1),
        (-HOUR, 0),
    ],
)
def test_time_spent_is_counted_in_whole_seconds_in_favour_of_the_player(elapsed: timedelta, seconds: int) -> None:
    assert seconds_between(NOON, NOON + elapsed) == seconds


# --- In a game --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("clock_system", "days"), [(DaysPerMove(1), 1), (DaysPerMove(14), 14), (FischerBank(), 3)])
def test_the_first_deadline_is_stored_when_the_game_begins(
    clock: time_machine.Traveller, begin: Callable[..., Game], clock_system: DaysPerMove | FischerBank, days: int
) -> None:
    game = fresh(begin(Agreement(clock=clock_system)))

    assert (game.turn_started_at, game.deadline_at) == (NOON, NOON + timedelta(days=days))
    assert (game.white_seconds, game.black_seconds) == (days * DAY, days * DAY)


def test_a_deadline_stands_still_while_time_goes_by(clock: time_machine.Traveller, game: Game) -> None:
    clock.shift(2 * HOUR)

    assert fresh(game).deadline_at == NOON + timedelta(days=3)


def test_each_move_under_days_per_move_sets_a_whole_new_deadline(clock: time_machine.Traveller, game: Game) -> None:
    clock.shift(HOUR)
    play(game, "d6")
    clock.shift(5 * HOUR)
    play(game, "f4")

    assert fresh(game).deadline_at == NOON + 6 * HOUR + timedelta(days=3)


def test_a_bank_is_kept_for_each_side_apart(clock: time_machine.Traveller, begin: Callable[..., Game]) -> None:
    game = begin(FISCHER)
    clock.shift(timedelta(days=2))
    play(game, "d6")
    clock.shift(timedelta(hours=1))

    after = play(game, "f4")

    assert after.seconds_of(Color.WHITE) == 2 * DAY
    assert after.seconds_of(Color.BLACK) == 4 * DAY - 3600
    assert after.deadline_at == NOON + timedelta(days=2, hours=1) + timedelta(days=2)


def test_a_bank_in_a_game_stops_growing_at_its_cap(clock: time_machine.Traveller, begin: Callable[..., Game]) -> None:
    game = play(begin(FISCHER), "d6", "f4", "d2", "b4", "a1", "g1", "a7", "g7", "d7", "b6")

    assert (game.white_seconds, game.black_seconds) == (7 * DAY, 7 * DAY)


def test_a_bank_used_up_to_the_last_second_leaves_the_increment(
    clock: time_machine.Traveller, begin: Callable[..., Game]
) -> None:
    game = begin(FISCHER)
    clock.shift(timedelta(days=3))

    after = play(game, "d6")

    assert after.white_seconds == DAY


@pytest.mark.parametrize("agreement", [Agreement(), FISCHER], ids=["days per move", "Fischer"])
def test_a_move_on_the_deadline_counts(
    clock: time_machine.Traveller, begin: Callable[..., Game], anna: User, agreement: Agreement
) -> None:
    game = begin(agreement)
    clock.move_to(NOON + timedelta(days=3))

    after = play_move(game.number, anna, "d6", ply=1).game

    assert (after.ply, after.status) == (1, "ongoing")


@pytest.mark.parametrize("agreement", [Agreement(), FISCHER], ids=["days per move", "Fischer"])
def test_a_move_a_microsecond_after_the_deadline_loses(
    clock: time_machine.Traveller, begin: Callable[..., Game], anna: User, agreement: Agreement
) -> None:
    game = begin(agreement)
    clock.move_to(NOON + timedelta(days=3) + MICROSECOND)

    with pytest.raises(DeadlinePassed):
        play_move(game.number, anna, "d6", ply=1)

    after = fresh(game)
    assert (after.ply, after.result, after.termination) == (0, "0-1", "timeout")


def test_a_move_keeps_the_time_it_took_and_the_deadline_it_met(clock: time_machine.Traveller, game: Game) -> None:
    clock.shift(timedelta(seconds=90, milliseconds=999))

    play(game, "d6")

    move = Move.objects.get(game=game)
    assert (move.seconds_spent, move.deadline_at) == (90, NOON + timedelta(days=3))
    assert move.played_at == NOON + timedelta(seconds=90, milliseconds=999)


def test_a_clock_of_the_machine_that_was_set_back_takes_nothing_from_the_player(
    clock: time_machine.Traveller, begin: Callable[..., Game]
) -> None:
    game = play(begin(FISCHER), "d6")
    clock.shift(-HOUR)

    after = play(game, "f4")

    assert after.black_seconds == 4 * DAY
    assert Move.objects.get(game=game, ply=2).seconds_spent == 0


def test_a_refused_move_does_not_touch_the_clock(clock: time_machine.Traveller, game: Game, anna: User) -> None:
    clock.shift(HOUR)

    with unchanged(), pytest.raises(MoveIllegal):
        play_move(game.number, anna, "d6xa1", ply=1)

    assert fresh(game).deadline_at == NOON + timedelta(days=3)
