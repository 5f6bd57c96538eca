"""Pages keep still: what stands below does not jump when the scripts come, and what is hidden leaves no gap."""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.core.models.games import Game
from tests.e2e.conftest import NewContext
from tests.e2e.sitting import Sit
from tests.support.playing import play

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize(
    ("path", "panel"), [("/games/{number}/", "#game-about"), ("/analysis/?moves=d6,f4", "#share-panel")]
)
def test_nothing_below_the_moves_jumps_when_the_scripts_come(
    new_context: NewContext, live_server_url: str, game: Game, path: str, panel: str
) -> None:
    play(game, "d6", "f4")
    places = []

    for scripts in ("kept away", "there"):
        page = new_context(strict=False).new_page()
        if scripts == "kept away":
            page.route("**/static/**/*.js", lambda route: route.abort())
        page.goto(live_server_url + path.format(number=game.number))
        if scripts == "there":
            expect(page.locator("[data-ready]")).to_be_attached()
        page.evaluate("document.fonts.ready.then(() => null)")
        places.append(page.locator(panel).bounding_box())

    assert places[0] is not None
    assert places[0] == places[1]


def test_the_form_of_who_is_not_on_move_leaves_no_gap(sit: Sit, game: Game, bert: User) -> None:
    table = sit(game, bert)

    assert table.page.locator("#play-more").bounding_box() is None


@pytest.mark.parametrize("path", ["/analysis/?moves=d6,f4", "/learn/take/", "/games/{number}/"])
def test_without_scripts_no_button_does_nothing(
    new_context: NewContext, live_server_url: str, game: Game, path: str
) -> None:
    play(game, "d6", "f4")
    page = new_context(java_script_enabled=False).new_page()

    page.goto(live_server_url + path.format(number=game.number))

    expect(page.locator("button[type=button]:visible:not([data-point])")).to_have_count(0)
