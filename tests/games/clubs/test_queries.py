"""Reading clubs: the list and the search, members in their order, and the ranking; each page in one query."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.clubs.models import Club
from games.clubs.queries import club_at, clubs_found, clubs_of, members_of, places_in, ranked_members, requests_to
from games.players.models import Rating
from games.rankings.listed import Ranking
from kit.errors import NotFound
from tests.games.clubs.making import new_club

STANDARD = Ranking("standard", "people")


def rate(player: User, value: float, *, deviation: float = 60.0, **columns: object) -> Rating:
    values = {"rules": "standard", "pool": "people", "rated_at": timezone.now(), "volatility": 0.06, **columns}
    return Rating.objects.create(user=player, value=value, deviation=deviation, **values)


def test_clubs_are_listed_by_name_with_their_numbers_of_members(anna: User, bert: User) -> None:
    new_club(anna, "rabenstein", members=[bert])
    new_club(bert, "Another")

    with CaptureQueriesContext(connection) as queries:
        found = [(club.name, club.member_count) for club in clubs_found()]

    assert found == [("Another", 1), ("rabenstein", 2)]
    assert len(queries) == 1


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("", {"Rabenstein", "Schwarz-Weiß Celle"}),
        ("RABEN", {"Rabenstein"}),
        ("celle weiß", {"Schwarz-Weiß Celle"}),
        ("celle raben", set()),
        ("%", set()),
    ],
)
def test_clubs_are_found_by_all_of_the_words(anna: User, words: str, names: set[str]) -> None:
    for name in ("Rabenstein", "Schwarz-Weiß Celle"):
        new_club(anna, name)

    assert {club.name for club in clubs_found(words)} == names


def test_a_club_that_is_none_is_not_found(db: None) -> None:
    with pytest.raises(NotFound):
        club_at("nowhere")


def test_members_stand_by_role_and_age_in_one_query(anna: User, bert: User, carla: User, arbiter: User) -> None:
    club = new_club(anna, officers=[arbiter], members=[carla, bert])

    with CaptureQueriesContext(connection) as queries:
        names = [row.user.name for row in members_of(club)]

    assert names == ["anna", arbiter.name, "carla", "bert"]
    assert len(queries) == 1
    User.objects.filter(pk=carla.pk).update(is_active=False)
    assert [row.user.name for row in members_of(club)] == ["anna", arbiter.name, "bert"]


def test_the_clubs_of_a_player_begin_with_their_own(anna: User, bert: User) -> None:
    new_club(bert, "Another", members=[anna])
    new_club(anna)

    assert [row.club.name for row in clubs_of(anna.pk)] == ["Rabenstein", "Another"]


def test_nobody_waits_for_a_club_that_has_no_request(anna: User) -> None:
    assert not requests_to(new_club(anna)).exists()


# --- The ranking ------------------------------------------------------------------------------------------------------


@pytest.fixture
def club(anna: User, bert: User, carla: User, arbiter: User) -> Club:
    """Anna and Bert have a settled rating, Carla a provisional one; the arbiter is no member."""
    rate(anna, 1500)
    rate(bert, 1600)
    rate(carla, 1900, deviation=200)
    rate(arbiter, 2000)
    return new_club(anna, members=[bert, carla])


def test_members_are_ranked_with_provisional_ratings_apart(club: Club) -> None:
    now = timezone.now()

    with CaptureQueriesContext(connection) as queries:
        settled = [row.user.name for row in ranked_members(club, STANDARD, at=now)]

    assert settled == ["bert", "anna"]
    assert len(queries) == 1
    provisional = ranked_members(club, STANDARD._replace(is_provisional=True), at=now)
    assert [row.user.name for row in provisional] == ["carla"]


def test_ratings_of_other_rules_and_pools_are_in_other_rankings(club: Club, anna: User) -> None:
    now = timezone.now()
    rate(anna, 1700, rules="classic")
    rate(anna, 1800, pool="bots")

    for rules, pool, value in (("classic", "people", 1700), ("standard", "bots", 1800)):
        assert [row.value for row in ranked_members(club, Ranking(rules, pool), at=now)] == [value]


def test_who_has_not_played_for_long_is_in_no_ranking(club: Club, anna: User) -> None:
    now = timezone.now()
    Rating.objects.filter(user=anna).update(rated_at=now - timedelta(days=91))

    assert [row.user.name for row in ranked_members(club, STANDARD, at=now)] == ["bert"]


def test_members_with_the_same_rating_share_a_place(club: Club, anna: User, bert: User) -> None:
    Rating.objects.filter(user=anna).update(value=1600.4)

    places = places_in(ranked_members(club, STANDARD, at=timezone.now()))

    assert (places.place_of(1600), places.place_of(1599), places.players) == (1, 3, 2)
