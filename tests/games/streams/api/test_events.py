"""The logs as pages."""

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.chat import messages
from games.core.models.events import Event
from games.core.models.games import Game
from games.play.actions import decline_draw, offer_draw
from tests.support.api import Api, refused
from tests.support.playing import play


def test_my_events_are_numbered_without_gaps(api: Api, game: Game, anna: User) -> None:
    play(game, "d6", "f4")

    found = api(anna).read("events/")

    assert [(event["seq"], event["type"]) for event in found["results"]] == [
        (1, "challenge_received"),
        (2, "challenge_accepted"),
        (3, "game_started"),
        (4, "move_played"),
        (5, "move_played"),
    ]
    assert (found["last_seq"], found["next"], found["previous"]) == (5, None, None)


def test_an_event_says_who_did_what_where_and_when(api: Api, game: Game, bert: User) -> None:
    play(game, "d6")

    event = api(bert).read("events/", after=3)["results"][0]

    assert (event["seq"], event["type"], event["game"], event["challenge"]) == (4, "move_played", game.number, None)
    assert event["actor"] == "anna"
    assert event["data"]["move"] == "d6"


def test_pages_of_events_follow_each_other(api: Api, game: Game, anna: User) -> None:
    client = api(anna)

    first = client.read("events/", page_size=2)
    second = client.get(first["next"]).json()

    assert [event["seq"] for event in first["results"]] == [1, 2]
    assert [event["seq"] for event in second["results"]] == [3]
    assert (second["next"], second["last_seq"]) == (None, 3)


def test_after_the_last_event_there_is_an_empty_page(api: Api, game: Game, anna: User) -> None:
    found = api(anna).read("events/", after=3)

    assert (found["results"], found["last_seq"]) == ([], 3)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"after": "-1"}, "after"),
        ({"after": "x"}, "after"),
        ({"after": str(2**63)}, "after"),
        ({"page_size": "0"}, "page_size"),
        ({"page_size": "201"}, "page_size"),
    ],
)
def test_a_place_that_can_not_be_is_refused(
    api: Api, anna: User, game: Game, query: dict[str, str], field: str
) -> None:
    for address in ("events/", f"games/{game.number}/events/"):
        problem = refused(api(anna).get(f"/api/v1/{address}", query), 400, "invalid")
        assert list(problem["errors"]) == [field]


def test_the_events_of_a_game_come_with_the_game_as_it_stands(api: Api, game: Game) -> None:
    play(game, "d6")

    found = api().read(f"games/{game.number}/events/")

    assert [event["type"] for event in found["results"]] == ["game_started", "move_played"]
    assert found["game"] == {**api().read(f"games/{game.number}/"), "server_time": found["game"]["server_time"]} | {
        "clock": found["game"]["clock"]
    }


def test_messages_and_draw_offers_in_a_games_log_are_for_its_players(
    api: Api, game: Game, anna: User, bert: User, carla: User
) -> None:
    offer_draw(game.number, anna, reason="Please.")
    decline_draw(game.number, bert, reason="Never.")
    messages.send_message(game.number, bert, "A secret.")

    for_player = api(bert).read(f"games/{game.number}/events/")["results"]
    for_stranger = api(carla).read(f"games/{game.number}/events/")["results"]
    for_weak_token = api(bert, "challenge:read").read(f"games/{game.number}/events/")["results"]

    types = [event["type"] for event in for_player]
    assert types == ["game_started", "draw_offered", "draw_declined", "message_sent"]
    assert [event["type"] for event in for_stranger] == ["game_started"]
    assert for_weak_token == for_stranger


def test_every_page_says_how_far_the_log_goes(api: Api, game: Game, anna: User, carla: User) -> None:
    play(game, "d6", "f4")

    first = api(anna).read("events/", page_size=1)
    of_carla = api(carla).read("events/")

    assert (first["last_seq"], first["newest_seq"], first["reset"]) == (1, 5, False)
    assert (of_carla["last_seq"], of_carla["newest_seq"], of_carla["reset"]) == (0, 0, False)


def test_the_newest_number_of_a_game_is_the_viewers(api: Api, game: Game, anna: User, bert: User) -> None:
    address = f"games/{game.number}/events/"
    before = api().read(address)["newest_seq"]

    messages.send_message(game.number, bert, "A secret.")

    assert api().read(address)["newest_seq"] == before < api(anna).read(address)["newest_seq"]


@pytest.mark.parametrize("wait", [0, 30])
def test_a_number_that_was_never_given_is_said_to_be_none(api: Api, game: Game, anna: User, wait: int) -> None:
    for address, last in (("events/", 3), (f"games/{game.number}/events/", Event.objects.latest("id").pk)):
        page = api(anna).read(address, after=9_999_999, wait=wait)

        assert (page["reset"], page["results"], page["next"]) == (True, [], None)
        assert page["last_seq"] == page["newest_seq"] == last


def test_an_event_has_one_id_in_all_logs(api: Api, game: Game, anna: User, bert: User) -> None:
    play(game, "d6")

    of_anna, of_bert = (api(user).read("events/", after=3)["results"][0] for user in (anna, bert))
    of_game = api().read(f"games/{game.number}/events/")["results"][-1]

    assert of_anna["id"] == of_bert["id"] == of_game["id"] == Event.objects.latest("id").pk


def test_a_page_is_a_few_queries_however_far_it_is_read(
    api: Api, game: Game, anna: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    play(game, "d6", "f4", "d2")
    client = api(anna)

    with django_assert_max_num_queries(7):
        client.read("events/", after=2)
