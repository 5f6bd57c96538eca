"""Puzzles over the API."""

from accounts.models import User
from games.puzzles.daily import choose_daily_puzzles
from games.puzzles.models import Puzzle
from tests.games.puzzles.conftest import SHORT, SOLUTION
from tests.support.api import Api, client_of, refused
from tests.support.playing import unchanged


def test_the_puzzle_of_the_day_is_read_by_everyone_without_its_solution(api: Api, short: Puzzle, anna: User) -> None:
    choose_daily_puzzles()

    daily = api().read("puzzles/daily/")

    assert (daily["puzzle"]["id"], daily["solver"]) == (short.pk, None)
    assert daily["puzzle"]["position"]["text"] == SHORT
    assert (daily["puzzle"]["side"], daily["puzzle"]["goal"], daily["puzzle"]["moves_to_find"]) == ("white", "won", 1)
    assert "solution" not in daily["puzzle"]
    assert api(anna).read("puzzles/daily/")["solver"]["streak"] == 0


def test_a_puzzle_is_solved_move_by_move(api: Api, long: Puzzle, anna: User) -> None:
    client = api(anna)
    assert client.read("puzzles/next/")["id"] == long.pk

    first = client.send(f"puzzles/{long.pk}/attempt/", moves=SOLUTION[:1]).json()
    last = client.send(f"puzzles/{long.pk}/attempt/", moves=SOLUTION[::2]).json()

    assert (first["outcome"], first["line"], first["rating_change"]) == ("right", SOLUTION[:2], None)
    assert SOLUTION[2] in first["legal_moves"]
    assert (last["outcome"], last["line"], last["legal_moves"]) == ("solved", SOLUTION, [])
    assert last["rating_change"] == last["solver"]["rating"] - 1500 > 0
    refused(client.get("/api/v1/puzzles/next/"), 404, "no_puzzle_left")


def test_the_solution_is_shown_to_who_gives_up(api: Api, long: Puzzle, anna: User) -> None:
    wrong = api(anna).send(f"puzzles/{long.pk}/attempt/", moves=["d6-a7xc5"]).json()
    given_up = api(anna).send(f"puzzles/{long.pk}/attempt/", give_up=True).json()

    assert (wrong["outcome"], wrong["hint"], wrong["solution"]) == ("wrong", "d6", None)
    assert (given_up["outcome"], given_up["solution"]) == ("given_up", SOLUTION)


def test_a_token_without_the_scope_is_answered_as_a_visitor_is(api: Api, short: Puzzle, anna: User) -> None:
    with unchanged():
        answer = client_of(anna, "game:play").send(f"puzzles/{short.pk}/attempt/", moves=["c3-d3"]).json()

    assert (answer["outcome"], answer["solver"]) == ("solved", None)


def test_the_list_of_moves_is_bounded(api: Api, short: Puzzle) -> None:
    refused(api().send(f"puzzles/{short.pk}/attempt/", moves=["c3-d3"] * 6), 400, "invalid")
