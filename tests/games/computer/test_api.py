"""Computers in the API: listed, and challenged like any player."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import override_settings

from accounts.models import User
from games.challenges.models import Challenge
from games.computer.models import ComputerGame
from games.core.models.games import Game
from games.play import actions as play
from tests.support.api import Api
from tests.support.computers import Against

CASUAL = {"kind": "direct", "opponent": "computer-2", "rated": False, "colour": "white"}


def test_the_computers_are_listed_weakest_first(computers: dict[int, User], api: Api) -> None:
    answer = api().get("/api/v1/computers/").json()

    assert [each["level"] for each in answer["results"]] == [1, 2, 3, 4, 5, 6]
    assert answer["results"][0]["username"] == "computer-1"
    ratings = [each["rating"] for each in answer["results"]]
    assert ratings == sorted(ratings)
    assert (answer["next"], answer["previous"]) == (None, None)


@pytest.mark.parametrize(("language", "name"), [("en", "Chalk"), ("de", "Kreide")])
def test_names_are_in_the_language_of_the_request(
    computers: dict[int, User], api: Api, language: str, name: str
) -> None:
    answer = api().get("/api/v1/computers/", headers={"Accept-Language": language}).json()

    assert answer["results"][0]["display_name"] == name


def test_a_server_without_computers_lists_none(computers: dict[int, User], api: Api) -> None:
    with override_settings(MOST_COMPUTER_GAMES=0):
        assert api().get("/api/v1/computers/").json()["results"] == []


def test_a_challenge_is_accepted_in_the_same_request(computers: dict[int, User], api: Api, anna: User) -> None:
    answer = api(anna).send("challenges/", **CASUAL)

    challenge = answer.json()
    assert answer.status_code == 201
    assert (challenge["status"], challenge["answers"]) == ("accepted", "at_once")
    game = api().get(f"/api/v1/games/{challenge['game']}/").json()
    assert game["players"]["black"]["username"] == "computer-2"
    assert game["players"]["black"]["bot"] is True


def test_answers_may_come_later(computers: dict[int, User], api: Api, anna: User) -> None:
    challenge = api(anna).send("challenges/", **CASUAL, answers="later").json()

    assert challenge["answers"] == "later"
    assert ComputerGame.objects.get(game=challenge["game"]).answers == "later"


def test_a_challenge_to_a_person_has_no_time_of_answers(api: Api, anna: User, bert: User) -> None:
    assert api(anna).send("challenges/", **{**CASUAL, "opponent": "bert"}).json()["answers"] is None


Refused = Callable[..., Any]


def test_the_limits_are_refusals_with_codes(
    computers: dict[int, User], api: Api, anna: User, bert: User, against: Against
) -> None:
    for number in range(10):
        against(anna, level=1 + number % 6)

    of_anna = api(anna).send("challenges/", **CASUAL)
    with override_settings(MOST_COMPUTER_GAMES=10):
        of_bert = api(bert).send("challenges/", **CASUAL)

    assert (of_anna.status_code, of_anna.json()["code"]) == (409, "too_many_computer_games")
    assert (of_bert.status_code, of_bert.json()["code"]) == (429, "computers_are_busy")
    assert (Game.objects.count(), Challenge.objects.count()) == (10, 10)


def test_a_rematch_is_a_game_at_once(api: Api, anna: User, against: Against) -> None:
    game = against(anna)
    play.resign(game.number, anna)

    challenge = api(anna).send(f"games/{game.number}/rematch/").json()

    assert challenge["status"] == "accepted"
    assert Game.objects.get(pk=challenge["game"]).black == anna


def test_a_bot_plays_a_computer_too(api: Api, person: Callable[..., User], computers: dict[int, User]) -> None:
    robot = person("robot", bot_since="2026-01-01T00:00:00Z")

    challenge = api(robot).send("challenges/", **{**CASUAL, "rated": True}).json()

    assert Game.objects.get(pk=challenge["game"]).rated
