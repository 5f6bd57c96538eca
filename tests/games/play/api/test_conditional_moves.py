"""Moves ahead over the API: kept, read by their player alone, dropped, and sent with a move."""

from typing import Any

import pytest

from accounts.models import User
from games.core.models.games import Game
from tests.games.play.test_conditional_moves import ZWICK
from tests.support.api import Api, ApiClient, refused
from tests.support.playing import drawn, play, stand_at

NOTHING: dict[str, Any] = {"lines": [], "programme": None}


@pytest.fixture
def client(api: Api, anna: User) -> ApiClient:
    return api(anna)


def test_conditional_moves_are_kept_read_and_dropped(client: ApiClient, game: Game) -> None:
    play(game, "d6")
    address = f"/api/v1/games/{game.number}/conditional-moves/"

    kept = client.put(address, {"ply": 2, "lines": [["f4", "d2"], ["b4", "f2"]]}, format="json")

    stored = {"game": game.number, "ply": 2, "lines": [["f4", "d2"], ["b4", "f2"]], "programme": None}
    assert (kept.status_code, kept.json()) == (200, stored)
    assert client.get(address).json() == stored
    assert client.delete(address).status_code == 204
    assert client.get(address).json() == {"game": game.number, "ply": 2} | NOTHING


def test_a_programme_is_kept_too(client: ApiClient, game: Game) -> None:
    game = stand_at(game, ZWICK)
    address, programme = f"/api/v1/games/{game.number}/conditional-moves/", {"u": "d6", "v": "d7", "take": ["c4", "e3"]}

    kept = client.put(address, {"ply": game.ply + 1, "programme": programme}, format="json")
    after = play(game, "g1-g4")

    assert kept.json()["programme"] == programme
    assert after.last_move == "d7-d6xc4"


def test_the_opponent_reads_their_own_and_nobody_anothers(api: Api, client: ApiClient, game: Game, bert: User) -> None:
    play(game, "d6")
    client.put(f"/api/v1/games/{game.number}/conditional-moves/", {"ply": 2, "lines": [["f4", "d2"]]}, format="json")

    assert api(bert).get(f"/api/v1/games/{game.number}/conditional-moves/").json()["lines"] == []


def test_moves_ahead_may_go_with_a_move(api: Api, client: ApiClient, game: Game, bert: User) -> None:
    address = f"/api/v1/games/{game.number}/moves/"
    client.post(address, {"move": "d6", "ply": 1, "conditional_moves": [["f4", "d2"]]}, format="json")

    answer = api(bert).post(address, {"move": "f4", "ply": 2}, format="json")

    assert (answer.status_code, answer.json()["ply"], answer.json()["turn"]) == (201, 3, "black")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"ply": "2", "lines": [["f4", "d2"]]},
        {"ply": 2, "lines": "f4 d2"},
        {"ply": 2, "lines": ["f4", "d2"]},
        {"ply": 2, "lines": [[]]},
        {"ply": 2, "lines": [["f4"]]},
        {"ply": 2, "lines": [["f4", 2]]},
        {"ply": 2, "lines": [["f4", "d2"]] * 51},
        {"ply": 2, "lines": [["f4", "d2"] * 21]},
        {"ply": 2, "programme": {"u": "d6", "v": "d7"}},
        {"ply": 2, "programme": {"u": "d6", "v": "d8", "take": ["a1"]}},
        {"ply": 2, "programme": {"u": "d6", "v": "d7", "take": []}},
        {"ply": 2, "programme": {"u": "d6", "v": "d7", "take": ["a1"] * 10}},
        {"ply": 2, "lines": [["f4", "d2"]], "programme": {"u": "d6", "v": "d7", "take": ["a1"]}},
    ],
)
def test_what_cannot_be_read_is_400_and_names_the_field(client: ApiClient, game: Game, body: dict[str, Any]) -> None:
    play(game, "d6")

    answer = client.put(f"/api/v1/games/{game.number}/conditional-moves/", body, format="json")

    named = {name.partition(".")[0] for name in refused(answer, 400, "invalid")["errors"]}
    assert named <= {"ply", "lines", "programme"}


def test_a_line_that_cannot_be_played_says_where(client: ApiClient, game: Game) -> None:
    play(game, "d6")

    answer = client.put(
        f"/api/v1/games/{game.number}/conditional-moves/", {"ply": 2, "lines": [["f4", "d6"]]}, format="json"
    )

    found = refused(answer, 422, "conditional_moves_refused")
    assert (found["line"], found["half_move"], found["reason"]) == (1, 2, "occupied")
    assert found["game"]["ply"] == 1


def test_no_programme_without_a_zwickmuehle(client: ApiClient, game: Game) -> None:
    game = stand_at(game, drawn(white="a7 d7 g4 c3", black="a1 d1 f2 b6"))
    play(game, "c3-d3")
    programme = {"u": "d6", "v": "d7", "take": ["a1"]}

    answer = client.put(
        f"/api/v1/games/{game.number}/conditional-moves/", {"ply": game.ply + 2, "programme": programme}, format="json"
    )

    refused(answer, 422, "no_zwickmuehle")
