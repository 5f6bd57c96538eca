"""Rankings and histories over the API."""

from collections.abc import Callable

import pytest

from accounts.models import User
from games.core.presenters import rfc3339
from games.people.models import Profile
from games.players.models import Rating, RatingChange
from tests.games.rankings.conftest import MOVES, Won
from tests.support.api import Api, refused

Person = Callable[..., User]


def test_visitors_read_a_ranking(api: Api, won: Won, anna: User, bert: User) -> None:
    game = won(anna, bert)
    Rating.objects.update(deviation=60)
    rating = Rating.objects.get(user=anna)

    answer = api().read("ratings/")

    first, second = answer["results"]
    assert first == {
        "username": "anna",
        "display_name": "anna",
        "bot": False,
        "place": 1,
        "rating": round(rating.value),
        "deviation": 60,
        "games": 1,
        "rated_at": rfc3339(game.finished_at),
    }
    assert (second["username"], second["place"]) == ("bert", 2)
    assert api().read("ratings/", provisional="true")["results"] == []
    assert api().read("ratings/", rules="classic")["results"] == []


def test_a_ranking_of_a_country_has_places_of_its_own(api: Api, won: Won, anna: User, bert: User) -> None:
    won(anna, bert)
    Profile.objects.create(user=bert, country="AT")

    answer = api().get("/api/v1/ratings/?provisional=true&country=AT").json()

    assert [(each["username"], each["place"]) for each in answer["results"]] == [("bert", 1)]
    assert api().get("/api/v1/ratings/?country=DE").json()["results"] == []


def test_an_unchanged_ranking_is_not_sent_again(api: Api, won: Won, anna: User, bert: User) -> None:
    won(anna, bert)
    address = "/api/v1/ratings/?provisional=true"
    etag = api().get(address)["ETag"]

    assert api().get(address, headers={"if-none-match": etag}).status_code == 304
    won(anna, bert)
    assert api().get(address, headers={"if-none-match": etag}).status_code == 200


def test_a_rating_comes_with_what_it_was_made_of(api: Api, won: Won, anna: User, bert: User) -> None:
    won(anna, bert, *MOVES)
    best = won(anna, bert, *MOVES)
    won(bert, anna)
    before = RatingChange.objects.filter(user=bert).order_by("id").values_list("value", flat=True)

    answer = api().read("players/anna/ratings/standard/")

    assert answer["score"] == {"won": 2, "drawn": 0, "lost": 1}
    assert answer["by_color"] == [
        {"color": "white", "won": 2, "drawn": 0, "lost": 0},
        {"color": "black", "won": 0, "drawn": 0, "lost": 1},
    ]
    assert answer["by_termination"] == [{"termination": "resignation", "won": 2, "drawn": 0, "lost": 1}]
    assert [month["won"] for month in answer["by_month"]] == [2]
    bert_data = {"username": "bert", "display_name": "bert", "bot": False}
    assert answer["opponents"] == [{"player": bert_data, "won": 2, "drawn": 0, "lost": 1}]
    assert answer["average_opponent"] == round(sum(before) / 3)
    assert answer["best_win"] == {"game": best.pk - 1, "opponent": bert_data, "rating": 1500}
    assert answer["openings"][0]["won"] == 2
    assert (answer["provisional"], answer["place"], answer["players"]) == (True, None, 0)


def test_a_settled_rating_has_a_place(api: Api, won: Won, anna: User, bert: User) -> None:
    won(anna, bert)
    Rating.objects.update(deviation=60)

    answer = api().read("players/bert/ratings/standard/")

    assert (answer["provisional"], answer["place"], answer["players"]) == (False, 2, 2)


def test_the_history_has_each_game_the_last_one_first(
    api: Api, won: Won, anna: User, bert: User, person: Person
) -> None:
    games = [won(anna, bert), won(person("carla"), anna)]
    rating = Rating.objects.get(user=anna)

    last, first = api().read("players/anna/ratings/standard/history/")["results"]

    assert [last["game"], first["game"]] == [games[1].pk, games[0].pk]
    assert (first["score"], first["rating_before"], first["opponent"]["username"]) == (1.0, 1500, "bert")
    assert (last["score"], last["rating"], last["opponent"]["username"]) == (0.0, round(rating.value), "carla")
    assert last["rating_before"] == first["rating"]
    assert api().read("players/anna/ratings/standard/history/", pool="bots")["results"] == []


def test_two_players_have_a_list_of_their_rated_games(
    api: Api, won: Won, anna: User, bert: User, person: Person
) -> None:
    carla = person("carla")
    games = [won(anna, bert), won(bert, anna, rules="classic")]
    won(anna, carla)

    answer = api().read("players/anna/against/bert/")["results"]

    assert [(row["game"], row["score"], row["rules"]) for row in answer] == [
        (games[1].pk, 0.0, "classic"),
        (games[0].pk, 1.0, "standard"),
    ]
    assert api().read("players/carla/against/bert/")["results"] == []


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("ratings/?rules=chess", 400),
        ("ratings/?pool=cats", 400),
        ("ratings/?country=XX", 400),
        ("ratings/?cursor=x", 400),
        ("players/anna/ratings/standard/?pool=x", 400),
        ("players/anna/ratings/standard/", 404),
        ("players/anna/ratings/chess/", 404),
        ("players/nobody/ratings/standard/history/", 404),
        ("players/anna/against/nobody/", 404),
    ],
)
def test_what_is_wrong_or_not_there_is_refused(api: Api, anna: User, address: str, status: int) -> None:
    refused(api().get(f"/api/v1/{address}"), status, "invalid" if status == 400 else "not_found")
