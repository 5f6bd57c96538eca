"""Zwickmühlen pointed out on the board, by a button, to those who may see them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import resign
from tests.e2e.sitting import Sit, Through
from tests.support.playing import drawn, stand_at

pytestmark = pytest.mark.e2e

SWINGING = drawn(white="a7 g7 b6 f6 d6", black="a1 g1 e4 c3 d3")
BUTTON = "Show Zwickmühlen"


def test_a_zwickmuehle_is_drawn_and_told(sit: Sit, game: Game) -> None:
    table = sit(stand_at(game, SWINGING))
    table.open_more()
    button = table.page.get_by_role("button", name=BUTTON)

    button.click()

    words = table.page.locator("#zwickmuehlen-words")
    expect(words).to_contain_text("Zwickmühle for White: the stone on d6 moves to d7 and back, between ")
    expect(table.page.locator(".board__partner")).to_have_count(4)
    expect(table.page.locator(".board__swing")).to_have_count(1)
    table.expect_stone("d6", "white stone, in a mill, Zwickmühle with d7")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(table.page.locator(".board__partner, .board__swing")).to_have_count(0)


def test_every_half_move_that_is_shown_has_its_own(sit: Sit, game: Game) -> None:
    table = sit(stand_at(game, SWINGING))

    table.page.keyboard.press("z")
    expect(table.page.locator(".board__swing")).to_have_count(1)
    table.page.keyboard.press("Home")

    expect(table.page.locator("#zwickmuehlen-words")).to_have_text("No Zwickmühle here.")
    expect(table.page.locator(".board__swing")).to_have_count(0)


def test_a_player_of_a_rated_game_gets_them_when_it_is_over(sit: Sit, game: Game, anna: User, bert: User) -> None:
    table = sit(stand_at(game, SWINGING), anna)
    button = table.page.get_by_role("button", name=BUTTON)
    expect(button).to_be_hidden()

    resign(game.number, bert)

    table.open_more()
    button.click()
    expect(table.page.locator(".board__swing")).to_have_count(1)


def test_a_casual_game_shows_them_to_its_players(
    sit: Sit, program: Through, begin: Callable[..., Game], anna: User
) -> None:
    table = sit(stand_at(begin(Agreement(rated=False)), SWINGING), anna)

    table.open_more()
    table.page.get_by_role("button", name=BUTTON).click()

    expect(table.page.locator(".board__swing")).to_have_count(1)
