"""The turning point of a reviewed game elsewhere: as a picture, in the preview of a link, and in a frame."""

import pytest
from django.test import Client

from accounts.models import User
from games.core.models.games import Game
from games.play.actions import resign
from games.reviews.requests import ask_for_review
from tests.games.reviews.conftest import BLUNDER, MOVES, work
from tests.support.playing import play
from tests.support.reading import text_of


@pytest.fixture
def turned(game: Game, anna: User) -> Game:
    """A game that White gave away with the seventh half-move, and resigned; it is reviewed."""
    ended = resign(play(game, *MOVES).number, anna)
    ask_for_review(ended.number, anna)
    work()
    return ended


def address(game: Game, what: str = "") -> str:
    return f"/games/{game.number}/review/{what}"


def test_the_review_has_the_turning_point_with_its_search(turned: Game, client: Client) -> None:
    page = client.get(address(turned))

    assert f"With 4. {MOVES[BLUNDER - 1]} White gave away a draw." in text_of(page)
    assert "Find the better move yourself" in text_of(page)
    assert f'{address(turned, "turning-point.png")}?language=en"' in page.content.decode()


@pytest.mark.parametrize(("form", "media_type"), [("svg", "image/svg+xml"), ("png", "image/png")])
def test_the_turning_point_is_a_picture_for_everybody(turned: Game, client: Client, form: str, media_type: str) -> None:
    english, german = (
        client.get(address(turned, f"turning-point.{form}"), {"language": language}) for language in ("en", "de")
    )

    assert (english.status_code, english["Content-Type"]) == (200, media_type)
    assert english["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert english.content != german.content
    again = client.get(english.request["PATH_INFO"] + "?language=en", headers={"if-none-match": english["ETag"]})
    assert again.status_code == 304


def test_the_picture_says_what_it_shows(turned: Game, client: Client) -> None:
    svg = client.get(address(turned, "turning-point.svg?language=de")).content.decode()

    assert "<title>anna – bert: Mit 4. b2 gab Weiß das Remis aus der Hand." in svg
    assert client.get(address(turned, "turning-point.svg?style=none")).status_code == 400
    assert client.get(address(turned, "turning-point.gif")).status_code == 404


def test_the_review_may_be_framed_by_anybody_and_sets_no_cookie(turned: Game, client: Client) -> None:
    answer = client.get(address(turned, "embed/?language=de&style=slate"))

    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert not answer.cookies
    page = answer.content.decode()
    assert 'lang="de" data-style="slate"' in page
    assert "Mit 4. b2 gab Weiß das Remis aus der Hand." in page
    assert "review__chart" in page
    assert f'{address(turned, "embed/")}"' in client.get(address(turned)).content.decode()
    assert client.get(address(turned, "embed/?style=none")).status_code == 400


def test_without_a_turning_point_there_is_neither(ended: Game, anna: User, client: Client) -> None:
    for _ in range(2):
        for what in ("embed/", "turning-point.svg"):
            assert client.get(address(ended, what)).status_code == 404
        ask_for_review(ended.number, anna)
        work()
    assert "No half-move changed the result" in text_of(client.get(address(ended)))
