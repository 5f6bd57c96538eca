"""Reviews over the API."""

from accounts.models import User
from games.core.models.games import Game
from games.reviews.working import review_next
from tests.games.reviews.conftest import BLUNDER, MOVES, work
from tests.support.api import Api, refused
from tests.support.playing import unchanged


def test_a_review_is_asked_for_and_read_by_everybody(api: Api, ended: Game, carla: User) -> None:
    asked = api(carla).send(f"games/{ended.number}/review/")

    assert asked.status_code == 201
    assert (asked.json()["status"], asked.json()["half_moves_total"]) == ("waiting", len(MOVES))
    assert asked.json()["accuracy"] is None

    work()
    review = api().read(f"games/{ended.number}/review/")
    assert review["status"] == "finished"
    assert [each["ply"] for each in review["half_moves"]] == list(range(1, 9))
    blunder = review["half_moves"][BLUNDER - 1]
    assert (blunder["side"], blunder["move"], blunder["mistake"], blunder["proved"]) == ("white", "b2", "blunder", True)
    assert (blunder["best"]["result"], blunder["played"]["result"]) == ("drawn", "lost")
    assert blunder["line"][0] == "a7"
    assert (blunder["choices"], blunder["keeping"]) == (18, 5)


def test_a_review_that_is_being_made_has_what_is_judged(api: Api, ended: Game, anna: User) -> None:
    api(anna).send(f"games/{ended.number}/review/")
    review_next()
    review_next()

    review = api().read(f"games/{ended.number}/review/")
    assert (review["status"], review["half_moves_judged"]) == ("running", 2)
    assert [each["ply"] for each in review["half_moves"]] == [7, 8]


def test_nobody_has_asked_yet(api: Api, ended: Game) -> None:
    refused(api().get(f"/api/v1/games/{ended.number}/review/"), 404, "not_found")


def test_an_ongoing_game_is_refused(api: Api, game: Game, anna: User) -> None:
    with unchanged():
        refused(api(anna).send(f"games/{game.number}/review/"), 409, "game_ongoing")
