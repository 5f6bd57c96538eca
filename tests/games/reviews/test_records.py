"""The evaluations in the records of reviewed games."""

import re

import pytest

from accounts.models import User
from games.core.models.games import Game
from games.reviews.requests import ask_for_review
from tests.games.reviews.conftest import BLUNDER, MOVES, work
from tests.support.api import Api


def comments(api: Api, address: str) -> list[str]:
    """Those of the record, which may be broken into lines."""
    client = api()
    answer = client.get(address)
    assert answer.status_code == 200, answer.content
    text = client.received.decode() if answer.streaming else answer.content.decode()
    return [" ".join(comment.split()) for comment in re.findall(r"\{([^}]*)\}", text)]


@pytest.mark.parametrize("address", ["games/{game.number}/record/?", "players/anna/games/?form=pgn&"])
def test_the_record_of_a_reviewed_game_says_what_each_half_move_was_worth(
    ended: Game, anna: User, api: Api, address: str
) -> None:
    ask_for_review(ended.number, anna)
    work()

    evaluated = comments(api, f"/api/v1/{address.format(game=ended)}evaluations=true")

    assert len(evaluated) == len(MOVES)
    assert evaluated[0].endswith(" [%eval 0.5 proved]")
    assert "[%emt " in evaluated[BLUNDER - 1]
    assert " [%eval 0 proved] Blunder, better: " in evaluated[BLUNDER - 1]
    assert evaluated[BLUNDER].endswith(" [%eval 0 proved]")


def test_without_the_parameter_a_record_has_no_evaluations(ended: Game, anna: User, api: Api) -> None:
    ask_for_review(ended.number, anna)
    work()

    assert "eval" not in "".join(comments(api, f"/api/v1/games/{ended.number}/record/"))


def test_an_unfinished_review_is_in_no_record(ended: Game, anna: User, api: Api) -> None:
    ask_for_review(ended.number, anna)

    assert "eval" not in "".join(comments(api, f"/api/v1/games/{ended.number}/record/?evaluations=true"))


def test_a_line_of_json_has_no_evaluations(ended: Game, anna: User, api: Api) -> None:
    ask_for_review(ended.number, anna)
    work()

    answer = api().get(f"/api/v1/games/{ended.number}/record/?form=ndjson&evaluations=true")

    assert answer.content.startswith(b'{"number":')
    assert b"eval" not in answer.content
