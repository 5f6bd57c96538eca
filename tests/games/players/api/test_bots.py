"""Bots over the API: turning an account into one, playing with `bot:play`, and who may not."""

from collections.abc import Callable

import pytest
from django.test import Client as Browser

from accounts.models import User
from games.challenges import actions, bots
from games.challenges.actions import Proposal
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.players.bots import become_bot
from kit.schema import generated
from tests.support.api import Api, ApiClient, refused
from tests.support.playing import play, unchanged
from tests.support.signing_in import sign_in

CASUAL = Proposal(agreement=Agreement(rated=False), colour="white")


@pytest.fixture
def robot(person: Callable[..., User]) -> User:
    return become_bot(person("robot"), operator="Anna, for fun")


@pytest.fixture
def game_with_robot(robot: User, anna: User) -> Game:
    """The bot has White and is to move."""
    game = actions.accept_challenge(actions.challenge_player(robot, anna, CASUAL).number, anna).game
    assert game is not None
    return game


def test_a_new_account_becomes_a_bot_by_its_token(api: Api, anna: User) -> None:
    answer = api(anna, "bot:play").send("account/bot/", confirm="anna", operator="Bert, berts-bots.example")

    assert answer.status_code == 201
    assert (answer.json()["bot"], answer.json()["operator"]) == (True, "Bert, berts-bots.example")
    profile = api().read("players/anna/")
    assert (profile["bot"], profile["operator"]) == (True, "Bert, berts-bots.example")
    assert api(anna).read("account/")["bot"] is True


def test_a_bot_says_anew_who_runs_it(api: Api, robot: User) -> None:
    answer = api(robot, "bot:play").send("account/bot/", confirm="robot", operator="Carla")

    assert (answer.status_code, answer.json()["operator"]) == (200, "Carla")


@pytest.mark.parametrize("confirm", ["bert", "Anna", "", None, 7])
def test_nobody_becomes_a_bot_by_mistake(api: Api, anna: User, confirm: object) -> None:
    problem = refused(api(anna).send("account/bot/", confirm=confirm, operator="Anna"), 400, "invalid")

    anna.refresh_from_db()
    assert list(problem["errors"]) == ["confirm"]
    assert not anna.is_bot


@pytest.mark.parametrize("operator", [{}, {"operator": ""}, {"operator": " "}])
def test_a_bot_says_who_runs_it(api: Api, anna: User, operator: dict[str, str]) -> None:
    with unchanged():
        problem = refused(api(anna).send("account/bot/", confirm="anna", **operator), 400, "invalid")

    assert list(problem["errors"]) == ["operator"]


def test_an_account_of_staff_is_refused(api: Api, person: Callable[..., User]) -> None:
    chief = person("chief", is_staff=True)

    with unchanged():
        refused(api(chief).send("account/bot/", confirm="chief", operator="Anna"), 409, "staff_account")


def test_who_has_played_is_refused(api: Api, game: Game, anna: User) -> None:
    with unchanged():
        refused(api(anna).send("account/bot/", confirm="anna", operator="Anna"), 409, "account_has_played")


def test_a_bot_moves_with_its_own_scope_alone(api: Api, robot: User, game_with_robot: Game) -> None:
    with unchanged():
        problem = refused(api(robot, "game:play").play(game_with_robot.number, "d6", 1), 403, "insufficient_scope")
    answer = api(robot, "bot:play").play(game_with_robot.number, "d6", 1)

    assert problem["required_scope"] == "bot:play"
    assert (answer.status_code, answer.json()["ply"]) == (201, 1)


def test_a_person_does_not_move_with_a_bots_scope(api: Api, game: Game, anna: User) -> None:
    with unchanged():
        problem = refused(api(anna, "bot:play").play(game.number, "d6", 1), 403, "insufficient_scope")

    assert problem["required_scope"] == "game:play"


@pytest.mark.parametrize("action", ["moves", "draw-offer", "resignation", "abort"])
def test_nobody_plays_for_a_bot_by_hand(
    site: Callable[[User], ApiClient], robot: User, game_with_robot: Game, action: str
) -> None:
    with unchanged():
        body = {"move": "d6", "ply": 1} if action == "moves" else {}
        refused(site(robot).send(f"games/{game_with_robot.number}/{action}/", **body), 403, "token_required")


def test_nobody_plays_for_a_bot_on_the_page_of_a_game(robot: User, game_with_robot: Game) -> None:
    browser = Browser()
    sign_in(browser, robot)

    with unchanged():
        answer = browser.post(f"/games/{game_with_robot.number}/move/", {"notation": "d6", "ply": 1})

    assert answer.status_code == 403
    assert "Only its program can play for a bot account" in answer.content.decode()


def calls() -> list[str]:
    """Every address at which somebody plays."""
    found = generated()["paths"].items()
    return [path for path, item in found if {"token": ["game:play"]} in item.get("post", {}).get("security", ())]


@pytest.mark.parametrize("path", calls())
def test_who_plays_for_whom_is_the_same_at_every_address(
    api: Api, site: Callable[[User], ApiClient], robot: User, anna: User, game_with_robot: Game, path: str
) -> None:
    address = path.removeprefix("/api/v1/").format(number=game_with_robot.number)

    with unchanged():
        refused(site(robot).send(address), 403, "token_required")
        by_hand = refused(api(robot, "game:play").send(address), 403, "insufficient_scope")
        by_program = refused(api(anna, "bot:play").send(address), 403, "insufficient_scope")

    assert (by_hand["required_scope"], by_program["required_scope"]) == ("bot:play", "game:play")


def test_a_bots_token_sees_what_is_between_the_players(api: Api, robot: User, game_with_robot: Game) -> None:
    address = f"games/{game_with_robot.number}/"

    assert api(robot, "bot:play").read(address)["legal_moves"]
    assert api(robot, "game:play").read(address)["legal_moves"] is None


def test_a_bot_is_shown_as_one_wherever_a_player_is(api: Api, anna: User, robot: User, game_with_robot: Game) -> None:
    seat = actions.challenge_anyone(robot, CASUAL)

    game = api().read(f"games/{game_with_robot.number}/")
    assert (game["players"]["white"]["bot"], game["players"]["black"]["bot"], game["pool"]) == (True, False, "bots")
    assert api(anna).read(f"challenges/{seat.number}/")["challenger"]["bot"] is True
    played = play(game_with_robot, "d6")
    assert (
        '[WhiteType "program"]\n[BlackType "human"]'
        in api().get(f"/api/v1/games/{played.number}/record/").content.decode()
    )


def test_the_lobby_can_be_had_without_bots(api: Api, anna: User, bert: User, robot: User) -> None:
    seats = {
        "robot": actions.challenge_anyone(robot, CASUAL).number,
        "anna": actions.challenge_anyone(anna, CASUAL).number,
        "bert": actions.challenge_anyone(bert, Proposal(agreement=Agreement(), bots_welcome=True)).number,
    }

    def shown(**query: str) -> set[str]:
        numbers = {row["number"] for row in api().read("lobby/", **query)["results"]}
        return {name for name, number in seats.items() if number in numbers}

    assert shown() == {"robot", "anna", "bert"}
    assert shown(bots="false") == {"anna", "bert"}
    assert shown(bots="true") == {"robot"}
    assert shown(bots="false", bots_welcome="true") == {"bert"}


def test_a_rated_game_against_a_bot_needs_the_persons_word(api: Api, anna: User, robot: User) -> None:
    person = api(anna)

    with unchanged():
        sent = person.send("challenges/", kind="direct", opponent="robot")
        assert refused(sent, 409, "rated_bot_not_agreed")["field"] == "bots_welcome"
    number = api(robot).send("challenges/", kind="direct", opponent="anna").json()["number"]
    with unchanged():
        taken = person.send(f"challenges/{number}/acceptance/")
        assert refused(taken, 409, "rated_bot_not_agreed")["field"] == "rated_against_bot"

    accepted = person.send(f"challenges/{number}/acceptance/", rated_against_bot=True)
    assert accepted.status_code == 201
    assert api().read(f"games/{accepted.json()['game']}/")["pool"] == "bots"


def test_an_open_challenge_for_people_is_refused_to_a_bot(api: Api, anna: User, robot: User) -> None:
    seat = actions.challenge_anyone(anna, CASUAL)

    with unchanged():
        refused(api(robot).send(f"challenges/{seat.number}/acceptance/"), 403, "bots_not_welcome")


def test_a_bot_that_is_busy_says_so(
    api: Api, bert: User, robot: User, game_with_robot: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "MOST_GAMES", 1)
    challenge = actions.challenge_player(robot, bert, CASUAL)

    with unchanged():
        problem = refused(api(bert).send(f"challenges/{challenge.number}/acceptance/"), 409, "bot_is_busy")

    assert (problem["bot"], problem["count"]) == ("robot", 1)
