"""Boards, light and sound in a real browser: switched while a move is being made, saved, kept apart, and seen well."""

from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from accounts.models import User
from games.core.models.games import Game
from tests.e2e.conftest import DESKTOP, PHONE, NewContext
from tests.e2e.measuring import contrasts_of
from tests.e2e.published import _published_web_process, published_url
from tests.e2e.table import Table, open_menu, signed_in
from tests.e2e.test_every_page import faults_of
from tests.support.playing import drawn, fresh, play, stand_at

__all__ = ["_published_web_process", "published_url"]
pytestmark = pytest.mark.e2e

STYLES = Path(settings.BASE_DIR / "games/web/static/web/css/styles.css")
# White to move: g4-g7 closes a mill and may take; Black has a mill already, so that all marks can be seen.
ALL_MARKS = drawn(white="a7 d7 g4 e3 c3", black="d6 f6 b6 b2 d2")
# The paper of the pages.
LIGHT, DARK = "rgb(245, 239, 227)", "rgb(27, 23, 20)"
# What is drawn, and how much it must differ from what it is drawn on (WCAG 2.2: 1.4.3 for text, 1.4.11 for the rest).
ENOUGH = {"text": 4.5, "graphics": 3.0}


def open_looks(page: Page) -> None:
    open_menu(page)
    page.get_by_text("Board and sound").click()


def switch(page: Page, group: str, name: str) -> Locator:
    return page.get_by_role("group", name=group).get_by_role("button", name=name, exact=True)


def style_of(page: Page) -> str | None:
    return page.locator("html").get_attribute("data-style")


def saved(page: Page) -> AbstractContextManager[object]:
    """Wait for the answer to the switch that is pressed meanwhile."""
    return page.expect_response(lambda answer: answer.url.endswith("/preferences/look/") and answer.status == 204)


# --- Boards -----------------------------------------------------------------------------------------------------------


def test_another_board_keeps_a_move_in_the_making_and_renames_the_stones(
    live_server_url: str, new_context: NewContext, game: Game, anna: User
) -> None:
    game = stand_at(game, ALL_MARKS)
    table = Table(signed_in(new_context(), anna, live_server_url), game, live_server_url).open().ready()
    table.click("g4", "g7")
    open_looks(table.page)

    with saved(table.page):
        table.page.get_by_role("button", name="Pink and green").click()

    assert style_of(table.page) == "pink-green"
    table.expect_stone("g7", "green stone, in a mill")
    table.expect_stone("b2", "pink stone")
    expect(table.page.get_by_role("group", name="Board: you play Green")).to_be_attached()
    table.expect_prompt("Mill closed: choose a stone to take.")
    table.click("b2")
    table.send()
    assert fresh(game).last_move == "g4-g7xb2"
    anna.refresh_from_db()
    assert anna.board_style == "pink-green"


def test_a_guests_board_is_kept_without_an_account_and_without_scripts(
    live_server_url: str, new_context: NewContext, game: Game
) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"{live_server_url}/games/{game.number}/")

    open_looks(page)
    page.get_by_role("button", name="Slate").click()

    expect(page).to_have_url(f"{live_server_url}/games/{game.number}/")
    assert style_of(page) == "slate"
    page.goto(f"{live_server_url}/rules/")
    assert style_of(page) == "slate"


def test_a_choice_that_cannot_be_saved_is_taken_back_and_said(
    live_server_url: str, new_context: NewContext, game: Game
) -> None:
    page = new_context(strict=False).new_page()
    page.route("**/preferences/look/", lambda route: route.abort())
    page.goto(f"{live_server_url}/games/{game.number}/")
    open_looks(page)

    page.get_by_role("button", name="Paper").click()

    expect(page.locator("#looks").get_by_role("alert")).to_have_text("This could not be saved. Please try again.")
    assert style_of(page) == "wood"
    expect(page.get_by_role("button", name="Wood")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_the_switches_fit_and_can_be_hit(
    live_server_url: str, new_context: NewContext, game: Game, screen: dict[str, int], locale: str
) -> None:
    page = new_context(viewport=screen, locale=locale).new_page()
    page.goto(f"{live_server_url}/games/{game.number}/")

    open_menu(page)
    page.locator("#looks > summary").click()

    assert faults_of(page) == {}


# --- Light and dark ---------------------------------------------------------------------------------------------------


def test_light_and_dark_are_switched_at_once_and_stay(live_server_url: str, new_context: NewContext) -> None:
    page = new_context(color_scheme="light").new_page()
    page.goto(f"{live_server_url}/rules/")
    body = page.locator("body")
    expect(body).to_have_css("background-color", LIGHT)

    with saved(page):
        page.get_by_role("button", name="Dark").click()

    expect(body).to_have_css("background-color", DARK)
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(body).to_have_css("background-color", DARK)
    with saved(page):
        page.get_by_role("button", name="Same as device").click()
    expect(body).to_have_css("background-color", LIGHT)


# --- Sound and motion -------------------------------------------------------------------------------------------------


def test_sounds_are_fetched_only_by_who_wants_them(live_server_url: str, new_context: NewContext, game: Game) -> None:
    page = new_context().new_page()
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url) if ".wav" in request.url else None)
    Table(page, game, live_server_url).open().ready()
    open_looks(page)
    assert fetched == []

    with page.expect_response(lambda answer: answer.url.endswith("/move.wav") and answer.ok):
        switch(page, "Sounds", "On").click()

    with saved(page):
        switch(page, "Sounds", "Off").click()
    assert [url.rsplit("/", 1)[-1] for url in fetched] == ["move.wav"]


@pytest.mark.parametrize(
    ("position", "points", "sound"),
    [
        (ALL_MARKS, ("e3", "e4"), "move"),
        (ALL_MARKS, ("g4", "g7", "b2"), "mill"),
        (drawn(white="a7 d7 g4 e3 c3", black="d6 f6 b2"), ("g4", "g7", "b2"), "end"),
    ],
)
def test_a_move_a_mill_and_the_end_sound_each_in_its_way(
    live_server_url: str,
    new_context: NewContext,
    game: Game,
    anna: User,
    position: str,
    points: tuple[str, ...],
    sound: str,
) -> None:
    User.objects.filter(pk=anna.pk).update(sounds=True, go_on=False)
    page = signed_in(new_context(), anna, live_server_url)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url) if ".wav" in request.url else None)
    table = Table(page, stand_at(game, position), live_server_url).open().ready()
    table.click(*points)

    with page.expect_response(lambda answer: answer.url.endswith(f"/{sound}.wav") and answer.ok):
        table.send()

    assert len(fetched) == 1


def test_a_last_move_heard_of_before_its_answer_sounds_as_the_end(
    live_server_url: str, new_context: NewContext, game: Game, anna: User
) -> None:
    User.objects.filter(pk=anna.pk).update(sounds=True, go_on=False)
    page = signed_in(new_context(), anna, live_server_url)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url) if ".wav" in request.url else None)
    position = drawn(white="a7 d7 g4 e3 c3", black="d6 f6 b2")
    table = Table(page, stand_at(game, position), live_server_url).open().ready()
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/moves/", lambda route: held.append((route, route.fetch())))
    table.click("g4", "g7", "b2")

    with page.expect_response(lambda answer: answer.url.endswith("/end.wav") and answer.ok):
        page.locator("#send").click()
    [(route, answer)] = held
    route.fulfill(response=answer)

    expect(page.locator("#play")).to_be_hidden()
    assert [url.rsplit("/", 1)[-1] for url in fetched] == ["end.wav"]


@pytest.mark.parametrize(("motion", "moving"), [("reduce", 0), ("no-preference", 1)])
def test_stones_slide_only_where_motion_is_welcome(
    live_server_url: str, new_context: NewContext, game: Game, anna: User, motion: str, moving: int
) -> None:
    page = signed_in(new_context(reduced_motion=motion), anna, live_server_url)
    Table(page, game, live_server_url).open().ready()

    animations = page.evaluate("""() => {
        document.querySelector("button[data-point=d6]").click();
        const drawn = document.querySelector("[data-layer=stones]");
        return drawn.getAnimations({ subtree: true }).filter((animation) => !animation.transitionProperty).length;
    }""")

    assert animations == moving


# --- Contrast ---------------------------------------------------------------------------------------------------------


def test_every_style_has_its_colours() -> None:
    sheet = STYLES.read_text(encoding="utf-8")

    assert [style for style in User.BoardStyle.values if f'[data-style="{style}"] {{' not in sheet] == ["wood"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("style", User.BoardStyle.values)
def test_board_stones_and_marks_stand_out(
    live_server_url: str, new_context: NewContext, game: Game, anna: User, style: str, scheme: str
) -> None:
    User.objects.filter(pk=anna.pk).update(board_style=style, color_scheme=scheme)
    page = signed_in(new_context(), anna, live_server_url)
    table = Table(page, stand_at(game, ALL_MARKS), live_server_url).open().ready()
    table.click("g4")
    at_first = contrasts_of(page)
    table.click("g7")

    found = at_first | contrasts_of(page)

    assert {"coordinates", "chosen", "target", "take", "mill", "white edge", "black pattern"} <= {
        what for what, _kind in found
    }
    assert {name: ratio for name, ratio in found.items() if ratio < ENOUGH[name[1]]} == {}


@pytest.mark.parametrize("media", [{"forced_colors": "active"}, {"contrast": "more"}])
def test_a_device_that_asks_for_contrast_gets_a_plain_board(
    live_server_url: str, new_context: NewContext, game: Game, media: dict[str, str]
) -> None:
    page = new_context(**media).new_page()
    Table(page, play(game, "d6"), live_server_url).open().ready()

    assert page.evaluate("getComputedStyle(document.querySelector('.board')).backgroundImage").count("url(") == 0
    assert {name: ratio for name, ratio in contrasts_of(page).items() if ratio < ENOUGH[name[1]]} == {}


def test_a_browser_that_knows_one_scheme_only_shows_the_light_one(
    published_url: str, new_context: NewContext, game: Game
) -> None:
    """Safari before 17.5 does not know `light-dark()`; a function that no browser knows takes its place here."""
    page = new_context(color_scheme="dark").new_page()

    def older(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("light-dark(", "no-such-function("))

    page.route("**/*.css", older)
    page.goto(f"{published_url}/games/{game.pk}/")

    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == LIGHT
    shown = page.evaluate(
        """() => ["--stone-white", "--stone-black", "--board-surface", "--paper"].map(
            (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim())"""
    )
    assert shown == ["#fbf5e6", "#2d2621", "#e3c69a", "#f5efe3"]
