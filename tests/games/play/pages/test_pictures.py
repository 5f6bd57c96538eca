"""Pictures over HTTP: for everybody alike, with what caches and other sites need, and refused in words."""

from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
import segno
from django.test import Client
from pytest_django import Settings
from time_machine import Traveller

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import offer_draw, resign
from games.play.pages.pictures.games import PictureOfGame
from tests.games.pictures.pngs import read
from tests.support.pages import Reader
from tests.support.playing import play

START = "........................ w 9 9 0"
WHITE_STONE, FREE = "#fbf5e6", "#4f3419"
D6 = (300, 134)


@pytest.fixture
def two_a_minute(settings: Settings) -> None:
    rates = {**settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "pictures": "2/minute"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}


@pytest.fixture
def begun(game: Game) -> Game:
    """Anna against Bert, two half-moves played: d6 and f4."""
    return play(game, "d6", "f4")


def get(client: Client, address: str, **query: Any) -> Any:
    return client.get(address, query)


# --- What is shown ----------------------------------------------------------------------------------------------------


def test_the_board_is_shown_as_it_stands_or_as_it_stood(client: Client, begun: Game) -> None:
    address = f"/games/{begun.number}/board.png"

    now, before = (read(get(client, address, **query).content) for query in ({}, {"ply": 0}))

    assert (now.at(*D6), before.at(*D6)) == (WHITE_STONE, FREE)


def test_any_position_has_a_picture(client: Client, db: None) -> None:
    position = "....W................... b 8 9 0"

    drawn = get(client, "/positions/board.png", position=position, move="d6", rules="pink-green")

    assert read(drawn.content).at(*D6) == "#2f8a55"


def test_svg_says_for_whom_it_is_and_how_far_the_game_has_gone(client: Client, begun: Game) -> None:
    answer = get(client, f"/games/{begun.number}/board.svg", ply=1)

    title = ElementTree.fromstring(answer.content)[0]
    assert title.text == "anna – bert, 1"


def test_the_cards_are_as_large_as_previews_want_them(client: Client, begun: Game) -> None:
    for address in (f"/games/{begun.number}/card.png", "/card.png"):
        pixels = read(get(client, address, language="de").content)
        assert (pixels.width, pixels.height) == (1200, 630)


def test_a_cards_words_are_in_the_language_that_is_asked_for(client: Client, begun: Game) -> None:
    address = f"/games/{begun.number}/card.png"

    tags = [get(client, address, language=language).headers["ETag"] for language in ("de", "en", "")]

    assert tags[0] != tags[1] == tags[2]


def test_the_card_says_how_it_stands(begun: Game, anna: User) -> None:
    assert PictureOfGame(game=begun).words == "anna to move, after half-move 2"
    assert PictureOfGame(game=begun, asked_ply=1).words == "Half-move 1"

    ended = resign(begun.number, anna)

    assert PictureOfGame(game=ended).words == "bert won: anna resigned"


def test_an_overdue_game_is_ended_by_looking_at_its_card(client: Client, clock: Traveller, begun: Game) -> None:
    assert begun.deadline_at is not None
    clock.move_to(begun.deadline_at)
    clock.shift(1)

    get(client, f"/games/{begun.number}/card.png")

    begun.refresh_from_db()
    assert begun.result == Game.Result.BLACK_WON


def test_pink_and_green_are_shown_as_such(client: Client, begin: Callable[..., Game]) -> None:
    game = play(begin(Agreement(rules="pink-green")), "d6")

    assert read(get(client, f"/games/{game.number}/board.png").content).at(*D6) == "#2f8a55"


@pytest.mark.parametrize(("query", "ending"), [("", ""), ("?ply=1", "?ply=1")])
def test_the_qr_code_holds_the_address(client: Client, begun: Game, query: str, ending: str) -> None:
    answer = client.get(f"/games/{begun.number}/qr.svg{query}")

    expected = segno.make(f"http://localhost:8000/games/{begun.number}/{ending}", error="m")
    assert _strokes(answer.content.decode()) == _strokes(expected.svg_inline(light="#fff"))


def _strokes(svg: str) -> list[str | None]:
    strokes = [shape.get("d") for shape in ElementTree.fromstring(svg).iter() if shape.get("stroke")]
    assert strokes
    return strokes


# --- Who may see it, and what is kept ---------------------------------------------------------------------------------


PUBLIC = ["/games/{n}/board.svg", "/games/{n}/board.png", "/games/{n}/card.png", "/games/{n}/qr.svg", "/card.png"]


@pytest.mark.parametrize("address", [*PUBLIC, f"/positions/board.svg?position={START}"])
def test_other_sites_may_show_a_picture_and_it_can_do_nothing(client: Client, begun: Game, address: str) -> None:
    answer = client.get(address.format(n=begun.number))

    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == ("image/png" if ".png" in address else "image/svg+xml")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert "script" not in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("address", PUBLIC)
def test_players_and_guests_get_the_very_same_picture_and_no_cookie(
    client: Client, reader: Reader, begun: Game, anna: User, bert: User, address: str
) -> None:
    """Draw offers and messages are between the two, and the session is not even read."""
    offer_draw(begun.number, anna, reason="a secret")
    bert.language = "de"
    bert.save(update_fields=["language"])

    answers = [browser.get(address.format(n=begun.number)) for browser in (client, reader(anna), reader(bert))]

    assert len({answer.content for answer in answers}) == 1
    assert [dict(answer.cookies) for answer in answers] == [{}] * 3
    assert {answer.headers.get("Vary", "Accept-Encoding") for answer in answers} == {"Accept-Encoding"}


def test_a_half_move_is_kept_long_and_the_present_is_not(client: Client, begun: Game) -> None:
    address = f"/games/{begun.number}/board.svg"

    past, present = get(client, address, ply=2), get(client, address)

    assert past.headers["Cache-Control"] == "public, max-age=2592000, immutable"
    assert present.headers["Cache-Control"] == "public, max-age=60"
    assert past.content == present.content


def test_who_has_the_picture_is_told_so_until_a_move_is_played(client: Client, game: Game) -> None:
    address = f"/games/{game.number}/board.png"
    play(game, "d6")
    tag = client.get(address).headers["ETag"]

    same = client.get(address, headers={"If-None-Match": tag})
    play(game, "f4")
    other = client.get(address, headers={"If-None-Match": tag})

    assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", tag)
    assert other.status_code == 200
    assert other.headers["ETag"] != tag


def test_the_date_is_that_of_the_move(client: Client, clock: Traveller, game: Game) -> None:
    clock.shift(90)
    play(game, "d6")
    address = f"/games/{game.number}/board.svg"

    answer = client.get(address)
    again = client.get(address, headers={"If-Modified-Since": answer.headers["Last-Modified"]})

    assert answer.headers["Last-Modified"] == "Mon, 02 Mar 2026 12:01:30 GMT"
    assert again.status_code == 304


def test_png_is_rendered_only_so_often_for_one_address(
    client: Client, clock: Traveller, begun: Game, two_a_minute: None
) -> None:
    address = f"/games/{begun.number}/board"
    answers = [client.get(f"{address}.png?ply={ply}") for ply in (0, 1, 2)]
    known = client.get(f"{address}.png?ply=0", headers={"If-None-Match": answers[0].headers["ETag"]})

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].headers["Retry-After"] == "60"
    assert answers[2].content.decode().startswith("Too many pictures at once: at most 2 in 60 seconds.")
    assert known.status_code == 304
    assert client.get(f"{address}.svg").status_code == 200

    clock.shift(60)
    assert client.get(f"{address}.png").status_code == 200


# --- Refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("style=marble", "style: “marble” is not in the list."),
        ("turned=maybe", "turned: “maybe” is not in the list."),
        ("language=xx", "language: “xx” is not in the list."),
        ("ply=3", "ply: Half-move 3 has not been played yet; the last one is 2."),
        ("ply=-1", "ply: Ensure this value is greater than or equal to 0."),
        ("ply=one", "ply: Enter a whole number."),
        ("ply=99999999999999999999", "ply: Ensure this value is less than or equal to 32767."),
        ("ply=%00", "ply: Enter a whole number."),
        ("style=%F0%28%8C", "style: “"),
    ],
)
@pytest.mark.parametrize("name", ["board.svg", "board.png", "card.png"])
def test_what_cannot_be_drawn_is_refused_in_words(
    client: Client, begun: Game, query: str, words: str, name: str
) -> None:
    answer = client.get(f"/games/{begun.number}/{name}?{query}")

    assert answer.status_code == 400
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.content.decode().startswith(words)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({}, "position: This field is required."),
        ({"position": "W"}, "position: “W” is not a position."),
        ({"position": "W" * 49}, "position: Ensure this value has at most 48 characters"),
        ({"position": START, "move": "z9"}, "move: “z9” is not a move."),
        ({"position": START, "rules": "chess"}, "rules: “chess” is not in the list."),
    ],
)
def test_a_position_that_is_none_is_refused_in_words(
    client: Client, db: None, query: dict[str, str], words: str
) -> None:
    answer = client.get("/positions/board.png", query)

    assert answer.status_code == 400
    assert answer.content.decode().startswith(words)


def test_refusals_are_in_the_readers_language(client: Client, begun: Game) -> None:
    answer = client.get(f"/games/{begun.number}/board.svg?ply=3", headers={"Accept-Language": "de"})

    assert answer.content.decode() == "ply: Halbzug 3 ist noch nicht gespielt; der letzte ist 2.\n"


@pytest.mark.parametrize(
    "address",
    ["/games/999/board.png", "/games/99999999999999999999/board.svg", "/games/1/board.gif", "/positions/board.bmp"],
)
def test_what_is_not_there_is_not_found(client: Client, db: None, address: str) -> None:
    assert client.get(address).status_code == 404


def test_a_picture_can_only_be_looked_at(client: Client, begun: Game) -> None:
    assert client.post(f"/games/{begun.number}/board.svg").status_code == 405
    assert client.head(f"/games/{begun.number}/board.svg").status_code == 200
