"""Ratings: Glickman's arithmetic, and that every rated game counts once for both."""

import random
import re
from collections.abc import Callable
from datetime import timedelta
from math import exp, log, pi, sqrt

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import abort, accept_draw, offer_draw, resign
from games.play.timeouts import settle, settle_overdue_games
from games.players.glicko import Strength, after_period
from games.players.models import Rating
from games.players.ratings import shown_ratings
from tests.support.playing import drawn, fresh, play, stand_at, unchanged

Begin = Callable[..., Game]
WON_BY_WHITE = drawn(white="g7 d6 b4 g1", black="a7 d7 a4 a1")

strengths = st.builds(
    Strength,
    value=st.floats(100, 3500),
    deviation=st.floats(30, 350),
    volatility=st.floats(0.03, 0.1),
)
scores = st.sampled_from([0.0, 0.5, 1.0])


# --- Arithmetic -------------------------------------------------------------------------------------------------------


def test_the_published_example_comes_out_as_published() -> None:
    """Glickman, "Example of the Glicko-2 system" (2013), whose figures are made from rounded steps in between."""
    player = Strength(1500, 200, 0.06)
    results = [(Strength(1400, 30), 1.0), (Strength(1550, 100), 0.0), (Strength(1700, 300), 0.0)]

    after = after_period(player, results)

    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_newcomer_is_1500_with_the_widest_deviation() -> None:
    assert Strength() == Strength(1500.0, 350.0, 0.06)


def by_the_book(player: Strength, opponent: Strength, score: float) -> Strength:
    """One game by the steps and symbols of Glickman's paper; the volatility by bisection."""
    mu, phi, sigma = (player.value - 1500) / 173.7178, player.deviation / 173.7178, player.volatility
    mu_j, phi_j = (opponent.value - 1500) / 173.7178, opponent.deviation / 173.7178
    g = 1 / sqrt(1 + 3 * phi_j**2 / pi**2)
    e = 1 / (1 + exp(-g * (mu - mu_j)))
    v = 1 / (g**2 * e * (1 - e))
    delta = v * g * (score - e)

    def f(x: float) -> float:
        ahead = exp(x) * (delta**2 - phi**2 - v - exp(x)) / (2 * (phi**2 + v + exp(x)) ** 2)
        return ahead - (x - log(sigma**2)) / 0.5**2

    low, high = -30.0, 10.0
    for _each in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    sigma = exp(low / 2)
    phi = 1 / sqrt(1 / (phi**2 + sigma**2) + 1 / v)
    return Strength(173.7178 * (mu + phi**2 * g * (score - e)) + 1500, 173.7178 * phi, sigma)


@given(player=strengths, opponent=strengths, score=scores)
def test_every_result_is_that_of_the_paper(player: Strength, opponent: Strength, score: float) -> None:
    expected = by_the_book(player, opponent, score)

    after = after_period(player, [(opponent, score)])

    assert after.value == pytest.approx(expected.value, abs=0.001)
    assert after.deviation == pytest.approx(expected.deviation, abs=0.001)
    assert after.volatility == pytest.approx(expected.volatility, abs=1e-6)


@given(player=strengths, opponent=strengths)
def test_a_win_raises_a_loss_lowers_and_a_draw_lies_between(player: Strength, opponent: Strength) -> None:
    lost, drew, won = (after_period(player, [(opponent, score)]).value for score in (0.0, 0.5, 1.0))

    assert lost < drew < won
    assert lost < player.value < won


@given(player=strengths, opponent=strengths, score=scores)
def test_both_sides_of_a_game_between_equals_change_alike(player: Strength, opponent: Strength, score: float) -> None:
    twin = Strength(player.value, player.deviation, player.volatility)

    one = after_period(player, [(twin, score)]).value - player.value
    other = after_period(twin, [(player, 1 - score)]).value - twin.value

    assert one == pytest.approx(-other, abs=1e-6)


# --- In games ---------------------------------------------------------------------------------------------------------


def test_a_rated_game_changes_both_ratings_once(begin: Begin, anna: User, bert: User) -> None:
    game = begin()

    after = resign(game.number, bert)

    ratings = {row.user_id: row for row in Rating.objects.all()}
    assert {user: (round(row.value, 2), row.games) for user, row in ratings.items()} == {
        anna.pk: (1662.31, 1),
        bert.pk: (1337.69, 1),
    }
    assert {round(row.deviation, 2) for row in ratings.values()} == {290.32}
    assert (after.white_rating, after.white_rating_change) == (1500, 162)
    assert (after.black_rating, after.black_rating_change) == (1500, -162)
    assert (fresh(game).white_rating_change, fresh(game).black_rating_change) == (162, -162)


def test_a_draw_between_newcomers_leaves_their_figures_and_makes_them_surer(
    begin: Begin, anna: User, bert: User
) -> None:
    game = begin()
    offer_draw(game.number, anna)

    after = accept_draw(game.number, bert)

    assert (after.white_rating_change, after.black_rating_change) == (0, 0)
    assert [(row.value, round(row.deviation, 2)) for row in Rating.objects.all()] == [(1500.0, 290.32)] * 2


def test_a_game_won_on_the_board_is_rated_with_its_last_move(begin: Begin) -> None:
    after = play(stand_at(begin(), WON_BY_WHITE), "g1-d1")

    assert (after.white_rating_change, after.black_rating_change) == (162, -162)


def test_a_casual_game_is_not_rated(begin: Begin, anna: User) -> None:
    game = begin(Agreement(rated=False))

    after = resign(game.number, anna)

    assert not Rating.objects.exists()
    assert (after.white_rating_change, after.black_rating_change) == (None, None)


def test_an_aborted_game_is_not_rated(begin: Begin, anna: User) -> None:
    game = begin()

    after = abort(game.number, anna)

    assert not Rating.objects.exists()
    assert (after.white_rating_change, after.black_rating_change) == (None, None)


def test_each_rule_set_has_ratings_of_its_own(begin: Begin, anna: User, bert: User) -> None:
    resign(begin(Agreement(rules="classic")).number, bert)

    resign(begin(Agreement(rules="applet")).number, anna)

    by_rules = {row.rules: round(row.value) for row in Rating.objects.filter(user=anna)}
    assert by_rules == {"classic": 1662, "applet": 1338}
    assert shown_ratings(anna.pk, bert.pk, rules="classic") == {"white": 1662, "black": 1338}
    assert shown_ratings(anna.pk, bert.pk, rules="standard") == {"white": 1500, "black": 1500}


def test_the_second_game_is_rated_from_where_the_first_has_left_off(begin: Begin, anna: User, bert: User) -> None:
    first = resign(begin().number, bert)

    second = resign(begin().number, bert)

    assert (second.white_rating, second.black_rating) == (1662, 1338)
    assert (first.white_rating_change, second.white_rating_change) == (162, 58)
    assert {row.games for row in Rating.objects.all()} == {2}


def test_a_game_ended_already_is_not_rated_again(clock: time_machine.Traveller, begin: Begin, anna: User) -> None:
    game = begin()
    resign(game.number, anna)
    clock.shift(timedelta(days=30))

    with unchanged():
        settle_overdue_games()
        settle(game.number)


def test_many_games_of_the_same_players_are_rated_one_after_the_other_in_one_batch(
    clock: time_machine.Traveller, begin: Begin, anna: User, bert: User
) -> None:
    single, batch = begin(Agreement(rules="applet")), [begin() for _each in range(3)]
    more = [begin(Agreement(rules="applet")) for _each in range(2)]
    for game in [single, *batch, *more]:
        play(game, "d6", "f4")
    clock.shift(timedelta(days=4))
    for game in [single, *more]:
        settle(game.number)

    assert settle_overdue_games() == 3

    one_by_one = Rating.objects.get(user=anna, rules="applet")
    together = Rating.objects.get(user=anna, rules="standard")
    assert (together.games, one_by_one.games) == (3, 3)
    assert together.value == pytest.approx(one_by_one.value)
    assert together.deviation == pytest.approx(one_by_one.deviation)
    changes = {fresh(game).black_rating_change for game in batch}
    assert changes == {fresh(game).black_rating_change for game in [single, *more]}
    assert len(changes) == 3


def test_new_ratings_are_locked_in_the_order_of_players_as_all_others_do(
    clock: time_machine.Traveller, begin: Begin, person: Callable[..., User], anna: User
) -> None:
    """Two sweeps that took the same new rows in different order would be a deadlock."""
    players = [person(f"player{number}") for number in range(20)]
    for player in random.sample(players, len(players)):
        play(begin(white=player, black=anna), "d6", "f4")
    clock.shift(timedelta(days=4))

    with CaptureQueriesContext(connection) as queries:
        settle_overdue_games()

    (insertion,) = [query["sql"] for query in queries if query["sql"].startswith('INSERT INTO "players_rating"')]
    users = re.search(r"UNNEST\(\D*([\d, ]+)", insertion)
    assert users, insertion
    order = [int(user) for user in users[1].split(",") if user.strip()]
    assert order == sorted([anna.pk, *(player.pk for player in players)])


def test_a_rating_is_provisional_until_its_deviation_is_small(anna: User) -> None:
    wide, narrow = Rating(user=anna, deviation=110.1), Rating(user=anna, deviation=110.0)

    assert (wide.is_provisional, narrow.is_provisional) == (True, False)
