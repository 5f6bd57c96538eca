"""The board turned and mirrored: presentation only, kept by the browser, for every hand and key alike."""

import re

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.core.models.games import Game
from tests.e2e.conftest import NewContext
from tests.e2e.sitting import Sit
from tests.e2e.table import Table, middles, signed_in
from tests.support.playing import fresh, play
from tests.support.servers import wait_for

pytestmark = pytest.mark.e2e


def corners(table: Table) -> str:
    """The corners of the board as they are seen, clockwise from the top left."""
    names = ("a1", "a7", "g1", "g7")
    spots = dict(zip(names, middles(*map(table.point, names)), strict=True))
    left, top = (min(spot[axis] for spot in spots.values()) for axis in (0, 1))
    at = {(spot[0] == left, spot[1] == top): name for name, spot in spots.items()}
    return " ".join(at[place] for place in ((True, True), (False, True), (False, False), (True, False)))


def press(table: Table, name: str) -> None:
    table.open_more()
    table.page.get_by_role("button", name=name, exact=True).click()


def test_each_side_sees_the_board_from_its_seat(sit: Sit, game: Game, anna: User, bert: User) -> None:
    assert corners(sit(game, anna)) == "a7 g7 g1 a1"
    assert corners(sit(game, bert)) == "g1 a1 a7 g7"


@pytest.mark.parametrize(
    ("presses", "seen"),
    [
        (["Rotate board by 180°"], "g1 a1 a7 g7"),
        (["Rotate by 90°"], "a1 a7 g7 g1"),
        (["Flip board"], "g7 a7 a1 g1"),
        (["Rotate by 90°", "Flip board"], "a7 a1 g1 g7"),
        (["Flip board", "Rotate by 90°"], "g1 g7 a7 a1"),
        (["Rotate by 90°"] * 4, "a7 g7 g1 a1"),
    ],
)
def test_the_board_is_turned_and_mirrored_as_it_is_seen(sit: Sit, game: Game, presses: list[str], seen: str) -> None:
    table = sit(play(game, "d6"))

    for name in presses:
        press(table, name)

    assert corners(table) == seen
    # It slides there.
    stone = table.page.locator("[data-layer=stones] > [data-point=d6]")
    wait_for(lambda: middles(stone)[0] == pytest.approx(middles(table.point("d6"))[0], abs=4))


def test_coordinates_and_keys_follow_what_is_seen(sit: Sit, game: Game, anna: User) -> None:
    table = sit(game, anna)
    press(table, "Rotate by 90°")

    signs = (table.page.locator(f"[data-{name}]") for name in ("file=a", "rank='1'"))
    file_a, rank_1, a1 = middles(*signs, table.point("a1"))
    assert file_a[1] == pytest.approx(a1[1], abs=4)
    assert rank_1[0] == pytest.approx(a1[0], abs=4)
    table.point("a1").focus()
    table.page.keyboard.press("ArrowRight")

    expect(table.point("a4")).to_be_focused()


@pytest.mark.parametrize(
    ("who", "presses", "label"),
    [
        ("anna", [], "a7, outer ring, top left: white stone"),
        ("bert", [], "a7, outer ring, bottom right: white stone"),
        ("anna", ["Rotate by 90°"], "a7, outer ring, top right: white stone"),
        ("bert", ["Flip board"], "a7, outer ring, bottom left: white stone"),
    ],
)
def test_words_follow_what_is_seen(
    sit: Sit, game: Game, anna: User, bert: User, who: str, presses: list[str], label: str
) -> None:
    table = sit(play(game, "a7"), {"anna": anna, "bert": bert}[who])

    for name in presses:
        press(table, name)

    expect(table.point("a7")).to_have_attribute("aria-label", label)


def test_a_mirrored_board_is_played_on_by_drag(sit: Sit, game: Game, bert: User) -> None:
    table = sit(play(game, "d6"), bert)
    press(table, "Flip board")

    table.play_by_drag("f4", color="black")

    assert fresh(game).last_move == "f4"


def test_the_browser_keeps_how_the_board_was_turned(
    new_context: NewContext, live_server_url: str, game: Game, bert: User
) -> None:
    page = signed_in(new_context(), bert, live_server_url)
    table = Table(page, game, live_server_url).open().ready()
    press(table, "Flip board")

    table.open().ready()

    assert corners(table) == "a1 g1 g7 a7"


def test_what_is_shared_lies_as_the_board_lies(new_context: NewContext, live_server_url: str, game: Game) -> None:
    table = Table(new_context().new_page(), play(game, "d6"), live_server_url).open().ready()
    link, picture = table.page.locator("#share"), table.page.locator("a[data-follows][href*='board.svg']").first
    assert "?" not in link.input_value()

    for name in ("Flip board", "Rotate by 90°"):
        press(table, name)

    expect(link).to_have_value(f"{table.address}?quarter=1&mirrored=1")
    expect(picture).to_have_attribute("href", re.compile(r"quarter=1&mirrored=1$"))
    guest = new_context().new_page()
    guest.goto(link.input_value())
    assert corners(Table(guest, game, live_server_url).ready()) == corners(table) == "g1 g7 a7 a1"


def test_a_board_from_a_link_is_turned_from_how_it_lies(sit: Sit, game: Game) -> None:
    table = sit(game).open("?turned=1").ready()
    assert corners(table) == "g1 a1 a7 g7"

    press(table, "Rotate by 90°")

    assert corners(table) == "g7 g1 a1 a7"
    assert corners(table.open().ready()) == "g7 g1 a1 a7"


def test_an_analysis_is_shared_as_its_board_lies(new_context: NewContext, live_server_url: str, db: None) -> None:
    page = new_context().new_page()
    page.goto(f"{live_server_url}/analysis/?moves=d6")
    page.get_by_role("button", name="Rotate by 90°").click()

    link = f"{live_server_url}/analysis/?quarter=1&rules=standard&moves=d6"
    expect(page.locator("#share")).to_have_value(link)
