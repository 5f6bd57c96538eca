"""What the API's public profile has of what players say of themselves."""

from accounts.models import User
from games.people.pictures import default_of
from games.people.profiles import save
from tests.games.people.test_profiles import ALL
from tests.support.api import Api

NAMES = ("country", "about", "favourite_rules", "picture")


def test_a_profile_has_what_the_player_says(api: Api, anna: User) -> None:
    save(anna, ALL)

    found = api().read("players/anna/")

    assert [found[name] for name in NAMES] == [
        "AT",
        "I like corners.",
        "classic",
        "http://localhost:8000/players/pictures/3-5.svg",
    ]


def test_a_player_who_says_nothing_has_a_picture_still(api: Api, anna: User) -> None:
    found = api().read("players/anna/")

    pattern, colour = default_of(anna.pk)
    picture = f"http://localhost:8000/players/pictures/{pattern}-{colour}.svg"
    assert [found[name] for name in NAMES] == ["", "", None, picture]
