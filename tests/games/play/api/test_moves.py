"""Playing over the API: what a move answers, what it refuses, and what it costs."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.core.models.games import Game
from games.core.models.moves import Move
from muehle.clocks import parameter_names
from tests.support.api import Api, refused
from tests.support.playing import SHUFFLING, play, stand_at, unchanged


def test_a_move_answers_with_the_game_after_it(clock: time_machine.Traveller, api: Api, game: Game, anna: User) -> None:
    clock.shift(timedelta(hours=5))

    answer = api(anna).play(game.number, "d6", 1)

    assert answer.status_code == 201
    person = {"bot": False, "guest": False, "rating": 1500, "rating_change": None}
    assert answer.json() == {
        "number": game.number,
        "players": {
            "white": person | {"username": "anna", "display_name": "anna"},
            "black": person | {"username": "bert", "display_name": "bert"},
        },
        "rules": "standard",
        "rated": True,
        "leave_days": 30,
        "days_off": True,
        "timeout": "automatic",
        "total_days": None,
        "pool": "people",
        "colours_by_lot": False,
        "status": "ongoing",
        "result": "*",
        "termination": None,
        "turn": "black",
        "ply": 1,
        "position": {
            "text": "....W................... b 8 9 0",
            "points": {"white": ["d6"], "black": []},
            "hands": {"white": 8, "black": 9},
        },
        "quiet_half_moves": 0,
        "quiet_limit": 100,
        "repetitions": 1,
        "sequence": None,
        "clock": {
            **dict.fromkeys(parameter_names()),
            "system": "days_per_move",
            "days_per_move": 3,
            "remaining_seconds": {"white": 259200, "black": 259200},
            "total_left_seconds": None,
            "leave_used_seconds": {"white": 0, "black": 0},
            "leave_left_seconds": {"white": 2592000, "black": 2592000},
            "deadline_at": "2026-03-05T17:00:00Z",
            "first_move_deadline_at": "2026-03-05T17:00:00Z",
            "paused": [],
            "paused_until": None,
            "grace_until": None,
        },
        "server_time": "2026-03-02T17:00:00Z",
        "started_at": "2026-03-02T12:00:00Z",
        "finished_at": None,
        "legal_moves": None,
        "claimable_draws": [],
        "draw_offer": None,
        "takeback": None,
        "pause_offer": None,
        "moves": [{"ply": 1, "move": "d6", "at": "2026-03-02T17:00:00Z"}],
    }


def test_the_same_move_sent_again_answers_200_and_is_stored_once(api: Api, game: Game, anna: User) -> None:
    client = api(anna)
    first = client.play(game.number, "d6", 1)

    with unchanged():
        again = client.play(game.number, "d6", 1)

    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json()["moves"] == first.json()["moves"]


def test_a_move_sent_again_after_the_answer_to_it_still_answers_200(
    api: Api, game: Game, anna: User, bert: User
) -> None:
    api(anna).play(game.number, "d6", 1)
    api(bert).play(game.number, "f4", 2)

    with unchanged():
        again = api(anna).play(game.number, "d6", 1)

    assert (again.status_code, again.json()["ply"]) == (200, 2)


def test_a_move_may_come_as_a_form(api: Api, game: Game, anna: User) -> None:
    answer = api(anna).post(
        f"/api/v1/games/{game.number}/moves/",
        "move=d6&ply=1&offer_draw=true&message=Gr%C3%BC%C3%9Fe",
        content_type="application/x-www-form-urlencoded",
    )

    assert answer.status_code == 201
    assert answer.json()["draw_offer"]["reason"] == "Grüße"


def test_a_move_may_come_over_the_session_with_its_csrf_token(
    site: Callable[[User], object], game: Game, anna: User
) -> None:
    client = site(anna)

    assert client.play(game.number, "d6", 1).status_code == 201  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("player", "move", "ply", "status", "code"),
    [
        ("carla", "d6", 1, 403, "not_a_player"),
        ("bert", "d6", 1, 409, "not_your_turn"),
        ("anna", "d6", 2, 409, "stale_ply"),
        ("anna", "d6", 32767, 409, "stale_ply"),
        ("anna", "d6-f6", 1, 422, "illegal_move"),
        ("anna", "d6xa1", 1, 422, "illegal_move"),
        ("anna", "h8", 1, 400, "malformed_move"),
        ("anna", "d6-", 1, 400, "malformed_move"),
        ("anna", "D6", 1, 400, "malformed_move"),
        ("anna", "5", 1, 400, "malformed_move"),
    ],
)
def test_what_may_not_be_played_is_refused_and_changes_nothing(
    api: Api, game: Game, anna: User, bert: User, carla: User, player: str, move: str, ply: int, status: int, code: str
) -> None:
    client = api({"anna": anna, "bert": bert, "carla": carla}[player])

    with unchanged():
        answer = client.play(game.number, move, ply)

    refused(answer, status, code)


def test_a_stale_ply_answers_with_the_game_as_it_stands(api: Api, game: Game, anna: User) -> None:
    play(game, "d6", "f4")

    problem = refused(api(anna).play(game.number, "d2", 1), 409, "stale_ply")

    assert (problem["ply"], problem["expected"]) == (1, 3)
    assert problem["game"]["position"]["text"] == "....W........B.......... w 8 8 0"
    assert [move["move"] for move in problem["game"]["moves"]] == ["d6", "f4"]


def test_an_illegal_move_says_why_and_lists_the_legal_ones(api: Api, game: Game, bert: User) -> None:
    play(game, "d6")

    problem = refused(api(bert).play(game.number, "d6", 2), 422, "illegal_move")

    assert problem["type"] == "/api/v1/problems/#illegal_move"
    assert problem["title"] == "Illegal move"
    assert problem["detail"] == "d6 is not possible here: d6 is occupied"
    assert (problem["reason"], problem["why"]) == ("occupied", "d6 is occupied")
    assert problem["legal_moves"] == problem["game"]["legal_moves"]
    assert len(problem["legal_moves"]) == 23


def test_an_illegal_move_says_why_in_the_readers_language(api: Api, game: Game, bert: User) -> None:
    play(game, "d6")

    answer = api(bert).post(
        f"/api/v1/games/{game.number}/moves/", {"move": "d6", "ply": 2}, format="json", HTTP_ACCEPT_LANGUAGE="de"
    )

    assert answer.headers["Content-Language"] == "de"
    assert answer.json()["code"] == "illegal_move"


def test_a_move_after_the_deadline_is_not_played_and_answers_with_the_ended_game(
    clock: time_machine.Traveller, api: Api, game: Game, anna: User
) -> None:
    clock.shift(timedelta(days=3, microseconds=1))

    problem = refused(api(anna).play(game.number, "d6", 1), 409, "deadline_passed")

    assert (problem["game"]["status"], problem["game"]["result"]) == ("aborted", "*")
    assert (problem["game"]["termination"], problem["game"]["moves"]) == ("aborted", [])
    assert not Move.objects.exists()


def test_in_an_ended_game_nothing_is_played(api: Api, game: Game, anna: User) -> None:
    api(anna).send(f"games/{game.number}/resignation/")

    with unchanged():
        problem = refused(api(anna).play(game.number, "d6", 1), 409, "game_over")

    assert problem["game"]["termination"] == "resignation"


def test_a_move_that_wins_answers_with_the_result_and_the_change_of_ratings(api: Api, game: Game, anna: User) -> None:
    game = stand_at(game, "WW..W...........B.B...B. w 0 0 0")
    assert game.board.legal_moves()

    answer = api(anna).play(game.number, "d6-g7xd3", game.ply + 1).json()

    assert (answer["status"], answer["result"], answer["termination"]) == ("finished", "1-0", "stones")
    assert (answer["turn"], answer["clock"]["deadline_at"], answer["legal_moves"]) == (None, None, None)
    assert answer["players"]["white"]["rating_change"] == -answer["players"]["black"]["rating_change"] == 162


def test_a_sentence_that_is_ready_goes_with_a_move(api: Api, game: Game, anna: User, bert: User) -> None:
    answer = api(anna).play(game.number, "d6", 1, message=" ", canned="good_luck")
    messages = api(bert).get(f"/api/v1/games/{game.number}/messages/", headers={"Accept-Language": "de"}).json()

    assert answer.status_code == 201
    assert [(each["canned"], each["text"]) for each in messages["results"]] == [
        ("good_luck", "Viel Glück und viel Spaß!")
    ]


@pytest.mark.parametrize(
    ("words", "field"),
    [
        ({"message": "Hm.", "canned": "good_luck"}, "message"),
        ({"canned": "bad_luck"}, "canned"),
        ({"canned": ""}, "canned"),
        ({"canned": None}, "canned"),
        ({"canned": ["good_luck"]}, "canned"),
    ],
)
def test_words_that_are_no_one_message_refuse_the_move_with_them(
    api: Api, game: Game, anna: User, words: dict[str, object], field: str
) -> None:
    with unchanged():
        answer = api(anna).play(game.number, "d6", 1, **words)

    assert list(refused(answer, 400, "invalid")["errors"]) == [field]


def test_an_offer_and_a_message_go_with_a_move(api: Api, game: Game, anna: User, bert: User) -> None:
    answer = api(anna).play(game.number, "d6", 1, offer_draw=True, message="What about a draw?").json()

    assert (answer["draw_offer"]["by"], answer["draw_offer"]["ply"]) == ("white", 1)
    messages = api(bert).read(f"games/{game.number}/messages/")["results"]
    assert [message["text"] for message in messages] == ["What about a draw?"]


def test_a_refused_offer_refuses_the_move_and_shows_the_game_as_it_was(api: Api, game: Game, anna: User) -> None:
    api(anna).send(f"games/{game.number}/draw-offer/")

    with unchanged():
        problem = refused(api(anna).play(game.number, "d6", 1, offer_draw=True), 409, "draw_offer_open")

    assert (problem["game"]["ply"], problem["game"]["moves"]) == (0, [])


def test_the_list_of_moves_is_public(api: Api, game: Game) -> None:
    play(game, "d6", "f4")

    found = api().read(f"games/{game.number}/moves/")

    assert [(move["ply"], move["move"]) for move in found["results"]] == [(1, "d6"), (2, "f4")]
    assert (found["next"], found["previous"]) == (None, None)


@pytest.mark.parametrize(("position", "move"), [(None, "d6"), (SHUFFLING[:-1] + "7", "a7-d7")])
def test_a_move_costs_four_queries(
    transactional_db: None, api: Api, game: Game, anna: User, position: str | None, move: str
) -> None:
    """Token, lock with the moves, what stops the clocks, move with game and events; once a minute one more to note that
    the token is in use."""
    game = stand_at(game, position) if position else game
    client = api(anna)
    client.read("account/")

    with CaptureQueriesContext(connection) as queries:
        answer = client.play(game.number, move, game.ply + 1)

    assert answer.status_code == 201
    statements = [query["sql"] for query in queries if query["sql"] not in ("BEGIN", "COMMIT")]
    assert len(statements) == 4, "\n".join(statements)
