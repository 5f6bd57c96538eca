"""Finding the better move in place of a mistake, with and without scripts."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.core.models.games import Game
from games.reviews.models import GameReview
from games.reviews.requests import ask_for_review
from games.solved.tables import open_tables
from muehle import STANDARD, Position
from muehle_tables import Result
from tests.games.reviews.conftest import BLUNDER, MOVES, work
from tests.support.pages import Reader
from tests.support.playing import play, unchanged
from tests.support.reading import text_of

PLAYED = MOVES[BLUNDER - 1]


@pytest.fixture
def reviewed(ended: Game, anna: User) -> Game:
    ask_for_review(ended.number, anna)
    work()
    return ended


def address(game: Game, ply: int = BLUNDER) -> str:
    return f"/games/{game.number}/review/{ply}/"


def best_move() -> str:
    line: list[str] = GameReview.objects.get().half_moves[-BLUNDER]["line"]
    return line[0]


def ask(client: Client, game: Game, **data: str) -> dict[str, Any]:
    with unchanged():
        answer = client.post(address(game), data, headers={"accept": "application/json"})
    return {"status": answer.status_code, **json.loads(answer.content)}


def other_moves(game: Game, *, draws: bool) -> list[str]:
    """The moves that are neither the best nor the played one, and do or do not hold the draw."""
    before = game.moves.get(ply=BLUNDER - 1).position
    position = Position.parse(before)
    values = {
        str(move): open_tables().value(position.play(move, STANDARD), STANDARD).result
        for move in position.legal_moves(STANDARD)
    }
    return [
        move for move, value in values.items() if (value is Result.DRAWN) is draws and move not in (best_move(), PLAYED)
    ]


def test_the_review_leads_to_each_mistake_of_a_side(reviewed: Game, client: Client) -> None:
    review = client.get(f"/games/{reviewed.number}/review/")

    assert "Find better moves of White (1)" in text_of(review)
    assert f'href="{address(reviewed)}"' in review.content.decode()
    page = client.get(address(reviewed))
    assert f"White to move. 4. {PLAYED} was a mistake. What is better?" in text_of(page)
    assert "Mistake 1 of 1 of White" in text_of(page)
    assert "Back to the review" in text_of(page)
    data = page.content.decode().partition("exercise-data")[2].partition("</script>")[0]
    assert "line" not in json.loads(data.partition(">")[2])["answer"]


def test_the_best_move_is_right_and_the_played_one_is_not(reviewed: Game, client: Client) -> None:
    right = ask(client, reviewed, move=best_move())
    assert (right["status"], right["state"], right["last"]) == (200, "right", best_move())
    assert right["words"] == ["Right.", f"4. {best_move()} draws."]

    played = ask(client, reviewed, move=PLAYED)
    assert (played["state"], played["last"]) == ("miss", None)
    assert played["words"] == [f"There is a better move. After {PLAYED}: Black wins (proved)."]


def test_other_moves_are_evaluated_for_users(reviewed: Game, client: Client, reader: Reader, anna: User) -> None:
    good, bad = other_moves(reviewed, draws=True)[0], other_moves(reviewed, draws=False)[0]
    browser = reader(anna)

    as_good = ask(browser, reviewed, move=good)
    assert (as_good["state"], as_good["last"]) == ("right", good)
    assert as_good["words"][0] == "That is as good as the best move of the review."
    assert ask(browser, reviewed, move=bad)["words"] == [f"There is a better move. After {bad}: Black wins (proved)."]
    refused = ask(client, reviewed, move=good)
    assert refused["status"] == 422
    assert refused["words"] == ["The review prefers another move. Log in to learn what yours is worth."]


def test_a_position_of_an_ongoing_game_is_not_evaluated(
    reviewed: Game, anna: User, reader: Reader, begin: Callable[..., Game]
) -> None:
    good = other_moves(reviewed, draws=True)[0]
    play(begin(), *MOVES[: BLUNDER - 1])

    assert "too close to one of your ongoing games" in ask(reader(anna), reviewed, move=good)["words"][0]


def test_beyond_the_limit_one_is_told_so(reviewed: Game, anna: User, reader: Reader, settings: Any) -> None:
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] | {"evaluations": "1/hour"}
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"DEFAULT_THROTTLE_RATES": rates}
    browser, [first, second, *_more] = reader(anna), other_moves(reviewed, draws=True)

    assert ask(browser, reviewed, move=first)["status"] == 200
    assert ask(browser, reviewed, move=second)["words"] == [
        "You have had many positions evaluated. Please try again later."
    ]


def test_the_solution_is_shown_and_nonsense_is_refused_without_scripts(reviewed: Game, client: Client) -> None:
    shown = client.post(address(reviewed), {"give_up": "1"})
    assert f"4. {best_move()} draws." in text_of(shown)
    for move in ("", "nonsense", "d2"):
        assert client.post(address(reviewed), {"move": move}).status_code == 422


@pytest.mark.parametrize("ply", [0, 1, BLUNDER + 1, 99])
def test_only_mistakes_have_a_page(reviewed: Game, client: Client, ply: int) -> None:
    assert client.get(address(reviewed, ply)).status_code == 404


def test_without_a_finished_review_there_is_no_page(ended: Game, client: Client) -> None:
    assert client.get(address(ended)).status_code == 404
