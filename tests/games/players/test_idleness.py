"""The rating deviation grows while nobody plays, and follows from the games."""

from collections.abc import Callable
from datetime import timedelta
from math import sqrt

import pytest
import time_machine
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from games.core.models.games import Game
from games.play.actions import resign
from games.players.glicko import IDLE_PERIODS_A_YEAR, SCALE, WIDEST, Strength, after_idleness, after_period
from games.players.models import Rating
from games.players.presenters import player_data
from games.players.reliability import reliability_of
from tests.conftest import NOON
from tests.support.playing import fresh

Begin = Callable[..., Game]
YEAR = timedelta(days=365)
strengths = st.builds(
    Strength, value=st.floats(100, 3500), deviation=st.floats(30, 350), volatility=st.floats(0.03, 0.1)
)
times = st.timedeltas(timedelta(), 20 * YEAR)


def test_a_settled_player_is_provisional_after_a_year_without_games() -> None:
    settled = Strength(1700, 60)

    months = [after_idleness(settled, count * YEAR / 12).deviation for count in (0, 6, 11, 12, 48)]

    assert months[0] == 60
    assert months[2] < 110 < months[3]
    assert months == sorted(months)


def test_it_is_step_six_of_glickmans_paper_for_every_period() -> None:
    phi = 80 / SCALE
    for _period in range(IDLE_PERIODS_A_YEAR):
        phi = sqrt(phi**2 + 0.06**2)

    assert after_idleness(Strength(1500, 80), YEAR).deviation == pytest.approx(phi * SCALE)


@given(player=strengths, first=times, second=times)
def test_it_does_not_depend_on_how_often_one_looks(player: Strength, first: timedelta, second: timedelta) -> None:
    at_once = after_idleness(player, first + second)
    in_steps = after_idleness(after_idleness(player, first), second)

    assert at_once.deviation == pytest.approx(in_steps.deviation)
    assert player.deviation <= at_once.deviation <= WIDEST
    assert (at_once.value, at_once.volatility) == (player.value, player.volatility)


def test_a_clock_that_was_set_back_narrows_nothing() -> None:
    assert after_idleness(Strength(1500, 80), -YEAR) == Strength(1500, 80)


def test_who_returns_after_years_is_provisional(clock: time_machine.Traveller, anna: User) -> None:
    Rating.objects.create(user=anna, value=1700, deviation=60, games=90, rated_at=NOON)
    before = _shown(anna)
    clock.move_to(NOON + 4 * YEAR)

    after = _shown(anna)

    assert (before["deviation"], before["provisional"], before["rating"]) == (60, False, 1700)
    assert (after["deviation"], after["provisional"], after["rating"]) == (196, True, 1700)
    assert Rating.objects.get().deviation == 60


def _shown(player: User) -> dict[str, int]:
    from kit import database_time

    now = database_time.now()
    data = player_data(
        player,
        ratings=Rating.objects.filter(user=player),
        counts={},
        reliability=reliability_of(player.pk, now=now),
        away_until=None,
    )
    (found,) = data["ratings"]
    return dict(found)


def test_the_first_game_after_years_is_rated_with_the_grown_deviation(
    clock: time_machine.Traveller, begin: Begin, anna: User, bert: User
) -> None:
    for player in (anna, bert):
        Rating.objects.create(user=player, rules="standard", deviation=60, games=90, rated_at=NOON)
    clock.move_to(NOON + 4 * YEAR)
    game = begin()

    resign(game.number, bert)

    grown = after_idleness(Strength(1500, 60), 4 * YEAR)
    expected = after_period(grown, [(grown, 1.0)])
    row = Rating.objects.get(user=anna)
    assert row.value == pytest.approx(expected.value)
    assert row.deviation == pytest.approx(expected.deviation)
    assert row.rated_at == fresh(game).finished_at
    assert fresh(game).white_rating_change == round(expected.value) - 1500
