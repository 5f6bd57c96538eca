"""A player's public page, the list of one's own games, and the words of every ending."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import translation
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import abort, resign
from games.play.ending_words import ending
from kit.downloads import SLOTS
from tests.support.ended import lost_on_time, won
from tests.support.pages import Reader
from tests.support.playing import play
from tests.support.reading import heading, text_of

Begin = Callable[..., Game]


def test_a_player_has_a_rating_for_each_rule_set(client: Client, anna: User, bert: User, begin: Begin) -> None:
    resign(begin().number, bert)
    resign(begin(Agreement(rules="classic")).number, anna)

    page = client.get("/players/anna/")

    text = text_of(page)
    assert "Classic (before 2010) 1338 ? 1 Standard 1662 ? 1" in text
    assert "Won 1 Drawn 0 Lost 1" in text


def test_a_new_player_is_not_empty(client: Client, anna: User) -> None:
    page = client.get("/players/anna/")

    assert "No rated games yet; everyone starts at 1500." in text_of(page)
    assert "No finished games yet." in text_of(page)


def test_reliability_is_shown_with_its_formula(client: Client, anna: User, bert: User, begin: Begin) -> None:
    abort(begin().number, anna)
    lost_on_time(anna, bert)
    for _game in range(4):
        won(anna, bert)

    of_anna, of_bert = text_of(client.get("/players/anna/")), text_of(client.get("/players/bert/"))

    assert "Reliability 90% 5 games, 1 lost on time Aborted 1 game in the last year How this is calculated" in of_anna
    assert "(in time + 5) of (finished + 5), rounded down" in of_anna
    assert "Reliability 100% 5 games, none lost on time How this is calculated" in of_bert


def test_answers_are_shown_as_the_time_that_half_of_them_took(
    clock: time_machine.Traveller, client: Client, game: Game, anna: User
) -> None:
    play(game, "d6")
    clock.shift(timedelta(hours=3))
    play(game, "f4")
    resign(game.number, anna)

    page = client.get("/players/bert/")

    assert "Shown once five games are finished. Typical reply time 3 hours (median)" in text_of(page)


def test_the_page_of_a_player_costs_a_guest_twelve_queries(
    client: Client, anna: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(12):
        client.get("/players/anna/")


def test_ongoing_games_can_be_watched_by_anybody(client: Client, game: Game) -> None:
    page = client.get("/players/bert/")

    assert "anna – bert Standard · no move yet" in text_of(page)
    assert f'href="/games/{game.number}/"' in page.content.decode()


def test_the_name_is_found_whatever_its_case_and_has_one_address(client: Client, anna: User) -> None:
    answer = client.get("/players/ANNA/")

    assert (answer.status_code, answer["Location"]) == (301, "/players/anna/")


def test_a_closed_account_has_no_page(client: Client, anna: User) -> None:
    anna.is_active = False
    anna.save(update_fields=["is_active"])

    page = client.get("/players/anna/")

    assert page.status_code == 404


def test_anybody_can_challenge_from_the_page_but_the_player_themselves(reader: Reader, anna: User, bert: User) -> None:
    others, own = reader(bert).get("/players/anna/"), reader(anna).get("/players/anna/")

    assert 'href="/challenges/new/?to=anna"' in others.content.decode()
    assert 'href="/challenges/new/?to=anna"' not in own.content.decode()


def test_ones_own_games_are_ended_or_ongoing(reader: Reader, anna: User, bert: User, carla: User, begin: Begin) -> None:
    resign(begin().number, anna)
    begin(black=carla)
    browser = reader(anna)

    ended, ongoing = text_of(browser.get("/games/")), text_of(browser.get("/games/?status=ongoing"))

    assert ("Against bert" in ended, "Against carla" in ended) == (True, False)
    assert ("Against bert" in ongoing, "Against carla" in ongoing) == (False, True)


def test_a_list_without_games_says_what_will_be_there(reader: Reader, anna: User) -> None:
    browser = reader(anna)

    assert "Your finished games are kept here with all their moves." in text_of(browser.get("/games/"))
    assert "No game in progress" in text_of(browser.get("/games/?status=ongoing"))


ENDINGS = [
    ("1-0", "stones", "anna won: bert has fewer than three stones left"),
    ("0-1", "blocked", "bert won: anna cannot move"),
    ("0-1", "resignation", "bert won: anna resigned"),
    ("1-0", "timeout", "anna won: bert ran out of time"),
    ("1-0", "adjudication", "anna won: decided by an arbiter"),
    ("1/2-1/2", "adjudication", "Draw: decided by an arbiter"),
    ("1/2-1/2", "repetition", "Draw: the same position occurred three times"),
    ("1/2-1/2", "quiet_limit", "Draw: 50 moves by each side without a mill"),
    ("1/2-1/2", "agreement", "Draw: both players agreed"),
    ("*", "abort", "Aborted, no result"),
    ("*", "aborted", "Aborted: anna did not make a first move in time"),
    ("*", "adjudication", "Aborted, no result"),
]
IN_GERMAN = [
    ("1-0", "stones", "anna hat gewonnen: bert hat weniger als drei Steine"),
    ("0-1", "blocked", "bert hat gewonnen: anna kann nicht ziehen"),
    ("0-1", "resignation", "bert hat gewonnen: anna hat aufgegeben"),
    ("1-0", "timeout", "anna hat gewonnen: bert hat die Zeit überschritten"),
    ("1-0", "adjudication", "anna hat gewonnen: von der Spielleitung entschieden"),
    ("1/2-1/2", "adjudication", "Remis: von der Spielleitung entschieden"),
    ("1/2-1/2", "repetition", "Remis: dreimal dieselbe Stellung"),
    ("1/2-1/2", "quiet_limit", "Remis: je 50 Züge ohne Mühle"),
    ("1/2-1/2", "agreement", "Remis: Einigung der Spieler"),
    ("*", "abort", "Abgebrochen, ohne Ergebnis"),
    ("*", "aborted", "Abgebrochen: anna hat den ersten Zug nicht rechtzeitig gemacht"),
    ("*", "adjudication", "Abgebrochen, ohne Ergebnis"),
]


def ended(result: str, termination: str, *, rules: str = "standard") -> Game:
    """A game that anna with White and bert with Black have played to its end; it is in no database."""
    status = "aborted" if result == "*" else "finished"
    players = {"white": User(username="anna"), "black": User(username="bert")}
    return Game(**players, rules=rules, status=status, result=result, termination=termination)


def test_every_ending_has_its_words() -> None:
    assert {termination for _result, termination, _words in ENDINGS} == set(Game.Termination.values)


@pytest.mark.parametrize(
    ("language", "result", "termination", "expected"),
    [("en", *row) for row in ENDINGS] + [("de", *row) for row in IN_GERMAN],
)
def test_an_ending_is_said_in_the_readers_language(language: str, result: str, termination: str, expected: str) -> None:
    game = ended(result, termination)

    with translation.override(language):
        said = ending(game)

    assert said == expected


def test_repeated_moves_are_not_called_a_repeated_position() -> None:
    game = ended("1/2-1/2", "repetition", rules="applet")

    assert ending(game) == "Draw: the same sequence of moves was played three times in a row"


def test_a_game_that_goes_on_has_no_ending(game: Game) -> None:
    assert ending(play(game, "d6")) == ""


# --- Downloads --------------------------------------------------------------------------------------------------------

DOWNLOAD = "/players/anna/download/"


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ({}, 2),
        ({"status": "finished", "outcome": "", "rules": "", "since": "", "until": "", "form": "pgn"}, 1),
        ({"status": "ongoing"}, 1),
        ({"outcome": "lost"}, 0),
        ({"rules": "classic"}, 0),
        ({"since": "2020-01-01", "until": "2020-12-31"}, 0),
        ({"since": "2020-01-01", "until": "9998-12-31"}, 2),
    ],
)
def test_the_games_that_are_asked_for_are_downloaded(
    client: Client, begin: Begin, bert: User, query: dict[str, str], count: int
) -> None:
    resign(begin().number, bert)
    begin()

    answer = client.get(DOWNLOAD, query)

    assert answer.headers["Content-Disposition"] == 'attachment; filename="muehle-anna.pgn"'
    assert b"".join(answer).decode().count("[White ") == count


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"since": "2026-03-02", "until": "2026-03-01"}, "until"),
        ({"until": "9999-12-31"}, "until"),
        ({"since": "tomorrow"}, "since"),
        ({"outcome": "x"}, "outcome"),
        ({"form": "x"}, "form"),
    ],
)
def test_a_download_that_cannot_be_is_refused_on_the_page(
    client: Client, anna: User, query: dict[str, str], field: str
) -> None:
    page = client.get(DOWNLOAD, query)

    assert (page.status_code, heading(page)) == (422, "anna")
    assert list(page.context["download"].errors) == [field]


def test_a_second_download_at_a_time_is_refused_on_the_page(reader: Reader, anna: User, bert: User) -> None:
    slot = SLOTS.take(bert.pk, address="")
    try:
        page = reader(bert).get(DOWNLOAD)
    finally:
        slot.release()

    assert (page.status_code, heading(page)) == (429, "anna")
    assert "You already have a download in progress. Please wait until it has finished." in text_of(page)


def test_downloads_count_as_calls_of_the_api(client: Client, anna: User, settings: Settings) -> None:
    rates = {"guest": "30/minute", "user": "30/minute", "pictures": "30/minute"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}

    b"".join(client.get(DOWNLOAD))
    page = client.get(DOWNLOAD)

    assert page.status_code == 429
    assert "Too many requests at once" in text_of(page)
