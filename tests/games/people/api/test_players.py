"""The directory over the API: search, filters, and players in bulk."""

import pytest
from django.utils import timezone

from accounts.models import User
from games.people.profiles import Wording, save
from games.players import relations
from games.players.models import Rating
from tests.support.api import Api, refused
from tests.support.people import new_person


def names_in(answer: dict[str, list[dict[str, str]]]) -> list[str]:
    return [player["username"] for player in answer["results"]]


def test_a_player_of_the_list_has_what_is_public(api: Api, anna: User) -> None:
    save(anna, Wording(country="AT", about="Hello."))
    Rating.objects.create(user=anna, rules="standard", value=1612.3, deviation=60, games=9)

    (player,) = api().read("players/")["results"]

    assert (player["username"], player["bot"], player["country"], player["about"]) == ("anna", False, "AT", "Hello.")
    assert player["reliability"] is None
    (rating,) = player["ratings"]
    assert (rating["rules"], rating["pool"], rating["rating"], rating["games"]) == ("standard", "people", 1612, 9)


def test_the_list_is_searched_and_filtered(api: Api, anna: User, bert: User) -> None:
    new_person("robot", bot_since=timezone.now())
    save(bert, Wording(country="DE"))

    assert names_in(api().read("players/", q="AN")) == ["anna"]
    assert names_in(api().read("players/", country="DE")) == ["bert"]
    assert names_in(api().read("players/", bot="true")) == ["robot"]
    assert names_in(api().read("players/", bot="false", page_size=1)) == ["anna"]
    assert names_in(api().read("players/", min_rating=1)) == []


def test_players_in_bulk_are_found_in_any_case_and_others_left_out(api: Api, anna: User, bert: User) -> None:
    found = api().read("players/", names="BERT,nobody,anna,,%00,a b")

    assert (names_in(found), found["next"]) == (["anna", "bert"], None)


def test_a_hundred_players_are_one_answer(api: Api, db: None) -> None:
    names = [new_person(f"player{number:03}").username for number in range(101)]

    assert names_in(api().read("players/", names=",".join(names[:100]))) == names[:100]
    refused(api().get("/api/v1/players/", {"names": ",".join(names)}), 400, "invalid")


def test_who_has_blocked_the_caller_is_not_found_by_name_either(api: Api, anna: User, bert: User) -> None:
    relations.change(anna, bert, blocked=True)

    assert names_in(api(bert).read("players/", names="anna,bert")) == ["bert"]
    assert names_in(api().read("players/", names="anna,bert")) == ["anna", "bert"]


@pytest.mark.parametrize(
    "query", ["country=XX", "country=de", "active_days=0", "min_rating=-1", "min_reliability=101", "bot=yes", "x=1"]
)
def test_what_is_no_filter_is_refused(api: Api, db: None, query: str) -> None:
    refused(api().get(f"/api/v1/players/?{query}"), 400, "invalid")


def test_a_search_counts_as_two_calls(api: Api, db: None) -> None:
    before = api().get("/api/v1/players/")["RateLimit"]
    after = api().get("/api/v1/players/")["RateLimit"]

    left = [int(header.partition("r=")[2].partition(";")[0]) for header in (before, after)]
    assert left[0] - left[1] == 2
