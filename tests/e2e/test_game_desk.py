"""The tabs beside or below the board, the menus of the bar, and what is told over it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.chat import messages
from games.core.models.games import Game
from games.play.actions import offer_draw, resign
from tests.e2e.conftest import PHONE
from tests.e2e.sitting import Sit
from tests.e2e.table import resize
from tests.support.playing import play

pytestmark = pytest.mark.e2e


@pytest.mark.smoke
def test_tabs_are_one_tab_stop_and_arrows_walk_along_them(sit: Sit, game: Game, anna: User) -> None:
    table = sit(play(game, "d6", "f4"), anna)
    tabs = table.page.get_by_role("tablist").get_by_role("tab")
    shown = table.page.get_by_role("tabpanel")
    expect(tabs).to_have_text(["Moves", "Chat", "Notes", "Conditional", "Game"])
    expect(shown).to_have_accessible_name("Moves")

    tabs.first.focus()
    table.page.keyboard.press("ArrowRight")

    expect(tabs.nth(1)).to_be_focused()
    expect(tabs.nth(1)).to_have_attribute("aria-selected", "true")
    expect(shown).to_have_accessible_name("Chat")
    assert [tab.get_attribute("tabindex") for tab in tabs.all()] == ["-1", "0", "-1", "-1", "-1"]
    table.page.keyboard.press("End")
    expect(shown).to_have_accessible_name("Game")
    table.page.keyboard.press("ArrowRight")
    expect(shown).to_have_accessible_name("Moves")
    assert set(table.stones()) == {"d6", "f4"}, "arrows on the tabs do not walk through the game"


def test_on_a_small_phone_a_tab_opens_a_sheet_over_the_board_and_escape_closes_it(
    sit: Sit, game: Game, anna: User
) -> None:
    table = sit(play(game, "d6", "f4"), anna, viewport={"width": 320, "height": 568})
    link = table.page.get_by_role("link", name="f4", exact=True)
    expect(link).to_be_hidden()

    table.open_tab("Moves")
    expect(link).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(link).to_be_hidden()
    table.open_tab("Moves")
    table.page.get_by_role("button", name="Close").click()

    expect(link).to_be_hidden()


def test_a_message_that_has_not_been_seen_is_marked_at_its_tab_until_it_is(
    sit: Sit, game: Game, anna: User, bert: User
) -> None:
    table = sit(game, anna)
    tab = table.page.locator("#tab-talk")
    expect(tab).not_to_have_attribute("data-news", "")

    messages.send_message(game.number, bert, "Good luck!")

    expect(tab).to_have_attribute("data-news", "")
    table.open().ready()
    expect(tab).to_have_attribute("data-news", "")
    table.open_tab("Chat")
    expect(tab).not_to_have_attribute("data-news", "")
    table.open().ready()
    expect(tab).not_to_have_attribute("data-news", "")


@pytest.mark.parametrize("screen", [PHONE, {"width": 740, "height": 360}], ids=["upright", "on its side"])
def test_a_menu_closes_by_escape_or_a_click_elsewhere(sit: Sit, game: Game, anna: User, screen: dict[str, int]) -> None:
    table = sit(game, anna, viewport=screen)
    more = table.page.locator("#bar-more > summary")
    sheet = table.page.locator("#bar-more > .pop__sheet")

    more.click()
    table.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(more).to_be_focused()
    more.click()
    table.page.locator("#prompt").click()

    expect(sheet).to_be_hidden()


@pytest.mark.parametrize("state", ["move", "wait", "draw offered", "over"])
def test_a_menu_stays_within_the_window_whatever_is_unfolded_in_it(
    sit: Sit, game: Game, anna: User, bert: User, state: str
) -> None:
    if state == "wait":
        play(game, "d6")
    elif state == "draw offered":
        offer_draw(play(game, "d6", "f4", "g7", "b2").number, bert)
    elif state == "over":
        resign(game.number, bert)
    table = sit(game, anna)
    sheet = table.page.locator("#bar-more > .pop__sheet")
    folds = sheet.locator("details > summary:visible")
    outside = []

    for width, height in [(320, 568), (390, 844), (740, 360), (640, 325), (768, 1024), (1024, 768), (1366, 650)]:
        resize(table.page, width, height)
        table.page.locator("#bar-more > summary").click()
        for fold in [None, *folds.all()]:
            if fold:
                fold.click()
            box = sheet.bounding_box()
            assert box is not None
            right, bottom = box["x"] + box["width"], box["y"] + box["height"]
            if min(box["x"], box["y"]) < 0 or right > width or bottom > height:
                outside.append((width, height, fold and fold.inner_text(), box))
        table.page.keyboard.press("Escape")

    assert outside == []


def test_what_was_told_is_closed_and_comes_again_with_something_new(sit: Sit, game: Game, anna: User) -> None:
    table = sit(game, anna, strict=False)
    told = table.page.locator("#game-notices")
    expect(told).to_be_hidden()

    table.page.keyboard.press("t")
    table.page.keyboard.type("zz")
    table.page.keyboard.press("Enter")
    expect(told).to_contain_text("“zz” is not a move.")
    told.get_by_role("button", name="Close").click()
    expect(told).to_be_hidden()
    table.page.keyboard.press("t")
    table.page.keyboard.type("yy")
    table.page.keyboard.press("Enter")

    expect(told).to_be_visible()


def test_a_saved_note_stays_in_view_and_leaves_the_rest_of_the_page_as_it_is(sit: Sit, game: Game, anna: User) -> None:
    table = sit(game, anna)
    table.open_tab("Chat")
    table.page.get_by_label("Message", exact=True).fill("Half a message")
    table.open_tab("Notes")
    table.page.get_by_label("My notes", exact=True).fill("Beware of f4.")
    table.page.get_by_label("Show to everyone when the game is over").check()

    table.page.get_by_role("button", name="Save note").click()

    expect(table.page.get_by_text("The note is saved.")).to_be_visible()
    expect(table.page.get_by_role("tabpanel")).to_have_accessible_name("Notes")
    expect(table.page.get_by_label("My notes", exact=True)).to_have_value("Beware of f4.")
    expect(table.page.get_by_label("Show to everyone when the game is over")).to_be_checked()
    table.open_tab("Chat")
    expect(table.page.get_by_label("Message", exact=True)).to_have_value("Half a message")
    table.open().ready()
    table.open_tab("Notes")
    expect(table.page.get_by_label("My notes", exact=True)).to_have_value("Beware of f4.")


def test_the_strip_follows_what_happens_in_other_games(
    sit: Sit, begin: Callable[..., Game], game: Game, anna: User, carla: User
) -> None:
    other = begin(white=carla, black=anna)
    table = sit(game, anna)
    strip = table.page.locator("#strip")
    expect(strip.get_by_role("link", name="carla")).to_have_count(0)

    play(other, "d6")

    expect(strip.get_by_role("link", name="carla")).to_have_count(1)
    play(other, "f4")
    expect(strip.get_by_role("link", name="carla")).to_have_count(0)


def test_the_foot_of_other_pages_is_in_the_last_tab(sit: Sit, game: Game, anna: User) -> None:
    table = sit(game, anna)

    table.open_tab("Game")

    foot = table.page.locator("#sheet-about .footer")
    expect(foot.get_by_role("link", name="For developers")).to_be_visible()
    foot.get_by_role("button", name="Deutsch").click()
    expect(table.page.locator("html")).to_have_attribute("lang", "de")
    expect(table.page).to_have_url(table.address)
