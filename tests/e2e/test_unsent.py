"""Nobody is led away from what they are writing."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.core.models.games import Game
from tests.e2e.sitting import Sit
from tests.support.playing import fresh

pytestmark = pytest.mark.e2e

WRITING = {
    "message": ("Chat", "Message"),
    "note": ("Notes", "My notes"),
}


@pytest.mark.parametrize("what", WRITING)
def test_after_a_move_the_page_stays_while_something_is_unsent(
    sit: Sit, begin: Callable[..., Game], game: Game, anna: User, carla: User, what: str
) -> None:
    begin(black=carla)
    table = sit(game, anna)
    tab, label = WRITING[what]
    table.open_tab(tab)
    written = table.page.get_by_label(label, exact=True)
    written.fill("I am just writing")

    table.click("d6")
    table.send()

    expect(table.page.get_by_text("You are still writing something, so this game stays open.")).to_be_visible()
    expect(written).to_have_value("I am just writing")
    expect(table.page).to_have_url(table.address)
    expect(table.page.get_by_role("link", name="Next game")).to_be_visible()
    assert fresh(game).last_move == "d6"
