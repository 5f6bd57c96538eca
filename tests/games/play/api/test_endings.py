"""Resigning, aborting, and asking for another game over the API."""

from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.challenges.models import Challenge
from games.core.models.games import Game
from games.play.actions import resign
from tests.support.api import Api, refused
from tests.support.playing import play, unchanged


def test_resigning_loses_the_game_on_either_sides_turn(api: Api, game: Game, bert: User) -> None:
    answer = api(bert).send(f"games/{game.number}/resignation/")

    assert answer.status_code == 201
    assert (answer.json()["result"], answer.json()["termination"]) == ("1-0", "resignation")
    assert answer.json()["players"]["white"]["rating_change"] == 162


def test_resigning_twice_is_refused(api: Api, game: Game, bert: User) -> None:
    api(bert).send(f"games/{game.number}/resignation/")

    with unchanged():
        refused(api(bert).send(f"games/{game.number}/resignation/"), 409, "game_over")


def test_a_game_can_be_aborted_before_ones_second_move(api: Api, game: Game, anna: User) -> None:
    play(game, "d6", "f4")

    answer = api(anna).send(f"games/{game.number}/abort/")

    assert answer.status_code == 201
    found = answer.json()
    assert (found["status"], found["result"], found["termination"]) == ("aborted", "*", "abort")
    assert found["players"]["white"]["rating_change"] is None


def test_after_ones_second_move_it_is_too_late_to_abort(api: Api, game: Game, anna: User) -> None:
    play(game, "d6", "f4", "d2")

    with unchanged():
        refused(api(anna).send(f"games/{game.number}/abort/"), 409, "abort_too_late")


@pytest.mark.casual
def test_an_action_after_the_deadline_ends_the_game_on_time_and_says_so(
    clock: time_machine.Traveller, api: Api, game: Game, bert: User
) -> None:
    clock.shift(timedelta(days=3, seconds=1))

    problem = refused(api(bert).send(f"games/{game.number}/resignation/"), 409, "deadline_passed")

    assert (problem["game"]["result"], problem["game"]["termination"]) == ("0-1", "timeout")


def test_a_rematch_is_a_challenge_on_the_same_terms_with_colours_changed(
    api: Api, game: Game, anna: User, bert: User
) -> None:
    resign(game.number, bert)

    asked = api(anna).send(f"games/{game.number}/rematch/")

    assert asked.status_code == 201
    found = asked.json()
    assert (found["kind"], found["colour"], found["rematch_of"]) == ("direct", "black", game.number)
    assert (found["opponent"]["username"], found["clock"]["days_per_move"]) == ("bert", 3)
    accepted = api(bert).send(f"challenges/{found['number']}/acceptance/").json()
    assert Game.objects.get(number=accepted["game"]).white == bert


def test_a_rematch_can_be_asked_for_once(api: Api, game: Game, anna: User, bert: User) -> None:
    resign(game.number, bert)
    api(anna).send(f"games/{game.number}/rematch/")

    with unchanged():
        refused(api(bert).send(f"games/{game.number}/rematch/"), 409, "rematch_asked")


def test_a_rematch_of_an_ongoing_game_is_refused(api: Api, game: Game, anna: User) -> None:
    with unchanged():
        refused(api(anna).send(f"games/{game.number}/rematch/"), 409, "game_not_over")


def test_a_stranger_can_not_ask_for_a_rematch(api: Api, game: Game, bert: User, carla: User) -> None:
    resign(game.number, bert)

    refused(api(carla).send(f"games/{game.number}/rematch/"), 403, "not_a_player")

    assert not Challenge.objects.filter(rematch_of=game).exists()
