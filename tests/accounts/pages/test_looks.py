"""Board, light and sound: the account's for players, a cookie's for guests, and the switches on every page."""

import json
import re
from itertools import product

import pytest
from django.test import Client

from accounts.looks import Look
from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.core.models.games import Game
from games.core.models.terms import Agreement
from tests.support.pages import Reader
from tests.support.reading import markup_of, root_of, text_of

LOOK = "/preferences/look/"


def preferences_in(page: str) -> dict[str, bool]:
    """What the game page's scripts are told."""
    found = re.search(r'<script id="game-data"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found is not None
    preferences: dict[str, bool] = json.loads(found[1])["preferences"]
    return preferences


# --- What is shown ----------------------------------------------------------------------------------------------------


def test_somebody_new_gets_wood_as_light_as_the_device(client: Client, db: None) -> None:
    assert root_of(client.get("/")) == '<html lang="en" data-style="wood">'


def test_a_players_pages_look_as_the_account_says(reader: Reader, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(board_style="slate", color_scheme="dark")

    page = reader(anna).get("/rules/")

    assert root_of(page) == '<html lang="en" data-style="slate" data-scheme="dark">'
    assert '<meta name="theme-color" data-scheme="light" content="#f5efe3" media="not all">' in markup_of(page)


def test_an_error_looks_like_any_other_page(client: Client, db: None) -> None:
    client.cookies["look"] = "paper.light.off.on.off"

    page = client.get("/nowhere/")

    assert root_of(page) == '<html lang="en" data-style="paper" data-scheme="light">'


def test_the_board_is_told_how_a_player_wants_to_play(reader: Reader, game: Game, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(confirm_moves=False, touch_move=True, sounds=True, marks=False, go_on=False)

    page = reader(anna).get(f"/games/{game.number}/")

    assert preferences_in(page.content.decode()) == {
        "confirm_moves": False,
        "touch_move": True,
        "sounds": True,
        "marks": False,
        "go_on": False,
    }


@pytest.mark.parametrize(
    ("cookie", "sounds", "marks", "touch_move"),
    [
        ("wood.system.on.off.on", True, False, True),
        ("wood.system.off.on.off", False, True, False),
        # With one switch alone.
        ("wood.system.on", False, True, False),
        ("wood.system.on.maybe.on", False, True, False),
    ],
)
def test_the_board_of_a_guest_has_the_defaults_and_the_cookies_switches(
    client: Client, game: Game, cookie: str, *, sounds: bool, marks: bool, touch_move: bool
) -> None:
    client.cookies["look"] = cookie

    page = client.get(f"/games/{game.number}/")

    assert preferences_in(page.content.decode()) == {
        "confirm_moves": True,
        "touch_move": touch_move,
        "sounds": sounds,
        "marks": marks,
        "go_on": True,
    }
    assert ("board__went-to" in client.get("/analysis/?moves=d6").content.decode()) is marks


# --- The cookie -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "slate",
        "slate.dark",
        "slate.dark.maybe",
        "marble.dark.on.on.on",
        "slate.dark.on",
        "slate.dusk.on.on.on",
        "slate.dark.on.x",
        "slate.dark.on.on",
        "slate.dark.on.on.maybe",
        "slate.dark.on.on.",
        "slate.dark.on.on.ON",
        "slate.dark.on.on.on.on",
        "slate.dark.on.on.on.",
        "..",
        "\x00.é.",
    ],
)
def test_a_cookie_that_makes_no_sense_is_as_good_as_none(text: str) -> None:
    assert Look.of_cookie(text) == Look()


@pytest.mark.parametrize("flags", list(product([True, False], repeat=3)))
@pytest.mark.parametrize("scheme", User.ColorScheme.values)
@pytest.mark.parametrize("style", User.BoardStyle.values)
def test_a_cookie_is_read_as_it_was_written(style: str, scheme: str, flags: tuple[bool, bool, bool]) -> None:
    sounds, marks, touch_move = flags
    look = Look(board_style=style, color_scheme=scheme, sounds=sounds, marks=marks, touch_move=touch_move)

    assert Look.of_cookie(look.as_cookie()) == look


def test_garbage_in_the_cookie_disturbs_no_page(client: Client, db: None) -> None:
    client.cookies["look"] = '"><script>.dark.on'

    assert root_of(client.get("/")) == '<html lang="en" data-style="wood">'


# --- The switches -----------------------------------------------------------------------------------------------------


def test_a_guests_choice_is_kept_by_the_browser(client: Client, db: None) -> None:
    answer = client.post(LOOK, {"board_style": "paper", "next": "/rules/"})
    client.post(LOOK, {"color_scheme": "dark"})
    client.post(LOOK, {"sounds": "on"})
    client.post(LOOK, {"marks": "off"})
    client.post(LOOK, {"touch_move": "on"})

    assert (answer.status_code, answer["Location"]) == (302, "/rules/")
    assert client.cookies["look"].value == "paper.dark.on.off.on"
    assert root_of(client.get("/")) == '<html lang="en" data-style="paper" data-scheme="dark">'


def test_a_players_choice_is_kept_by_the_account_and_changes_nothing_else(reader: Reader, anna: User) -> None:
    browser = reader(anna)
    before = User.objects.filter(pk=anna.pk).values().get()

    browser.post(LOOK, {"board_style": "contrast", "sounds": "on"})
    browser.post(LOOK, {"marks": "off", "touch_move": "on"})

    changed = {"board_style": "contrast", "sounds": True, "marks": False, "touch_move": True}
    assert User.objects.filter(pk=anna.pk).values().get() == before | changed


def test_a_script_gets_no_page_to_read(client: Client, db: None) -> None:
    answer = client.post(LOOK, {"color_scheme": "light"}, headers={"accept": "application/json"})

    assert (answer.status_code, answer.content) == (204, b"")
    assert client.cookies["look"].value == "wood.light.off.on.off"


@pytest.mark.parametrize(
    "fields",
    [
        {"board_style": "marble"},
        {"board_style": ""},
        {"color_scheme": "dusk"},
        {"sounds": "loud"},
        {"marks": "true"},
        {"touch_move": ""},
        {"marks": "off", "touch_move": "1"},
        {"board_style": "paper", "sounds": "true"},
        {"board_style": "paper\x00"},
    ],
)
def test_what_there_is_not_is_refused_and_changes_nothing(
    client: Client, reader: Reader, anna: User, fields: dict[str, str]
) -> None:
    browser = reader(anna)
    before = User.objects.filter(pk=anna.pk).values().get()

    answers = [client.post(LOOK, fields), browser.post(LOOK, fields)]

    assert [answer.status_code for answer in answers] == [400, 400]
    assert "Nothing has been changed." in answers[0].content.decode()
    assert "look" not in client.cookies
    assert User.objects.filter(pk=anna.pk).values().get() == before


@pytest.mark.parametrize("elsewhere", ["https://example.com/", "//example.com", ""])
def test_the_switch_leads_nowhere_else(client: Client, db: None, elsewhere: str) -> None:
    assert client.post(LOOK, {"board_style": "paper", "next": elsewhere})["Location"] == "/"


def test_the_switch_works_by_post_only(client: Client, db: None) -> None:
    assert client.get(f"{LOOK}?board_style=paper").status_code == 405


# --- Between guest and player -----------------------------------------------------------------------------------------


def test_pages_look_the_same_after_logging_out(reader: Reader, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(board_style="slate", color_scheme="dark")
    browser = reader(anna)
    browser.get("/")

    browser.post("/accounts/logout/")

    assert root_of(browser.get("/")) == '<html lang="en" data-style="slate" data-scheme="dark">'


def test_somebody_who_signs_up_keeps_the_look_of_the_page(client: Client, db: None) -> None:
    client.cookies["look"] = "pink-green.light.on.off.on"
    fields = {"username": "dora", "email": "dora@example.org", "password1": "nine merry trombones"}

    client.post("/accounts/signup/", fields)

    dora = User.objects.get(username="dora")
    assert Look.of_account(dora).as_cookie() == "pink-green.light.on.off.on"


# --- Words and stones -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["/", "/rules/", "/rules/standard/", "/learn/", "/learn/take/"])
def test_pages_that_speak_of_white_and_black_keep_white_and_black_stones(
    client: Client, db: None, address: str
) -> None:
    client.cookies["look"] = "pink-green.light.off.on.off"

    page = client.get(address).content.decode()

    assert re.search(r'<main [^>]*data-stones="white-black"', page)


@pytest.fixture
def pink_green(reader: Reader, bert: User) -> Client:
    """Bert's browser, who plays with the boxed game's stones."""
    User.objects.filter(pk=bert.pk).update(board_style="pink-green")
    return reader(User.objects.get(pk=bert.pk))


@pytest.mark.parametrize(
    ("colour", "line", "term"),
    [
        ("white", "you play Pink", "anna plays Green and begins"),
        ("black", "you play Green", "anna plays Pink; Green begins"),
    ],
)
def test_the_terms_of_a_challenge_name_the_stones_as_they_are_seen(
    pink_green: Client, anna: User, colour: str, line: str, term: str
) -> None:
    number = actions.challenge_anyone(anna, Proposal(agreement=Agreement(), colour=colour)).number

    assert line in text_of(pink_green.get("/lobby/"))
    assert term in text_of(pink_green.get(f"/challenges/{number}/"))


def test_a_player_who_challenges_chooses_between_the_stones_that_they_see(pink_green: Client) -> None:
    page = text_of(pink_green.get("/challenges/new/"))

    assert "I play Green and begin I play Pink" in page
    assert "White" not in page


def test_a_guest_reads_of_the_stones_that_their_browser_draws(client: Client, anna: User) -> None:
    actions.challenge_anyone(anna, Proposal(agreement=Agreement(), colour="white"))
    client.cookies["look"] = "pink-green.light.off.on.off"

    assert "you play Pink" in text_of(client.get("/lobby/"))
    assert "Green to move." in text_of(client.get("/analysis/"))


def test_the_api_says_white_and_black_whatever_is_seen(pink_green: Client, game: Game) -> None:
    answer = pink_green.get(f"/api/v1/games/{game.number}/").json()

    assert answer["turn"] == "white"
    assert set(answer["players"]) == {"white", "black"}


@pytest.mark.parametrize(("style", "first"), [("pink-green", "Green"), ("paper", "White")])
def test_a_printed_game_names_the_sides_as_its_diagrams_draw_them(
    client: Client, game: Game, style: str, first: str
) -> None:
    page = client.get(f"/games/{game.number}/print/?style={style}").content.decode()

    assert f"<dt>{first}</dt>" in page
    assert f'alt="{first}: ' in page
