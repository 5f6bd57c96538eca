"""A game elsewhere: in a frame on another site, on paper, and given away from its page."""

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from games.core.models.games import Game
from tests.e2e.axe import violations
from tests.e2e.conftest import DESKTOP, PHONE, NewContext
from tests.e2e.table import Table
from tests.e2e.test_every_page import faults
from tests.support.playing import play

pytestmark = pytest.mark.e2e

OtherSite = Callable[[str], str]
IS_DRAWN = "image => image.complete && image.naturalWidth === 600"


@pytest.fixture
def other_site() -> Iterator[OtherSite]:
    """A site of another origin: give it the body of its page, and it says where that page is."""
    pages: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = f"<!doctype html><title>Elsewhere</title><link rel=icon href=data:,>{pages[-1]}".encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, args=[0.02], daemon=True).start()

        def publish(body: str) -> str:
            pages.append(body)
            # By another name it is another site too, not only another origin.
            return f"http://localhost:{server.server_port}/"

        yield publish
        server.shutdown()


@pytest.fixture
def begun(game: Game) -> Game:
    """Anna against Bert, three half-moves played: d6, f4 and d2."""
    return play(game, "d6", "f4", "d2")


def embedded(page: Page) -> FrameLocator:
    return page.frame_locator("iframe")


def test_the_lines_of_the_page_show_the_board_on_another_site(
    live_server_url: str, new_context: NewContext, other_site: OtherSite, begun: Game
) -> None:
    page = new_context().new_page()
    Table(page, begun, live_server_url).open().ready()
    page.get_by_role("tab", name="Game").click()
    page.locator("#fold-embed summary").click()
    lines = page.locator("#embed-code").input_value()
    visitor = new_context()
    elsewhere = visitor.new_page()

    elsewhere.goto(other_site(lines))

    frame = embedded(elsewhere)
    expect(frame.locator("#embed[data-ready]")).to_be_visible()
    expect(frame.locator("#seat-bottom")).to_contain_text("anna")
    expect(frame.locator("#state")).to_have_text("bert to move")
    assert frame.locator("#board").evaluate(IS_DRAWN)
    frame.get_by_role("link", name="One move back").click()
    expect(frame.locator("#count")).to_have_text("2/3")
    expect(frame.locator("#board")).to_have_attribute(
        "src", f"{live_server_url}/games/{begun.number}/board.svg?ply=2&style=wood"
    )
    frame.locator("#embed").press("ArrowLeft")
    expect(frame.get_by_role("img")).to_have_attribute("alt", "The board after half-move 1 of 3")
    assert visitor.cookies() == []


def test_nothing_else_can_be_framed(
    live_server_url: str, new_context: NewContext, other_site: OtherSite, begun: Game
) -> None:
    page = new_context(strict=False).new_page()

    page.goto(other_site(f'<iframe src="{live_server_url}/games/{begun.number}/"></iframe>'))
    page.wait_for_load_state("load")

    assert embedded(page).locator("#game").count() == 0


def test_a_picture_can_be_shown_by_another_site_and_read_by_its_scripts(
    live_server_url: str, browser_page: Page, other_site: OtherSite, begun: Game
) -> None:
    picture = f"{live_server_url}/games/{begun.number}/board.png?ply=1"

    browser_page.goto(other_site(f'<img src="{picture}" crossorigin>'))

    expect(browser_page.locator("img")).to_have_js_property("naturalWidth", 600)
    assert browser_page.evaluate("async url => (await (await fetch(url)).blob()).type", picture) == "image/png"


def test_the_embedded_board_finds_new_moves_by_itself(live_server_url: str, browser_page: Page, begun: Game) -> None:
    browser_page.clock.install()
    browser_page.goto(f"{live_server_url}/games/{begun.number}/embed/")
    expect(browser_page.locator("#count")).to_have_text("3/3")

    play(begun, "g7")
    browser_page.clock.run_for(21_000)

    expect(browser_page.locator("#count")).to_have_text("4/4")
    expect(browser_page.locator("#state")).to_have_text("anna to move")
    expect(browser_page.locator("#board")).to_have_attribute("alt", "The board after half-move 4 of 4")


def test_the_embedded_board_works_without_scripts(live_server_url: str, new_context: NewContext, begun: Game) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"{live_server_url}/games/{begun.number}/embed/?style=paper")

    page.get_by_role("link", name="To the beginning").click()
    page.get_by_role("link", name="One move forward").click()

    expect(page.locator("#count")).to_have_text("1/3")
    expect(page.locator("#board")).to_have_attribute("src", f"/games/{begun.number}/board.svg?ply=1&style=paper")


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_frame_and_the_paper_fit_and_can_be_used(
    live_server_url: str, new_context: NewContext, begun: Game, screen: dict[str, int], language: str
) -> None:
    page = new_context(viewport=screen, locale=language).new_page()

    for name in ("embed", "print"):
        assert faults(page, f"{live_server_url}/games/{begun.number}/{name}/") == {}
        assert violations(page) == []


def test_on_paper_there_is_nothing_to_press(live_server_url: str, browser_page: Page, begun: Game) -> None:
    browser_page.goto(f"{live_server_url}/games/{begun.number}/print/")
    expect(browser_page.get_by_role("button", name="Print")).to_be_visible()

    browser_page.emulate_media(media="print", color_scheme="dark")

    expect(browser_page.get_by_role("button")).to_have_count(0)
    expect(browser_page.locator(".paper__diagrams img")).to_be_visible()
    expect(browser_page.locator("body")).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    assert browser_page.pdf().startswith(b"%PDF")


# --- On the page of the game ------------------------------------------------------------------------------------------


def test_every_address_follows_what_is_shown(live_server_url: str, browser_page: Page, begun: Game) -> None:
    table = Table(browser_page, begun, live_server_url).open().ready()
    expect(browser_page.locator("#share-position")).to_be_hidden()

    browser_page.locator("#ply-2").click()

    expect(browser_page.locator("#share-ply")).to_have_value(f"{table.address}?ply=2")
    for name in ("board.png", "board.svg", "qr.svg"):
        link = browser_page.locator(f"[href^='{table.address}{name}']")
        expect(link).to_have_attribute("href", f"{table.address}{name}?ply=2&style=wood")
    assert f'src="{table.address}embed/?ply=2&amp;style=wood"' in browser_page.locator("#embed-code").input_value()


def test_the_link_is_copied(live_server_url: str, new_context: NewContext, begun: Game) -> None:
    page = new_context(permissions=["clipboard-read", "clipboard-write"]).new_page()
    table = Table(page, begun, live_server_url).open().ready()

    page.get_by_role("tab", name="Game").click()
    page.locator("#copy-link").click()

    expect(page.locator("#polite")).to_have_text("Link copied.")
    assert page.evaluate("navigator.clipboard.readText()") == table.address


def test_where_the_browser_lets_nothing_be_copied_it_is_said(
    live_server_url: str, new_context: NewContext, begun: Game
) -> None:
    page = new_context().new_page()
    page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))")
    Table(page, begun, live_server_url).open().ready()

    page.get_by_role("tab", name="Game").click()
    page.locator("#copy-link").click()

    expect(page.locator("#assertive")).to_have_text("Your browser does not allow copying here.")


def test_the_qr_code_opens_in_a_dialog_and_goes_away_again(
    live_server_url: str, browser_page: Page, begun: Game
) -> None:
    table = Table(browser_page, begun, live_server_url).open().ready()
    button = browser_page.get_by_role("link", name="QR code")

    browser_page.get_by_role("tab", name="Game").click()
    button.click()

    dialog = browser_page.get_by_role("dialog")
    expect(dialog).to_contain_text(table.address)
    expect(dialog.get_by_role("img")).to_have_js_property("complete", value=True)
    browser_page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(button).to_be_focused()


def test_where_the_system_can_share_it_is_given_the_half_move(
    live_server_url: str, browser_page: Page, begun: Game
) -> None:
    """Chromium on Linux has no share sheet; what a phone has is stood for by a function that remembers."""
    browser_page.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    table = Table(browser_page, begun, live_server_url).open("?ply=1").ready()

    browser_page.get_by_role("tab", name="Game").click()
    browser_page.get_by_role("button", name="Share").click()

    assert browser_page.evaluate("window.shared.url") == f"{table.address}?ply=1"
