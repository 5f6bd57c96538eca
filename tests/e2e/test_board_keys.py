"""Keys for everything that has a button, and the overview that tells them."""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.core.models.games import Game
from tests.e2e.sitting import Sit
from tests.e2e.table import Table, middle
from tests.support.playing import fresh, play

pytestmark = pytest.mark.e2e


def press(table: Table, *keys: str) -> None:
    for key in keys:
        table.page.keyboard.press(key)


def test_a_move_is_made_taken_back_and_sent_by_keys_alone(sit: Sit, game: Game, anna: User) -> None:
    table = sit(game, anna)
    table.point("a7").focus()

    press(table, "Enter")
    table.expect_prompt("Send a7?")
    press(table, "u")
    table.expect_prompt("Place a stone on a free point.")
    press(table, "ArrowRight", "Space", "s")

    expect(table.page.locator("#play")).to_have_attribute("data-turn", "theirs")
    assert fresh(game).last_move == "d7"


def test_a_key_right_after_a_touch_finds_its_button(sit: Sit, game: Game, anna: User) -> None:
    """The words and buttons beside the board are shown a frame after the stone, unless somebody is quicker."""
    table = sit(game, anna)

    drawn = table.page.evaluate("""() => {
        const isDrawn = () => document.querySelector("[data-layer=stones] > [data-point=a7]") !== null;
        document.querySelector("button[data-point=a7]").click();
        const placed = isDrawn();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "u", bubbles: true }));
        return [placed, isDrawn()];
    }""")

    assert drawn == [True, False]


def test_home_and_end_lead_through_the_game(sit: Sit, game: Game) -> None:
    table = sit(play(game, "d6", "f4", "g7"))

    press(table, "Home")
    assert table.stones() == {}
    press(table, "End", "ArrowLeft")

    assert set(table.stones()) == {"d6", "f4"}


def test_a_leads_to_the_analysis_of_what_is_shown(sit: Sit, game: Game) -> None:
    table = sit(play(game, "d6", "f4", "g7"))

    press(table, "ArrowLeft", "a")

    expect(table.page).to_have_url(table.address.partition("/games/")[0] + f"/analysis/?game={game.number}&ply=2")


def test_letters_turn_the_board(sit: Sit, game: Game) -> None:
    table = sit(game)
    a7 = middle(table.point("a7"))

    press(table, "f")
    assert middle(table.point("g1")) == a7
    press(table, "f", "r")
    assert middle(table.point("a1")) == a7
    press(table, "m", "r")

    assert middle(table.point("a1")) != a7


def test_the_overview_opens_by_key_and_gives_the_focus_back(sit: Sit, game: Game, anna: User) -> None:
    table = sit(game, anna)
    overview = table.page.get_by_role("dialog", name="Keyboard, voice and typing")
    table.point("d6").focus()

    press(table, "?")
    expect(overview).to_be_visible()
    press(table, "f", "Escape")

    expect(overview).to_be_hidden()
    expect(table.point("d6")).to_be_focused()


def test_letters_are_letters_while_something_is_written(sit: Sit, game: Game, anna: User) -> None:
    table = sit(game, anna)
    a7 = middle(table.point("a7"))
    table.open_tab("Chat")
    message = table.page.get_by_label("Message", exact=True)
    message.scroll_into_view_if_needed()
    message.focus()

    table.page.keyboard.type("from me?")

    expect(message).to_have_value("from me?")
    table.page.evaluate("window.scrollTo(0, 0)")
    assert middle(table.point("a7")) == a7
    expect(table.page.get_by_role("dialog")).to_be_hidden()


def test_letters_can_be_switched_off_for_good(sit: Sit, game: Game) -> None:
    table = sit(play(game, "d6"))
    a7 = middle(table.point("a7"))
    press(table, "?")
    table.page.get_by_label("Single-letter shortcuts").uncheck()
    press(table, "Escape", "f")
    assert middle(table.point("a7")) == a7

    table.open().ready()
    press(table, "f", "?")

    assert middle(table.point("a7")) == a7
    expect(table.page.get_by_role("dialog")).to_be_hidden()
    press(table, "ArrowLeft")
    assert table.stones() == {}
