"""The evaluation of positions on the analysis board, in a real browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.core.models.games import Game
from games.play.actions import resign
from muehle import Position
from tests.e2e.axe import violations
from tests.e2e.conftest import NewContext
from tests.e2e.table import signed_in
from tests.e2e.test_every_page import ACROSS, SPILLING
from tests.support.playing import drawn, stand_at

pytestmark = pytest.mark.e2e

WON = "WWW.B.B.B............... w 0 0 0"
PLAYED = drawn(white="a7 b4 e5 f2 d3 g4", black="g1 c3 f6 d6 a1 d1")
ADDRESS = re.compile(r"/api/v1/positions/evaluate/$")
TOO_CLOSE = "This position is too close to one of your ongoing games, so it is not evaluated."

Reader = Callable[..., Page]


@pytest.fixture
def reader(live_server_url: str, new_context: NewContext) -> Reader:
    """A factory of pages of a player who looks at the analysis board with this query."""

    def make(user: User, query: str, **options: object) -> Page:
        page = signed_in(new_context(**options), user, live_server_url)
        page.goto(f"{live_server_url}/analysis/{query}")
        expect(page.locator("#analysis[data-ready]")).to_be_attached()
        return page

    return make


def switch_on(page: Page) -> None:
    page.get_by_label("Evaluate the position").check()


def value(page: Page) -> Locator:
    return page.locator("#evaluation [data-value]")


def moves(page: Page) -> Locator:
    return page.locator("#evaluation [data-list] button")


def test_nothing_is_asked_until_it_is_switched_on(reader: Reader, anna: User) -> None:
    page = reader(anna, f"?position={WON}")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if ADDRESS.search(request.url) else None)

    page.locator("button[data-point=a7]").click()
    page.locator("button[data-point=d5]").click()
    expect(page.locator("#prompt")).to_have_text("Black: choose a stone to move.")
    assert asked == []

    switch_on(page)
    expect(value(page)).to_have_text(re.compile("wins"))
    assert len(asked) == 1


def test_value_line_and_moves_are_shown_and_the_line_is_played(reader: Reader, anna: User) -> None:
    page = reader(anna, f"?position={WON}")

    switch_on(page)

    expect(value(page)).to_have_text("White wins (proved)")
    expect(page.locator("#evaluation [data-note]")).to_have_text(
        re.compile(r"^The next capture or block comes in \d+ half-moves at the latest\.$")
    )
    expect(moves(page)).to_have_count(5)
    page.get_by_role("button", name=re.compile(r"^Show all \d+ moves$")).click()
    assert moves(page).count() > 5
    page.locator("#evaluation [data-line] button").nth(1).click()
    expect(page.locator("#tree a[aria-current]")).to_be_visible()
    expect(page.locator("[data-travel-count]")).to_have_text("2/2")
    expect(value(page)).to_be_focused()
    expect(value(page)).to_have_text("White wins (proved)")
    assert violations(page) == []


def test_an_estimate_is_called_one(reader: Reader, carla: User) -> None:
    page = reader(carla, f"?position={PLAYED}")

    switch_on(page)

    expect(value(page)).to_have_text(re.compile(r"^White \d+% \(estimated\)$"))
    expect(page.locator("#evaluation [data-note]")).to_have_text(re.compile(r"^Half-moves looked ahead: \d+\.$"))


def test_a_player_gets_no_help_in_their_game_and_gets_it_after_the_game(
    reader: Reader, game: Game, anna: User, bert: User
) -> None:
    stand_at(game, PLAYED)
    mirrored = Position.parse(PLAYED).swapped().text
    for query in (f"?position={PLAYED}", f"?position={mirrored}"):
        page = reader(anna, query, strict=False)
        switch_on(page)
        expect(value(page)).to_have_text(TOO_CLOSE)
        expect(moves(page)).to_have_count(0)
    far = reader(anna, f"?position={WON}")
    switch_on(far)
    expect(value(far)).to_have_text("White wins (proved)")

    resign(game.number, bert)
    page = reader(anna, f"?position={PLAYED}")
    switch_on(page)
    expect(value(page)).to_have_text(re.compile("estimated"))


def test_the_board_of_an_ongoing_game_gives_no_help_either(
    reader: Reader, game: Game, anna: User, live_server_url: str
) -> None:
    page = reader(anna, "", strict=False)
    page.goto(f"{live_server_url}/games/{game.number}/")
    link = page.locator(f'a[href*="/analysis/?game={game.number}"]').first
    page.goto(str(link.get_attribute("href")))

    switch_on(page)

    expect(value(page)).to_have_text(TOO_CLOSE)


def test_a_busy_server_is_asked_once_more_by_itself(reader: Reader, anna: User) -> None:
    page = reader(anna, f"?position={WON}", strict=False)
    busy = {"code": "evaluation_busy", "detail": "Busy.", "status": 429}
    page.route(ADDRESS, lambda route: route.fulfill(status=429, json=busy, headers={"Retry-After": "0"}), times=1)

    switch_on(page)

    expect(value(page)).to_have_text("White wins (proved)")


def test_visitors_are_asked_to_log_in(browser_page: Page, live_server_url: str) -> None:
    browser_page.goto(f"{live_server_url}/analysis/?position={WON}")

    expect(browser_page.locator("#evaluation-on")).to_have_count(0)
    expect(browser_page.locator(".evaluation").get_by_role("link", name="Log in")).to_have_attribute(
        "href", "/accounts/login/?next=/analysis/"
    )


@pytest.mark.parametrize("size", [(320, 640), (768, 1024), (1366, 650), (844, 390)])
def test_the_panel_fits_on_every_screen(reader: Reader, anna: User, size: tuple[int, int]) -> None:
    page = reader(anna, f"?position={WON}", viewport={"width": size[0], "height": size[1]})

    switch_on(page)

    expect(moves(page)).to_have_count(5)
    assert page.evaluate(SPILLING) == []
    assert page.evaluate(ACROSS) <= 0
