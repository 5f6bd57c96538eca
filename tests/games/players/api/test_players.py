"""What everybody may know of a player."""

from collections.abc import Callable

import pytest

from accounts.models import User
from games.core.models.games import Game
from games.play.actions import abort, resign
from games.players.models import Rating
from tests.support.api import Api, refused
from tests.support.ended import lost_on_time, won

Begin = Callable[..., Game]


@pytest.mark.parametrize("name", ["anna", "ANNA"])
def test_a_profile_counts_games_and_shows_ratings(api: Api, begin: Begin, anna: User, bert: User, name: str) -> None:
    resign(begin().number, bert)
    abort(begin().number, anna)
    begin()

    found = api().read(f"players/{name}/")

    rating = Rating.objects.get(user=anna)
    assert found["username"] == "anna"
    assert found["games"] == {"ongoing": 1, "won": 1, "drawn": 0, "lost": 0, "aborted": 1}
    assert found["ratings"] == [
        {
            "rules": "standard",
            "pool": "people",
            "rating": 1662,
            "deviation": round(rating.deviation),
            "provisional": True,
            "games": 1,
        }
    ]


def test_a_profile_says_how_far_the_player_can_be_relied_on(api: Api, begin: Begin, anna: User, bert: User) -> None:
    fresh = api().read("players/anna/")["reliability"]
    abort(begin().number, anna)
    lost_on_time(anna, bert)
    for _game in range(4):
        won(anna, bert)

    found = api().read("players/anna/")["reliability"]

    assert fresh == {"percent": None, "games": 0, "on_time": 0, "median_answer_seconds": None, "aborted": 0}
    assert found == {"percent": 90, "games": 5, "on_time": 4, "median_answer_seconds": None, "aborted": 1}


def test_a_profile_has_no_address_and_no_preferences(api: Api, anna: User, bert: User) -> None:
    shown = {
        "username",
        "display_name",
        "bot",
        "operator",
        "guest",
        "joined_at",
        "on_leave_until",
        "ratings",
        "games",
        "reliability",
        "country",
        "about",
        "favourite_rules",
        "picture",
        "followers",
        "trophies",
        "clubs",
    }

    assert set(api(bert).read("players/anna/")) == shown


@pytest.mark.parametrize("name", ["nobody", "%00", "a%20b", "x" * 500, "ä"])
def test_who_does_not_exist_is_not_found(api: Api, name: str) -> None:
    refused(api().get(f"/api/v1/players/{name}/"), 404, "not_found")


def test_a_closed_account_is_not_found(api: Api, person: Callable[..., User]) -> None:
    person("gone", is_active=False)

    refused(api().get("/api/v1/players/gone/"), 404, "not_found")
