"""Fixtures for tests that drive a real browser: Chromium as it is installed on this machine."""

import os
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from accounts.models import User
from games.core.models.games import Game
from tests.e2e.chromium import chromium
from tests.e2e.sitting import Sit, Through
from tests.e2e.table import ApiProgram, Table, signed_in

# The pages' own words are tested in English unless a test asks for another language.
PHONE = {"width": 320, "height": 640}
DESKTOP = {"width": 1280, "height": 900}
# Long, for a machine that is busy with other tests: nothing is said by it about how fast a page is.
SECONDS_TO_APPEAR = 30

NewContext = Callable[..., BrowserContext]


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Skips where there is no Chromium, and fails where MUEHLE_REQUIRE_BROWSER=1 says that there must be one."""
    path = chromium()
    if path is None:
        reason = "no Chromium: set CHROMIUM or install it (Debian: apt-get install chromium)"
        if os.environ.get("MUEHLE_REQUIRE_BROWSER") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return path


# Of the package and not of the session: Playwright's synchronous interface keeps an event loop running in this thread,
# in which neither asyncio.run() nor, without the variable, Django's database would work for the tests elsewhere.
@pytest.fixture(scope="package")
def playwright_driver(chromium_path: str) -> Iterator[Playwright]:
    expect.set_options(timeout=SECONDS_TO_APPEAR * 1000)
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as driver:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield driver


@pytest.fixture(scope="package")
def chromium_browser(playwright_driver: Playwright, chromium_path: str) -> Iterator[Browser]:
    browser = playwright_driver.chromium.launch(executable_path=chromium_path, args=["--no-sandbox"])
    yield browser
    browser.close()


@pytest.fixture
def new_context(chromium_browser: Browser, transactional_db: None) -> Iterator[NewContext]:
    """A factory of fresh browsers, one a person: new_context(viewport=PHONE, locale="de-DE", has_touch=True, …).

    Whatever a page writes to its console as an error, a breach of the Content-Security-Policy among them, and every
    uncaught exception fails the test, unless it was made with `strict=False`. The browsers are closed before the tables
    are emptied, or a stream would miss its game.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(*, strict: bool = True, **options: object) -> BrowserContext:
        settings: dict[str, object] = {"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce"}
        settings |= {"timezone_id": "Europe/Berlin"} | options
        context = chromium_browser.new_context(**settings)  # type: ignore[arg-type]  # Playwright's own names
        context.set_default_timeout(SECONDS_TO_APPEAR * 1000)
        if strict:
            context.on("console", lambda message: _note(complaints, message.type, message.text))
            context.on("weberror", lambda error: complaints.append(str(error.error)))
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


def _note(complaints: list[str], kind: str, text: str) -> None:
    if kind == "error":
        complaints.append(text)


@pytest.fixture
def browser_page(new_context: NewContext) -> Page:
    """A page on a desktop screen, in English, signed in as nobody."""
    return new_context().new_page()


@pytest.fixture
def sit(live_server_url: str, new_context: NewContext) -> Sit:
    """A factory of browsers at a game: sit(game, anna), or without anybody for a guest; options are Playwright's."""

    def make(game: Game, viewer: User | None = None, **options: object) -> Table:
        context = new_context(**options)
        page = signed_in(context, viewer, live_server_url) if viewer else context.new_page()
        return Table(page, game, live_server_url).open().ready()

    return make


@pytest.fixture
def program(live_server_url: str) -> Through:
    """A factory of players through the API."""
    return partial(ApiProgram, url=live_server_url)
