"""Who is in a ranking, in which place, and how the ratings are distributed."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from games.core.models.terms import Pool
from games.players.models import PROVISIONAL_ABOVE, Rating
from games.rankings.counting import distribution_of
from games.rankings.listed import Distribution, Ranking, ranked
from kit import database_time
from tests.conftest import NOON

Person = Callable[..., User]
DAY = timedelta(days=1)


@pytest.fixture
def rated(person: Person, clock: time_machine.Traveller) -> Callable[..., Rating]:
    """A factory of players with a rating, settled if nothing else is said."""

    def make(name: str, value: float = 1500, **columns: object) -> Rating:
        wanted = {"rules": "standard", "deviation": 60, "games": 30, "rated_at": NOON} | columns
        return Rating.objects.create(user=person(name), value=value, **wanted)

    return make


Rated = Callable[..., Rating]


def names(*, provisional: bool = False, rules: str = "standard", pool: str = Pool.PEOPLE) -> list[str]:
    rows = ranked(Ranking(rules, pool, provisional), at=database_time.now())
    return [rating.user.username for rating in rows]


def test_the_highest_rating_is_first_and_of_equal_ones_the_newer_row(rated: Rated) -> None:
    for name, value in (("carla", 1400), ("dora", 1900.5), ("emil", 1900.5), ("franz", 1600)):
        rated(name, value)

    assert names() == ["emil", "dora", "franz", "carla"]


def test_rule_sets_and_pools_have_rankings_of_their_own(rated: Rated) -> None:
    rated("carla", rules="classic")
    rated("dora", pool="bots")
    rated("emil")

    assert (names(), names(rules="classic"), names(pool=Pool.BOTS)) == (["emil"], ["carla"], ["dora"])


def test_provisional_ratings_are_apart(rated: Rated) -> None:
    rated("carla", deviation=110)
    rated("dora", deviation=110.1)

    assert (names(), names(provisional=True)) == (["carla"], ["dora"])


def test_who_has_not_ended_a_rated_game_for_ninety_days_is_in_no_ranking(
    clock: time_machine.Traveller, rated: Rated
) -> None:
    rated("carla")
    clock.move_to(NOON + 90 * DAY)
    assert names() == ["carla"]

    clock.shift(timedelta(seconds=1))

    assert (names(), names(provisional=True)) == ([], [])


def test_a_rating_becomes_provisional_in_the_ranking_when_it_does_on_the_profile(
    clock: time_machine.Traveller, rated: Rated
) -> None:
    ratings = [rated(f"p{number}", deviation=60 + number, volatility=0.06 + number / 1000) for number in range(50)]
    clock.move_to(NOON + 60 * DAY)

    provisional = {rating.user.username for rating in ratings if rating.is_provisional}
    assert 0 < len(provisional) < 50
    assert set(names(provisional=True)) == provisional
    assert set(names()) == {rating.user.username for rating in ratings} - provisional


def test_computers_are_always_there_and_nobody_who_is_gone(rated: Rated) -> None:
    rated("carla", pool="bots", is_fixed=True, deviation=PROVISIONAL_ABOVE + 50, rated_at=None)
    rated("dora", pool="bots")
    User.objects.filter(username="dora").update(is_active=False)

    assert names(pool=Pool.BOTS) == ["carla"]


def test_guests_are_in_no_ranking(rated: Rated) -> None:
    rated("carla")
    User.objects.filter(username="carla").update(is_guest=True)

    assert names() == []


# --- The distribution -------------------------------------------------------------------------------------------------


def test_players_with_the_same_rounded_rating_share_a_place(rated: Rated) -> None:
    for name, value in (("carla", 1700), ("dora", 1600.4), ("emil", 1599.6), ("franz", 1500)):
        rated(name, value)

    distribution = distribution_of(Ranking("standard", "people"))

    assert distribution == Distribution({1700: 1, 1600: 2, 1500: 1})
    assert [distribution.place_of(rating) for rating in (1700, 1600, 1500)] == [1, 2, 4]
    assert [distribution.percentile_of(rating) for rating in (1700, 1600, 1500)] == [75, 25, 0]
    assert distribution.bands == [(1500, 1), (1550, 0), (1600, 2), (1650, 0), (1700, 1)]


@given(st.lists(st.integers(min_value=0, max_value=3000), max_size=60), st.integers(min_value=0, max_value=3000))
def test_a_place_is_one_more_than_the_number_of_better_players(ratings: list[int], own: int) -> None:
    counts = {rating: ratings.count(rating) for rating in sorted(set(ratings), reverse=True)}
    distribution = Distribution(counts)

    assert distribution.place_of(own) == 1 + sum(rating > own for rating in ratings)
    assert sum(number for _lowest, number in distribution.bands) == len(ratings)


def test_an_empty_ranking_has_no_bands_and_nobody_is_ahead_of_anyone() -> None:
    assert (Distribution({}).bands, Distribution({}).players, Distribution({}).percentile_of(1500)) == ([], 0, 0)
