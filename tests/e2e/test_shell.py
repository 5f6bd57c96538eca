"""The app in a real browser: without a connection it says so; it keeps nothing private, and sends nothing twice.

The server goes away by being killed, so that the worker meets what it would meet in life.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from accounts.models import User
from games.chat.models import Message
from games.core.models.games import Game
from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.table import Table, signed_in
from tests.support.live import WebProcess, as_published, restartable_web_process
from tests.support.playing import fresh
from tests.support.published import publish, static_folders
from tests.support.servers import wait_for

pytestmark = pytest.mark.e2e

CONTROLLED = "() => navigator.serviceWorker.controller?.state === 'activated'"
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    found[name] = await Promise.all((await cache.keys()).map(async ({ url }) => {
      const text = await (await cache.match(url)).text();
      return [new URL(url).pathname, text];
    }));
  }
  return found;
}"""
REGISTRATIONS = "async () => (await navigator.serviceWorker.getRegistrations()).length"


@pytest.fixture
def server(transactional_db: None, published_files: Path) -> Iterator[WebProcess]:
    """A web process of the test's own with published files, and with the service worker that belongs to them."""
    with restartable_web_process(published=published_files) as process:
        yield process


def visit(page: Page, address: str) -> Page:
    """Go there, and wait until the worker has taken charge of the page."""
    page.goto(address)
    page.wait_for_function(CONTROLLED)
    return page


def heading(page: Page, words: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(words)


def kept(page: Page) -> dict[str, list[list[str]]]:
    """The caches by name: paths with their texts."""
    found: dict[str, list[list[str]]] = page.evaluate(KEPT)
    return found


@pytest.mark.smoke
def test_without_a_server_the_app_says_so_in_the_readers_language(server: WebProcess, new_context: NewContext) -> None:
    english, german = (
        visit(new_context(strict=False, locale=language, viewport=PHONE).new_page(), server.url)
        for language in ("en-GB", "de-AT")
    )

    server.kill()
    for page, words in ((english, "No connection"), (german, "Keine Verbindung")):
        page.goto(f"{server.url}/lobby/")
        heading(page, words)
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(245, 239, 227)"
        assert page.evaluate("document.fonts.check('1em Vollkorn')")

    server.start()
    for page, button in ((english, "Try again"), (german, "Noch einmal versuchen")):
        page.get_by_role("link", name=button).click()
        expect(page).to_have_url(f"{server.url}/lobby/")
        expect(page.get_by_role("navigation").first).to_be_visible()


def test_the_page_comes_back_by_itself_with_the_connection(server: WebProcess, new_context: NewContext) -> None:
    context = new_context(strict=False)
    page = visit(context.new_page(), server.url)
    context.set_offline(True)
    page.goto(f"{server.url}/rules/")
    heading(page, "No connection")

    context.set_offline(False)

    heading(page, "The rules of Mühle")


def test_the_language_is_that_of_the_last_page(server: WebProcess, new_context: NewContext) -> None:
    page = visit(new_context(strict=False).new_page(), f"{server.url}/rules/")
    page.get_by_role("button", name="Deutsch").click()
    heading(page, "Die Mühleregeln")

    server.kill()
    page.goto(f"{server.url}/lobby/")

    heading(page, "Keine Verbindung")


def test_nothing_that_a_player_sees_is_kept(
    server: WebProcess, new_context: NewContext, game: Game, anna: User
) -> None:
    page = signed_in(new_context(), anna, server.url)
    visit(page, server.url)
    for address in ("/preferences/", f"/games/{game.number}/", "/"):
        page.goto(server.url + address)

    caches = kept(page)

    [shell] = [name for name in caches if name.startswith("shell-")]
    paths = {path for path, _text in caches[shell]}
    assert caches["notes"] == [["/language", "en"]]
    assert {path for path in paths if not path.startswith("/static/")} == {
        "/offline/de/",
        "/offline/en/",
        "/unanswered/de/",
        "/unanswered/en/",
    }
    assert not [path for path, text in caches[shell] if "anna" in text]


def test_after_signing_out_the_server_is_asked_and_not_the_worker(
    server: WebProcess, new_context: NewContext, anna: User
) -> None:
    page = visit(signed_in(new_context(viewport=PHONE), anna, server.url), server.url)

    page.locator("summary", has_text="anna").click()
    page.get_by_role("button", name="Log out").click()
    page.goto(f"{server.url}/")

    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    expect(page.get_by_text("anna")).to_have_count(0)


def test_what_was_sent_without_an_answer_is_shown_and_never_sent_again(
    server: WebProcess, new_context: NewContext, game: Game, anna: User
) -> None:
    """A form without its script, such as a slow page leaves it: the browser itself sends it."""
    context = new_context(strict=False, viewport=PHONE)
    page = signed_in(context, anna, server.url)
    visit(page, server.url)
    page.route("**/*.js", lambda route: route.abort())
    page.goto(f"{server.url}/games/{game.number}/")
    form = page.locator("#talk")
    form.evaluate("form => { form.elements.text.value = 'Good luck!'; }")

    server.kill()
    form.evaluate("form => form.submit()")
    heading(page, "No response")
    server.start()
    page.get_by_role("link", name="Check").click()

    expect(page).to_have_url(f"{server.url}/games/{game.number}/")
    assert Message.objects.count() == 0


def test_a_move_that_cannot_be_sent_is_not_sent_later(
    server: WebProcess, new_context: NewContext, game: Game, anna: User
) -> None:
    page = signed_in(new_context(strict=False), anna, server.url)
    visit(page, server.url)
    table = Table(page, game, server.url).open().ready()
    table.click("d6")
    server.kill()
    page.locator("#send").click()
    table.expect_prompt("No connection. Trying again …")

    page.goto(f"{server.url}/lobby/")
    heading(page, "No connection")
    server.start()
    page.goto(table.address)

    table.wait_for_turn()
    assert fresh(game).ply == 0


def test_a_new_version_takes_over_and_clears_the_old_one_away(
    server: WebProcess, new_context: NewContext, tmp_path: Path
) -> None:
    page = visit(new_context().new_page(), server.url)
    [before] = [name for name in kept(page) if name.startswith("shell-")]

    server.kill()
    server.start(**as_published(republished(tmp_path)))
    page.goto(f"{server.url}/rules/")
    wait_for(lambda: before not in kept(page), seconds=150)

    [after] = [name for name in kept(page) if name.startswith("shell-")]
    assert after != before
    heading(page, "The rules of Mühle")


def republished(folder: Path) -> Path:
    """The published files after a change of the sheet."""
    source = folder / "source"
    for static in static_folders():
        shutil.copytree(static, source, dirs_exist_ok=True)
    with (source / "web" / "css" / "base.css").open("a", encoding="utf-8") as sheet:
        sheet.write("main { order: 0; }\n")
    publish(folder / "published", source)
    return folder / "published"


def test_the_operator_can_take_the_worker_away(server: WebProcess, new_context: NewContext) -> None:
    page = visit(new_context(strict=False).new_page(), server.url)

    server.kill()
    server.start(SERVICE_WORKER="false")
    page.goto(f"{server.url}/rules/")
    wait_for(lambda: page.evaluate(REGISTRATIONS) == 0)

    assert kept(page) == {}
    page.goto(f"{server.url}/lobby/")
    assert page.evaluate("navigator.serviceWorker.controller") is None


def test_a_page_says_when_the_connection_is_gone_and_when_it_is_back(
    live_server_url: str, new_context: NewContext, db: None
) -> None:
    context: BrowserContext = new_context()
    page = context.new_page()
    page.goto(f"{live_server_url}/rules/")
    word = page.locator("#connection")
    expect(word).to_have_text("")

    context.set_offline(True)
    expect(word).to_have_text("No connection. Nothing can be sent right now.")
    context.set_offline(False)

    expect(word).to_have_text("You are back online.")
    expect(word).to_have_text("")


def test_the_app_is_offered_where_the_browser_can_install_it(
    live_server_url: str, browser_page: Page, db: None
) -> None:
    browser_page.goto(f"{live_server_url}/rules/")
    button = browser_page.get_by_role("button", name="Install as an app")
    expect(button).to_be_hidden()

    browser_page.evaluate(
        "() => dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }),"
        " { prompt: () => { window.asked = true; } }))"
    )
    button.click()

    expect(button).to_be_hidden()
    assert browser_page.evaluate("window.asked") is True
