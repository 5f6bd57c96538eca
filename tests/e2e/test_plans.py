"""Moves ahead on the board, in a real browser: lines are made, kept, shown again, and answer the opponent's move."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.core.models.games import Game
from games.play.models import Plan
from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.table import signed_in
from tests.support.playing import fresh, play

pytestmark = pytest.mark.e2e

Open = Callable[[Game, User], Page]


@pytest.fixture
def open_plan(live_server_url: str, new_context: NewContext) -> Open:
    """A factory of pages of moves ahead, on a phone."""

    def make(game: Game, player: User) -> Page:
        page = signed_in(new_context(viewport=PHONE), player, live_server_url)
        page.goto(f"{live_server_url}/games/{game.number}/")
        page.get_by_role("tab", name="Conditional").click()
        page.get_by_role("link", name="Set conditional moves").click()
        return ready(page)

    return make


def ready(page: Page) -> Page:
    expect(page.locator("#analysis[data-ready]")).to_be_attached()
    return page


def touch(page: Page, *points: str) -> None:
    """Place stones, and wait each time until the server has said what may be played next."""
    for point in points:
        page.locator(f"button[data-point={point}]").click()
        expect(page.locator("#tree [aria-current]")).to_have_text(point)
        expect(page.locator("#standing:not([data-waiting])")).to_be_attached()


def back_to_the_beginning(page: Page) -> None:
    page.get_by_role("button", name="To the beginning").click()


def expect_words(page: Page, words: str) -> None:
    expect(page.locator("#plan-words")).to_have_text(re.compile(re.escape(words)))


@pytest.mark.smoke
def test_a_plan_made_on_the_board_answers_the_next_move(open_plan: Open, game: Game, anna: User) -> None:
    page = open_plan(play(game, "d6"), anna)
    expect_words(page, "Nothing is planned")

    touch(page, "f4", "d2")
    back_to_the_beginning(page)
    touch(page, "b4", "f2")
    expect_words(page, "Answers planned: 2. Not kept yet.")
    page.get_by_role("button", name="Keep this plan").click()

    expect(page.get_by_text("Your plan is kept.")).to_be_visible()
    assert Plan.objects.get().lines == [["f4", "d2"], ["b4", "f2"]]
    page.get_by_role("tab", name="Conditional").click()
    page.get_by_role("link", name="Your conditional moves").click()
    expect_words(ready(page), "Answers planned: 2.")
    play(game, "b4")
    assert fresh(game).last_move == "f2"


def test_a_move_has_one_answer_and_what_has_none_is_named(open_plan: Open, game: Game, anna: User) -> None:
    page = open_plan(play(game, "d6"), anna)

    touch(page, "f4", "d2")
    page.get_by_role("button", name="One move back").click()
    touch(page, "b4")
    expect(page.locator("#tree")).not_to_contain_text("d2")
    page.get_by_role("button", name="Restore").click()
    expect(page.locator("#tree")).to_contain_text("d2")
    back_to_the_beginning(page)
    touch(page, "g7")

    expect_words(page, "Not answered yet, and so not part of the plan: g7.")
    expect(page.locator("#id_lines")).to_have_value("f4 d2")


def test_a_plan_that_came_too_late_changes_nothing_and_says_so(open_plan: Open, game: Game, anna: User) -> None:
    page = open_plan(play(game, "d6"), anna)
    touch(page, "f4", "d2")

    play(game, "g7")
    page.get_by_role("button", name="Keep this plan").click()

    expect(page.get_by_text("Moves are planned while your opponent is to move.")).to_be_visible()
    assert not Plan.objects.exists()
