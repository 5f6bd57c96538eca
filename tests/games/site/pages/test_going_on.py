"""The games that wait, on every page: counted, linked, and reached after a move without scripts."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.pages.typed_moves import written
from tests.support.playing import SHUFFLE, SHUFFLING, fresh, play, stand_at
from tests.support.reading import markup_of, text_of

Begin = Callable[..., Game]


@pytest.fixture
def as_anna(client: Client, anna: User) -> Client:
    client.force_login(anna)
    return client


def test_a_move_without_scripts_leads_to_the_next_game(as_anna: Client, begin: Begin, game: Game, carla: User) -> None:
    other = begin(black=carla)

    answer = as_anna.post(f"/games/{game.number}/move/", {"ply": 1, "choice": "d6"})

    assert answer.headers["Location"] == f"/games/{other.number}/?from={game.number}"
    page = as_anna.get(answer.headers["Location"])
    assert "You played d6 against bert. Back to that game" in text_of(page)


@pytest.mark.parametrize("reason", ["prefers to stay", "nothing waits", "the game is over"])
def test_a_move_without_scripts_stays_where_going_on_is_not_wanted(
    as_anna: Client, begin: Begin, game: Game, anna: User, carla: User, reason: str
) -> None:
    other = begin(black=carla)
    if reason == "prefers to stay":
        User.objects.filter(pk=anna.pk).update(go_on=False)
    if reason == "nothing waits":
        play(other, "d6")
    move = "d6"
    if reason == "the game is over":
        stand_at(game, "WW..W...........B.B...B. w 0 0 0")
        move = "d6-g7xd3"

    answer = as_anna.post(f"/games/{game.number}/move/", {"ply": fresh(game).ply + 1, "choice": move})

    assert answer.headers["Location"] == f"/games/{game.number}/"


@pytest.mark.parametrize("query", ["?from=4711", "?from=x", "?from=99999999999999999999", "?from=-1", "?from=%00"])
def test_a_made_up_way_back_is_ignored(as_anna: Client, game: Game, query: str) -> None:
    page = as_anna.get(f"/games/{game.number}/{query}")

    assert page.status_code == 200
    assert "Back to that game" not in text_of(page)


def test_a_game_that_is_not_the_readers_is_no_way_back(
    as_anna: Client, begin: Begin, game: Game, bert: User, carla: User
) -> None:
    strangers = play(begin(white=carla, black=bert), "d6")

    assert "Back to that game" not in text_of(as_anna.get(f"/games/{game.number}/?from={strangers.number}"))


def test_the_title_of_every_page_counts_the_games_that_wait(as_anna: Client, begin: Begin, game: Game) -> None:
    begin()

    titles = [re.findall(r"<title>(.*?)</title>", markup_of(as_anna.get(address))) for address in ADDRESSES]

    assert all(title[0].startswith("(2) ") for title in titles), titles


ADDRESSES = ("/", "/lobby/", "/rules/", "/games/", "/preferences/")


def test_guests_have_no_count(client: Client, game: Game) -> None:
    body = markup_of(client.get(f"/games/{game.number}/"))

    assert "<title>anna" in body
    assert "data-waiting" not in body


def test_counting_costs_a_page_four_queries(
    as_anna: Client, game: Game, django_assert_num_queries: Callable[[int], Any]
) -> None:
    # The session, the reader; the last number of their stream, waiting games, notification settings, unread ones.
    with django_assert_num_queries(6):
        as_anna.get("/rules/")


def test_a_position_of_the_past_has_its_own_counters(client: Client, begin: Begin) -> None:
    game = play(stand_at(begin(), SHUFFLING), *SHUFFLE)

    now, past = text_of(client.get(f"/games/{game.number}/")), text_of(client.get(f"/games/{game.number}/?ply=21"))

    assert "4 of 100 without a mill Position on the board 2 times" in now
    assert "3 of 100 without a mill" in past
    assert "Position on the board" not in past


def test_a_message_with_a_draw_offer_is_shown_once(client: Client, game: Game, anna: User, bert: User) -> None:
    client.force_login(anna)
    client.post(f"/games/{game.number}/move/", {"ply": 1, "notation": "d6", "offer_draw": "on", "message": "Enough?"})
    client.force_login(bert)

    assert text_of(client.get(f"/games/{game.number}/")).count("Enough?") == 1


def test_marks_can_be_switched_off(client: Client, begin: Begin, anna: User) -> None:
    game = play(begin(Agreement()), "a7", "b6", "d7", "f6", "g7xb6")
    client.force_login(anna)
    assert "board__mill" in client.get(f"/games/{game.number}/").content.decode()
    User.objects.filter(pk=anna.pk).update(marks=False)

    body = client.get(f"/games/{game.number}/").content.decode()

    assert "board__mill" not in body
    assert "board__went-to" not in body


@pytest.mark.parametrize(
    ("typed", "notation"),
    [
        (" D6 ", "d6"),
        ("d6 f6", "d6-f6"),
        ("d6-f6 x a1", "d6-f6xa1"),
        ("D6–F6×A1", "d6-f6xa1"),
        ("d6 to f6 takes a1", "d6-f6xa1"),
        ("d6xa1", "d6xa1"),
        ("d6, f6, a1", "d6-f6xa1"),
        ("d9", "d9"),
        ("d6 perhaps f6", "d6 perhaps f6"),
        ("ZZ", "zz"),
        ("a1 a4 b4 c4", "a1 a4 b4 c4"),
        ("", ""),
    ],
)
def test_a_move_is_read_as_people_type_it(typed: str, notation: str) -> None:
    assert written(typed) == notation


def test_the_count_for_open_pages_is_the_readers_own(as_anna: Client, game: Game) -> None:
    answer = as_anna.get("/waiting/")

    expected = {"count": 1, "words": ", your move in 1 game", "unread": 2, "unread_words": ", 2 new"}
    assert answer.json() == expected
    assert answer["Cache-Control"] == "no-store"
    assert Client().get("/waiting/").status_code == 403
