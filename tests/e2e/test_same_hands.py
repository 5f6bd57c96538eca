"""The analysis board, the game of two and the lesson have the hands of a game's page: touched stones, marks, sounds,
keys, and the names that stones have in the reader's style."""

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.core.models.games import Game
from tests.e2e.conftest import NewContext
from tests.e2e.sitting import Sit
from tests.e2e.table import open_menu, said, signed_in
from tests.support.playing import drawn, play, stand_at

pytestmark = pytest.mark.e2e

# White to move: g4-g7 closes a mill and may take any of five stones; d7 and a7 wait for it.
MILL_NEXT = drawn(white="a7 d7 g4 e3 c3", black="b6 d6 f4 b2 d2")
ANALYSIS = f"/analysis/?position={MILL_NEXT}"
TOUCHED = "You touched g4. Where should it go?"


class Reader:
    """Somebody with preferences in a browser."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        self.fetched: list[str] = []
        page.on("request", lambda request: self.fetched.append(request.url))

    def open(self, path: str) -> "Reader":
        self.page.goto(self.url + path)
        return self.ready()

    def ready(self) -> "Reader":
        expect(self.page.locator("[data-ready]")).to_be_attached()
        return self

    def reload(self) -> None:
        self.page.reload()
        self.ready()

    def click(self, *points: str) -> None:
        for name in points:
            self.point(name).click()

    def point(self, name: str) -> Locator:
        return self.page.locator(f"button[data-point={name}]")

    def expect_prompt(self, words: str) -> None:
        expect(self.page.locator("#prompt")).to_have_text(words)

    @property
    def sounds(self) -> list[str]:
        return [url.rsplit("/", 1)[-1] for url in self.fetched if url.endswith(".wav")]


@pytest.fixture
def reader(live_server_url: str, new_context: NewContext, anna: User) -> Reader:
    """Anna, who likes touched stones to be moved."""
    User.objects.filter(pk=anna.pk).update(touch_move=True)
    return Reader(signed_in(new_context(), anna, live_server_url), live_server_url)


def prefer(user: User, **preferences: bool | str) -> None:
    User.objects.filter(pk=user.pk).update(**preferences)


# --- Touched is moved -------------------------------------------------------------------------------------------------


def test_a_stone_touched_on_the_analysis_board_must_be_moved(reader: Reader) -> None:
    reader.open(ANALYSIS).click("g4")
    reader.expect_prompt(TOUCHED)

    reader.click("e3")

    reader.expect_prompt(TOUCHED)
    said(reader.page, "polite", "You touched g4, so you must move it.")
    expect(reader.page.get_by_role("button", name="Undo")).to_be_disabled()
    reader.click("g7", "b6")
    expect(reader.page.locator("#tree a[aria-current]")).to_have_text("g4-g7xb6")


def test_a_stone_touched_on_the_analysis_board_stays_touched(reader: Reader) -> None:
    reader.open(ANALYSIS).click("g4")

    reader.reload()
    reader.expect_prompt(TOUCHED)
    reader.click("g7", "b6")
    reader.page.get_by_role("button", name="Undo").click()

    reader.expect_prompt("White: choose a stone to move.")


def test_a_stone_touched_in_a_game_is_touched_after_a_reload(sit: Sit, game: Game, anna: User) -> None:
    prefer(anna, touch_move=True)
    table = sit(stand_at(game, MILL_NEXT), anna)
    table.click("g4")

    table.page.reload()
    table.ready().expect_prompt(TOUCHED)
    table.click("e3")

    table.expect_prompt(TOUCHED)
    table.click("g7", "b6")
    table.send()


def test_a_chosen_stone_is_chosen_after_a_reload_and_can_be_put_back(sit: Sit, game: Game, anna: User) -> None:
    table = sit(stand_at(game, MILL_NEXT), anna)
    table.click("g4")

    table.page.reload()
    table.ready().expect_prompt("Where should the stone on g4 go?")
    table.click("g4")

    table.expect_prompt("Choose a stone to move.")


def test_two_at_one_screen_agree_on_touching_by_themselves(reader: Reader, anna: User) -> None:
    prefer(anna, touch_move=False)
    reader.open(f"/analysis/?players=2#rules=standard&start={MILL_NEXT.replace(' ', '_')}")
    # The legal moves of a position in the fragment come by a request of their own.
    reader.expect_prompt("White: choose a stone to move.")
    reader.click("g4")
    reader.expect_prompt("Where should the stone on g4 go?")
    reader.click("g4")
    reader.expect_prompt("White: choose a stone to move.")

    reader.page.get_by_label("Touch-move").check()
    reader.click("g4", "g4")

    reader.expect_prompt(TOUCHED)
    reader.reload()
    reader.expect_prompt(TOUCHED)
    expect(reader.page.get_by_label("Touch-move")).to_be_checked()


def test_the_lesson_binds_as_well_and_lets_a_miss_be_tried_again(reader: Reader) -> None:
    reader.open("/learn/move/").click("b6", "f6")
    expect(reader.page.locator("#answer")).to_have_text("You touched b6, so you must move it.")

    reader.click("b4")
    expect(reader.page.locator("#learn")).to_have_attribute("data-state", "miss")
    reader.click("d7", "d6", "f4")

    expect(reader.page.locator("#learn")).to_have_attribute("data-state", "right")


# --- Marks, sounds ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/analysis/?moves=d6,f4", "/learn/open/"])
@pytest.mark.parametrize("marks", [True, False])
def test_marks_are_drawn_for_whoever_wants_them(reader: Reader, anna: User, path: str, marks: bool) -> None:
    prefer(anna, marks=marks)

    reader.open(path)

    drawn_marks = reader.page.locator("#playing-board").locator(".board__mill, .board__went-to")
    expect(drawn_marks).to_have_count(1 if marks else 0)


@pytest.mark.parametrize(
    ("path", "points", "sounds"),
    [
        ("/analysis/", ["d6"], ["move.wav"]),
        (ANALYSIS, ["g4", "g7", "b6"], ["mill.wav"]),
        (
            "/analysis/?position=" + drawn(white="a7 d7 g4 e3", black="b6 d6 f4"),
            ["g4", "g7", "b6"],
            ["end.wav", "mill.wav"],
        ),
        ("/learn/mill/", ["f6", "g4"], ["mill.wav"]),
        ("/learn/place/", ["d6"], ["move.wav"]),
    ],
)
def test_moves_are_heard(reader: Reader, anna: User, path: str, points: list[str], sounds: list[str]) -> None:
    prefer(anna, sounds=True)
    reader.open(path)

    with reader.page.expect_response(lambda answer: answer.url.endswith(sounds[0]) and answer.ok):
        reader.click(*points)

    assert sorted(reader.sounds) == sounds


def test_nothing_is_heard_by_who_wants_no_sounds(reader: Reader) -> None:
    reader.open("/analysis/").click("d6")

    reader.expect_prompt("Black: place a stone on a free point.")
    assert reader.sounds == []


# --- Guests -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def guest(live_server_url: str, new_context: NewContext) -> Reader:
    """Somebody without an account."""
    return Reader(new_context().new_page(), live_server_url)


def switch(guest: Reader, group: str, name: str) -> None:
    """Switch something below the board, and wait until it is saved."""
    if not guest.page.locator("#looks").evaluate("looks => looks.open"):
        open_menu(guest.page)
        guest.page.get_by_text("Board and sound").click()
    with guest.page.expect_response(lambda answer: answer.url.endswith("/preferences/look/") and answer.status == 204):
        guest.page.get_by_role("group", name=group).get_by_role("button", name=name, exact=True).click()


def test_a_guest_switches_marks_under_a_position_and_everywhere(guest: Reader, game: Game) -> None:
    marks = guest.page.locator("#playing-board .board__went-to")
    guest.open("/analysis/?moves=d6,f4")
    expect(marks).to_have_count(1)

    switch(guest, "Highlight last move and mills", "Off")

    expect(marks).to_have_count(0)
    guest.reload()
    expect(marks).to_have_count(0)
    play(game, "d6")
    guest.open(f"/games/{game.number}/")
    expect(marks).to_have_count(0)


def test_a_guest_binds_their_hands_in_the_middle_of_a_move(guest: Reader) -> None:
    guest.open(ANALYSIS).click("g4")

    switch(guest, "Touch-move", "On")
    guest.click("e3")

    guest.expect_prompt(TOUCHED)
    guest.reload()
    guest.expect_prompt(TOUCHED)
    switch(guest, "Touch-move", "Off")
    guest.click("e3")
    guest.expect_prompt("Where should the stone on e3 go?")


def test_a_guest_looking_on_has_nothing_to_touch(guest: Reader, game: Game) -> None:
    guest.open(f"/games/{game.number}/")
    open_menu(guest.page)
    guest.page.get_by_text("Board and sound").click()

    expect(guest.page.get_by_role("group", name="Highlight last move and mills")).to_be_visible()
    expect(guest.page.get_by_role("group", name="Touch-move")).to_have_count(0)


# --- Keys -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/analysis/", "/analysis/?players=2", "/learn/place/"])
def test_a_question_mark_shows_the_keys(reader: Reader, path: str) -> None:
    reader.open(path)

    reader.page.keyboard.press("?")

    expect(reader.page.get_by_role("dialog", name="Keyboard, voice and typing")).to_be_visible()


def test_keys_press_the_buttons_of_the_analysis_board(reader: Reader) -> None:
    reader.open("/analysis/?moves=d6,f4")
    reader.page.locator("#main").focus()

    for key, count in (("Home", "0/2"), ("ArrowRight", "1/2"), ("End", "2/2"), ("u", "1/1")):
        reader.page.keyboard.press(key)
        expect(reader.page.locator("[data-travel-count]")).to_have_text(count)
    reader.page.keyboard.press("t")
    reader.page.keyboard.type("f4")
    expect(reader.page.get_by_label("Type a move")).to_have_value("f4")


def test_a_key_leads_on_to_the_next_step_of_the_lesson(reader: Reader) -> None:
    reader.open("/learn/place/")

    reader.page.keyboard.press("n")

    expect(reader.page).to_have_url(f"{reader.url}/learn/mill/")
