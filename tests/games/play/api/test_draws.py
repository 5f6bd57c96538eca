"""Draw offers and claims over the API."""

from collections.abc import Callable

import pytest

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.models import DrawOffer
from tests.support.api import Api, refused
from tests.support.playing import SHUFFLE, SHUFFLING, play, stand_at, unchanged

Begin = Callable[..., Game]


def test_an_offer_stands_until_it_is_accepted_which_ends_the_game(api: Api, game: Game, anna: User, bert: User) -> None:
    offered = api(anna).send(f"games/{game.number}/draw-offer/", reason="Nothing happens here.")
    accepted = api(bert).send(f"games/{game.number}/draw-offer/acceptance/")

    assert (offered.status_code, offered.json()["draw_offer"]["reason"]) == (201, "Nothing happens here.")
    assert accepted.status_code == 201
    assert (accepted.json()["result"], accepted.json()["termination"]) == ("1/2-1/2", "agreement")
    assert accepted.json()["draw_offer"] is None


def test_an_offer_can_be_declined_with_a_reason(api: Api, game: Game, anna: User, bert: User) -> None:
    api(anna).send(f"games/{game.number}/draw-offer/")

    declined = api(bert).send(f"games/{game.number}/draw-offer/refusal/", reason="I am winning.")

    assert (declined.status_code, declined.json()["draw_offer"]) == (201, None)
    assert DrawOffer.objects.get().status == "declined"
    event = api(anna).read("events/")["results"][-1]
    assert (event["type"], event["data"]["reason"]) == ("draw_declined", "I am winning.")


def test_there_is_one_open_offer_at_a_time(api: Api, game: Game, anna: User, bert: User) -> None:
    api(anna).send(f"games/{game.number}/draw-offer/")

    with unchanged():
        refused(api(bert).send(f"games/{game.number}/draw-offer/"), 409, "draw_offer_open")


def test_after_a_declined_offer_both_must_move_first(api: Api, game: Game, anna: User, bert: User) -> None:
    api(anna).send(f"games/{game.number}/draw-offer/")
    api(bert).send(f"games/{game.number}/draw-offer/refusal/")

    with unchanged():
        refused(api(anna).send(f"games/{game.number}/draw-offer/"), 409, "draw_offer_too_soon")


@pytest.mark.parametrize("action", ["acceptance", "refusal"])
def test_without_an_offer_by_the_opponent_there_is_nothing_to_answer(
    api: Api, game: Game, anna: User, action: str
) -> None:
    api(anna).send(f"games/{game.number}/draw-offer/")

    with unchanged():
        refused(api(anna).send(f"games/{game.number}/draw-offer/{action}/"), 409, "no_draw_offer")


@pytest.fixture
def claiming(begin: Begin) -> Game:
    """Under rules with claims: the position stands for the third time, and White is on move."""
    return play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE, *SHUFFLE)


def test_a_claim_that_holds_ends_the_game_and_answers_with_its_proof(api: Api, claiming: Game, anna: User) -> None:
    answer = api(anna).send(f"games/{claiming.number}/draw-claim/", claim="repetition")

    assert answer.status_code == 201
    proof = {name: answer.json()[name] for name in ("claim", "count", "needed", "plies")}
    first = claiming.ply - 8
    assert proof == {"claim": "repetition", "count": 3, "needed": 3, "plies": [first, first + 4, first + 8]}
    assert (answer.json()["game"]["result"], answer.json()["game"]["termination"]) == ("1/2-1/2", "repetition")


def test_a_claim_that_does_not_hold_is_refused_with_the_figures(api: Api, claiming: Game, anna: User) -> None:
    with unchanged():
        answer = api(anna).send(f"games/{claiming.number}/draw-claim/", claim="quiet_limit")

    problem = refused(answer, 409, "claim_refuted")
    assert (problem["claim"], problem["count"], problem["needed"], problem["plies"]) == ("quiet_limit", 8, 100, [])
    assert problem["game"]["claimable_draws"] == ["repetition"]


def test_only_the_player_on_move_may_claim(api: Api, claiming: Game, bert: User) -> None:
    with unchanged():
        answer = api(bert).send(f"games/{claiming.number}/draw-claim/", claim="repetition")

    refused(answer, 409, "not_your_turn")


def test_where_the_server_ends_drawn_games_by_itself_there_is_nothing_to_claim(
    api: Api, game: Game, anna: User
) -> None:
    with unchanged():
        answer = api(anna).send(f"games/{game.number}/draw-claim/", claim="repetition")

    refused(answer, 409, "claim_not_used")


@pytest.mark.parametrize("claim", ["agreement", "", None, 3, ["repetition"]])
def test_a_claim_that_does_not_exist_is_refused(api: Api, claiming: Game, anna: User, claim: object) -> None:
    with unchanged():
        answer = api(anna).send(f"games/{claiming.number}/draw-claim/", claim=claim)

    assert list(refused(answer, 400, "invalid")["errors"]) == ["claim"]
