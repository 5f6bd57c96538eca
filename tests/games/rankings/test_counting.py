"""The players of rankings by rating: counted by the worker when something has changed, and read by pages."""

from datetime import timedelta

import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.people.models import Profile
from games.players.models import Rating
from games.rankings import counting
from games.rankings.counting import AT_LEAST_EVERY, countries_of, distribution_of, rankings
from games.rankings.listed import Distribution, Ranking
from games.rankings.models import RankingCounts
from games.rankings.tasks import count_rankings
from tests.games.rankings.conftest import Won

PROVISIONAL = Ranking("standard", "people", is_provisional=True)


def test_a_ranking_that_was_never_counted_is_counted_now(won: Won, anna: User, bert: User) -> None:
    won(anna, bert)

    assert distribution_of(PROVISIONAL) == Distribution({1662: 1, 1338: 1})
    assert not RankingCounts.objects.exists()


def test_every_ranking_is_counted_and_an_unchanged_one_not_again(won: Won, anna: User, bert: User) -> None:
    assert counting.count_rankings() == len(rankings()) == 20
    assert counting.count_rankings() == 0

    won(anna, bert, after=timedelta(minutes=1))

    assert distribution_of(PROVISIONAL) == Distribution({})
    assert counting.count_rankings() == 2
    assert distribution_of(PROVISIONAL) == Distribution({1662: 1, 1338: 1})


def test_who_has_not_played_for_long_is_counted_no_more_within_an_hour(
    clock: time_machine.Traveller, won: Won, anna: User, bert: User
) -> None:
    won(anna, bert)
    count_rankings()
    clock.shift(timedelta(days=90) - timedelta(minutes=30))
    counting.count_rankings()
    assert distribution_of(PROVISIONAL).players == 2

    clock.shift(timedelta(minutes=59))
    assert counting.count_rankings() == 0
    clock.shift(timedelta(minutes=1))

    assert counting.count_rankings() == 20
    assert distribution_of(PROVISIONAL).players == 0


def test_a_page_reads_what_was_counted_in_one_query(won: Won, anna: User, bert: User) -> None:
    won(anna, bert)
    counting.count_rankings()
    Rating.objects.all().delete()

    with CaptureQueriesContext(connection) as queries:
        found = distribution_of(PROVISIONAL)

    assert found.players == 2
    assert len(queries) == 1


def from_country(code: str, *players: User) -> None:
    Profile.objects.bulk_create(Profile(user=player, country=code) for player in players)


def test_each_country_is_counted_with_the_ranking(won: Won, anna: User, bert: User, carla: User) -> None:
    won(anna, bert)
    won(carla, bert)
    from_country("CH", anna)
    from_country("AT", bert)
    counting.count_rankings()

    everyone, swiss, german = (distribution_of(PROVISIONAL._replace(country=code)) for code in ("", "CH", "DE"))

    assert (everyone.players, swiss.counts, german.counts) == (3, {1662: 1}, {})
    assert countries_of(PROVISIONAL) == countries_of(PROVISIONAL._replace(country="CH")) == ["AT", "CH"]


def test_a_country_that_was_never_counted_is_counted_now(won: Won, anna: User, bert: User) -> None:
    won(anna, bert)
    counting.count_rankings()
    from_country("CH", anna)

    assert distribution_of(PROVISIONAL._replace(country="CH")).counts == {1662: 1}


def test_a_country_that_nobody_says_any_more_is_forgotten(
    clock: time_machine.Traveller, won: Won, anna: User, bert: User
) -> None:
    won(anna, bert)
    from_country("CH", anna)
    counting.count_rankings()
    Profile.objects.update(country="")

    clock.shift(AT_LEAST_EVERY)
    counting.count_rankings()

    assert countries_of(PROVISIONAL) == []
    assert distribution_of(PROVISIONAL).players == 2
