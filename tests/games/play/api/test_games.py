"""Reading games: one, and lists of them with filters, order and pages."""

import base64
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import offer_draw, resign
from games.time_off.leave import take_leave
from muehle.clocks import DAY
from muehle.clocks.fischer import FischerBank
from muehle.clocks.total_time import TotalTime
from tests.support.api import Api, ApiClient, refused
from tests.support.playing import SHUFFLE, SHUFFLING, play, stand_at, unchanged

Begin = Callable[..., Game]


def numbers(client: ApiClient, **query: object) -> list[int]:
    return [game["number"] for game in client.read("games/", **query)["results"]]


# --- One game ---------------------------------------------------------------------------------------------------------


def test_a_game_is_public(api: Api, game: Game) -> None:
    found = api().read(f"games/{game.number}/")

    assert (found["number"], found["turn"], found["ply"]) == (game.number, "white", 0)
    assert found["position"] == {
        "text": "........................ w 9 9 0",
        "points": {"white": [], "black": []},
        "hands": {"white": 9, "black": 9},
    }


@pytest.mark.parametrize(("viewer", "count"), [("anna", 24), ("bert", None), ("carla", None), (None, None)])
def test_legal_moves_are_for_the_player_on_move(
    api: Api, game: Game, anna: User, bert: User, carla: User, viewer: str | None, count: int | None
) -> None:
    people = {"anna": anna, "bert": bert, "carla": carla}

    found = api(people[viewer] if viewer else None).read(f"games/{game.number}/")

    assert (found["legal_moves"] and len(found["legal_moves"])) == count


def test_others_may_ask_for_the_legal_moves(api: Api, game: Game) -> None:
    found = api().read(f"games/{game.number}/", legal_moves="true")

    assert len(found["legal_moves"]) == 24
    assert found["legal_moves"][:3] == ["a1", "a4", "a7"]


def test_an_ended_game_has_no_legal_moves_and_no_turn(api: Api, game: Game, anna: User) -> None:
    resign(game.number, anna)

    found = api(anna).read(f"games/{game.number}/", legal_moves="true")

    assert (found["status"], found["result"], found["termination"]) == ("finished", "0-1", "resignation")
    assert (found["turn"], found["legal_moves"], found["clock"]["deadline_at"]) == (None, [], None)


@pytest.mark.parametrize(("viewer", "sees"), [("anna", True), ("bert", True), ("carla", False), (None, False)])
def test_an_open_draw_offer_is_shown_to_the_two_players_only(
    api: Api, game: Game, anna: User, bert: User, carla: User, viewer: str | None, sees: bool
) -> None:
    offer_draw(game.number, anna, reason="It is late.")
    people = {"anna": anna, "bert": bert, "carla": carla}

    offer = api(people[viewer] if viewer else None).read(f"games/{game.number}/")["draw_offer"]

    assert (offer is not None) is sees
    if sees:
        assert (offer["by"], offer["ply"], offer["reason"]) == ("white", 0, "It is late.")


def test_a_token_without_a_scope_of_games_sees_what_a_guest_sees(api: Api, game: Game, anna: User) -> None:
    offer_draw(game.number, anna)

    found = api(anna, "challenge:read").read(f"games/{game.number}/")

    assert (found["draw_offer"], found["legal_moves"]) == (None, None)


def test_only_the_clock_of_the_side_on_move_runs(clock: time_machine.Traveller, api: Api, begin: Begin) -> None:
    bank = Agreement(clock=FischerBank(3 * DAY, DAY, 7 * DAY))
    game = begin(bank)
    clock.shift(timedelta(hours=10))
    play(game, "d6")
    clock.shift(timedelta(hours=5))

    found = api().read(f"games/{game.number}/")["clock"]

    assert found["remaining_seconds"] == {"white": 4 * DAY - 36_000, "black": 3 * DAY - 18_000}
    assert (found["system"], found["days_per_move"], found["paused"]) == ("fischer", None, [])
    assert (found["initial_seconds"], found["increment_seconds"], found["cap_seconds"]) == (3 * DAY, DAY, 7 * DAY)


@pytest.mark.casual
def test_a_total_time_is_shown_for_both_sides(clock: time_machine.Traveller, api: Api, begin: Begin) -> None:
    game = begin(Agreement(clock=TotalTime(10 * DAY)))
    clock.shift(timedelta(days=2))
    play(game, "d6")
    clock.shift(timedelta(hours=5))

    found = api().read(f"games/{game.number}/")["clock"]

    assert (found["system"], found["total_seconds"], found["initial_seconds"]) == ("total_time", 10 * DAY, None)
    assert found["remaining_seconds"] == {"white": 8 * DAY, "black": 10 * DAY - 18_000}
    assert found["deadline_at"] == "2026-03-14T12:00:00Z"


def test_the_clock_of_an_ended_game_stands_still(
    clock: time_machine.Traveller, api: Api, game: Game, anna: User
) -> None:
    clock.shift(timedelta(hours=1))
    resign(game.number, anna)
    clock.shift(timedelta(days=30))

    found = api().read(f"games/{game.number}/")["clock"]

    assert found["remaining_seconds"] == {"white": 3 * DAY - 3600, "black": 3 * DAY}


def test_the_leave_that_either_side_has_used_and_may_still_use_is_shown_to_everybody(
    clock: time_machine.Traveller, api: Api, begin: Begin, anna: User
) -> None:
    User.objects.update(emergency_day=True, date_joined=timezone.now() - timedelta(days=400))
    game = begin(Agreement(leave_days=4))
    take_leave(anna, ends_at=timezone.now() + timedelta(days=10))

    def told() -> list[dict[str, int]]:
        found = api().read(f"games/{game.number}/")["clock"]
        return [found["leave_used_seconds"], found["leave_left_seconds"]]

    clock.shift(timedelta(days=3))
    during_the_turn = told()
    play(game, "d6")

    assert during_the_turn == [{"white": 0, "black": 0}, {"white": 4 * DAY, "black": 4 * DAY}]
    assert told() == [{"white": 3 * DAY, "black": 0}, {"white": DAY, "black": 4 * DAY}]


@pytest.mark.casual
def test_an_overdue_game_is_ended_by_looking_at_it(clock: time_machine.Traveller, api: Api, game: Game) -> None:
    clock.shift(timedelta(days=3, seconds=1))

    found = api().read(f"games/{game.number}/")

    assert (found["status"], found["result"], found["termination"]) == ("finished", "0-1", "timeout")
    assert found["finished_at"] == "2026-03-05T12:00:01Z"


def test_repetitions_and_claims_are_part_of_a_game(api: Api, begin: Begin) -> None:
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE, *SHUFFLE)

    found = api().read(f"games/{game.number}/")

    assert (found["repetitions"], found["quiet_half_moves"], found["quiet_limit"]) == (3, 8, 100)
    assert found["claimable_draws"] == ["repetition"]


def test_rules_without_a_quiet_limit_say_so(api: Api, begin: Begin) -> None:
    game = begin(Agreement(rules="classic"))

    assert api().read(f"games/{game.number}/")["quiet_limit"] is None


@pytest.mark.parametrize("number", ["4711", "0", "9223372036854775807", "9223372036854775808", "9" * 60, "9" * 5000])
@pytest.mark.parametrize("rest", ["", "moves/", "events/", "record/"])
def test_a_game_that_does_not_exist_is_not_found(api: Api, number: str, rest: str) -> None:
    answer = api().get(f"/api/v1/games/{number}/{rest}")

    refused(answer, 404, "not_found")


@pytest.mark.parametrize("number", ["-1", "1.5", "x", "1e3", "%00", "１"])
def test_what_is_no_number_is_not_found(api: Api, number: str) -> None:
    refused(api().get(f"/api/v1/games/{number}/"), 404, "not_found")


# --- Lists ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def three(clock: time_machine.Traveller, begin: Begin, anna: User, bert: User, carla: User) -> list[Game]:
    """Anna–Bert and Carla–Anna, an hour apart, ongoing; Bert–Carla ended by White's resignation."""
    first = begin()
    clock.shift(timedelta(hours=1))
    second = begin(Agreement(rules="applet", rated=False), white=carla, black=anna)
    clock.shift(timedelta(hours=1))
    third = begin(white=bert, black=carla)
    resign(third.number, bert)
    return [first, second, third]


def test_without_a_filter_the_newest_games_come_first(api: Api, three: list[Game]) -> None:
    assert numbers(api()) == [game.number for game in reversed(three)]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"player": "anna"}, [1, 0]),
        ({"player": "ANNA", "opponent": "carla"}, [1]),
        ({"player": "bert", "opponent": "carla", "status": "ongoing"}, []),
        ({"status": "ongoing"}, [0, 1]),
        ({"status": "finished"}, [2]),
        ({"status": "aborted"}, []),
        ({"result": "0-1"}, [2]),
        ({"termination": "resignation"}, [2]),
        ({"rules": "applet"}, [1]),
        ({"rated": "false"}, [1]),
        ({"rated": "true", "player": "anna"}, [0]),
    ],
)
def test_games_are_found_by_filters(api: Api, three: list[Game], query: dict[str, str], expected: list[int]) -> None:
    assert numbers(api(), **query) == [three[index].number for index in expected]


def test_my_waiting_games_come_most_urgent_first(
    clock: time_machine.Traveller, api: Api, three: list[Game], begin: Begin, anna: User, bert: User
) -> None:
    urgent = begin(Agreement(clock=FischerBank(DAY, DAY, DAY)))

    assert numbers(api(anna), waiting="true") == [urgent.number, three[0].number]
    assert numbers(api(bert), waiting="true") == []


def test_a_guest_has_no_waiting_games(api: Api) -> None:
    refused(api().get("/api/v1/games/", {"waiting": "true"}), 401, "not_authenticated")


def test_finished_games_come_by_the_date_of_their_end(
    clock: time_machine.Traveller, api: Api, three: list[Game], anna: User
) -> None:
    clock.shift(timedelta(minutes=1))
    resign(three[0].number, anna)

    assert numbers(api(), status="finished") == [three[0].number, three[2].number]


@pytest.mark.casual
def test_a_list_ends_what_is_overdue_before_it_is_shown(
    clock: time_machine.Traveller, api: Api, three: list[Game]
) -> None:
    clock.move_to(three[0].started_at + timedelta(days=3, seconds=1))

    assert numbers(api(), status="ongoing") == [three[1].number]
    assert numbers(api(), termination="timeout") == [three[0].number]


def test_a_game_in_a_list_has_no_moves_but_the_last(api: Api, game: Game) -> None:
    play(game, "d6", "f4")

    (found,) = api().read("games/")["results"]

    assert found["last_move"] == "f4"
    assert "moves" not in found


@pytest.mark.parametrize("order", [{}, {"status": "ongoing"}])
def test_pages_are_walked_to_the_end_and_back_without_missing_or_repeating_a_game(
    api: Api, begin: Begin, order: dict[str, str]
) -> None:
    """All these games have one deadline, which is the hard case for a cursor."""
    games = [begin().number for _ in range(7)]
    client, walked, address = api(), list[list[int]](), ""

    page = client.read("games/", page_size=3, **order)
    walked.append([game["number"] for game in page["results"]])
    while address := page["next"]:
        page = client.get(address).json()
        walked.append([game["number"] for game in page["results"]])
    back = client.get(page["previous"]).json()

    assert [len(numbers) for numbers in walked] == [3, 3, 1]
    assert sorted(number for page in walked for number in page) == sorted(games)
    assert [game["number"] for game in back["results"]] == walked[1]


@pytest.mark.parametrize(
    "cursor", ["x", "%00", "é" * 40, "p=x", "p=2026-13-01", "p=%00", "o=-1", "o=x", "p=" + "9" * 5000]
)
@pytest.mark.parametrize("status", ["ongoing", "finished", None])
def test_a_made_up_cursor_is_refused(api: Api, game: Game, cursor: str, status: str | None) -> None:
    made_up = base64.b64encode(cursor.encode()).decode() if "=" in cursor else cursor

    answer = api().get("/api/v1/games/", {"cursor": made_up} | ({"status": status} if status else {}))

    assert set(refused(answer, 400, "invalid")["errors"]) == {"cursor"}


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"status": "open"}, "status"),
        ({"player": "nobody"}, "player"),
        ({"player": "a\x00"}, "player"),
        ({"opponent": "bert"}, "opponent"),
        ({"rules": "chess"}, "rules"),
        ({"rated": "perhaps"}, "rated"),
        ({"waiting": "2"}, "waiting"),
        ({"result": "1:0"}, "result"),
        ({"page_size": "0"}, "page_size"),
        ({"page_size": "101"}, "page_size"),
        ({"page_size": "many"}, "page_size"),
    ],
)
def test_a_filter_that_makes_no_sense_is_refused_by_name(
    api: Api, bert: User, query: dict[str, str], field: str
) -> None:
    with unchanged():
        problem = refused(api().get("/api/v1/games/", query), 400, "invalid")

    assert list(problem["errors"]) == [field]


def test_a_list_costs_two_queries_however_long_it_is(
    api: Api, begin: Begin, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(5):
        begin()

    with django_assert_num_queries(2):
        api().read("games/")
