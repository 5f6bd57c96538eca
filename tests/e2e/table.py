"""How browser tests sit down at a board: sign in, look at what is drawn, and play by hand."""

import re
from typing import Any

import httpx
from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Locator, Page, expect

from accounts.models import AccessToken, User
from games.core.models.games import Game
from kit.scopes import scope_names
from muehle import Move
from tests.support.playing import fresh
from tests.support.servers import wait_for
from tests.support.signing_in import sign_in

# The shortest game of the vectors with all three phases: Black flies at ply 26, White wins on stones at ply 27.
WHOLE_GAME = (
    *("a4", "c5", "d6", "a7", "f4", "d1", "d7", "e3", "d5xe3", "b2", "c4", "g7", "b4xg7", "a1", "g1", "b6", "g4", "e5"),
    *("d7-g7xb6", "e5-e4", "g7-d7xb2", "e4-e5", "d7-g7xc5", "d1-d2", "g7-d7xe5", "a7-f2", "d7-g7xf2"),
)

STONES = "(all) => all.map((stone) => [stone.dataset.point, stone.getAttribute('class')])"

# Sizes by container are there some frames after the window has its own.
LAID_OUT = """async ([width, height]) => {
  const parts = [...document.querySelectorAll(".frame, .match, .board, .bar, .desk, .seat__row")];
  const places = () => JSON.stringify([innerWidth, innerHeight, parts.map((part) => part.getBoundingClientRect())]);
  let before = "";
  const isThere = () => {
    const frame = document.querySelector(".frame").getBoundingClientRect();
    return innerWidth === width && innerHeight === height && frame.width === width && frame.height === height;
  };
  // What never gets there is measured all the same, and found wrong. A browser that is busy may show a few frames in
  // which the width is new and the height is not.
  for (let same = 0, looks = 0; same < 3 && looks < 60; looks += 1) {
    before = places();
    await new Promise((done) => setTimeout(() => requestAnimationFrame(done), 100));
    same = isThere() && places() === before ? same + 1 : 0;
  }
}"""


class Table:
    """The page of a game in somebody's browser."""

    def __init__(self, page: Page, game: Game, url: str) -> None:
        self.page, self.game, self.url = page, game, url
        self.address = f"{url}/games/{game.number}/"

    def open(self, query: str = "") -> "Table":
        self.page.goto(self.address + query)
        return self

    def wait_for_turn(self) -> None:
        """Wait until it is the reader's move, as the board sees it."""
        expect(self.page.locator("#game[data-ready] #play[data-turn=mine]")).to_be_attached()

    def ready(self) -> "Table":
        """Wait until the board has hands."""
        expect(self.page.locator("#game[data-ready]")).to_be_attached()
        return self

    def wait_for_paint(self) -> None:
        """Wait until the page shows what follows from the last input (table/after_paint.js)."""
        self.page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))")

    # --- What is there ---

    def point(self, name: str) -> Locator:
        """The button over a point."""
        return self.page.locator(f"button[data-point={name}]")

    def stones(self) -> dict[str, str]:
        """The stones that are drawn, by point."""
        # In one call: a stone may be drawn anew meanwhile.
        drawn = self.page.locator("[data-layer=stones] > [data-point]").evaluate_all(STONES)
        return {str(point): "white" if "board__stone--white" in classes else "black" for point, classes in drawn}

    def expect_stone(self, name: str, label: str) -> None:
        """Wait until the point says what stands on it."""
        expect(self.point(name)).to_have_attribute("aria-label", re.compile(rf": {label}"))

    def expect_soon(self, stones: dict[str, str]) -> None:
        """Wait until just these stones are drawn, however long the browser takes to get through to the server again."""
        wait_for(lambda: self.stones() == stones)

    def expect_prompt(self, words: str) -> None:
        expect(self.page.locator("#prompt")).to_have_text(words)

    def expect_heading(self, words: str) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_have_text(words)

    # --- What can be done ---

    def click(self, *points: str) -> None:
        for name in points:
            self.point(name).click()

    def drag(self, start: Locator, target: str) -> None:
        """Drag with the mouse, in steps, from a locator to a point."""
        mouse, there = self.page.mouse, middle(self.point(target))
        mouse.move(*middle(start))
        mouse.down()
        mouse.move(there[0] + 9, there[1] - 60, steps=4)
        mouse.move(there[0] + 9, there[1] - 7, steps=4)
        mouse.up()

    def play_by_click(self, notation: str) -> None:
        move = Move.parse(notation)
        self.click(*[name for name in (move.source, move.target, move.removed) if name])
        self.send()

    def play_by_drag(self, notation: str, *, color: str) -> None:
        move = Move.parse(notation)
        start = self.point(move.source) if move.source else self.page.locator(f"[data-tray={color}]")
        self.drag(start, move.target)
        if move.removed:
            self.click(move.removed)
        self.send()

    @property
    def send_button(self) -> Locator:
        """The button that sends a move, and says which."""
        return self.page.locator("#send")

    def open_more(self, *folds: str) -> None:
        """Open the menu of the bar, and what folds out in it."""
        open_menu(self.page)
        for fold in folds:
            self.page.locator(f"#{fold} > summary").click()

    def open_tab(self, name: str) -> None:
        """Show what is behind a tab beside or below the board."""
        self.page.get_by_role("tab", name=name).click()

    def send(self) -> None:
        self.send_button.click()
        expect(self.page.locator("#play")).to_have_attribute("data-turn", "theirs")


def open_menu(page: Page) -> None:
    """Open the menu of the bar, on the page of a game; nothing, where it is open or there is none."""
    menu = page.locator("#bar-more:not([open]) > summary")
    if menu.count():
        menu.click()


def said(page: Page, region: str, words: str) -> None:
    """Wait until a live region says so."""
    expect(page.locator(f"#{region}")).to_have_text(words)


def middle(locator: Locator) -> tuple[float, float]:
    """The middle of an element, in the page's pixels; asked again where the page has just put another in its place."""
    for _attempt in range(20):
        if box := locator.bounding_box():
            return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    raise AssertionError(f"{locator} is not shown")


def middles(*locators: Locator) -> list[tuple[float, float]]:
    """The middles of elements that all have to be there, as they stand in one and the same frame."""
    elements = [locator.element_handle() for locator in locators]
    boxes = locators[0].page.evaluate("(all) => all.map((one) => one.getBoundingClientRect().toJSON())", elements)
    return [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]


def resize(page: Page, width: int, height: int) -> None:
    """Give the window of a game another size, and wait until the page has taken it."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(LAID_OUT, [width, height])


def signed_in(context: BrowserContext, user: User, url: str) -> Page:
    """A page of a browser in which the user has signed in."""
    session = sign_in(Client(), user).cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": url}])
    return context.new_page()


class ApiProgram:
    """A player without a browser, who uses the API with a token."""

    def __init__(self, user: User, url: str) -> None:
        _token, secret = AccessToken.issue(user=user, description="e2e", scopes=scope_names())
        self.base, self.headers = f"{url}/api/v1/", {"Authorization": f"Bearer {secret}"}

    def read(self, address: str, **query: Any) -> Any:
        """GET that must succeed."""
        return self._data(httpx.get(self.base + address, params=query, headers=self.headers, timeout=20))

    def send(self, address: str, **body: Any) -> Any:
        """POST that must succeed."""
        return self._data(httpx.post(self.base + address, json=body, headers=self.headers, timeout=20))

    def play(self, game: Game, notation: str) -> Any:
        """Play the next half-move of the game."""
        return self.send(f"games/{game.number}/moves/", move=notation, ply=fresh(game).ply + 1)

    @staticmethod
    def _data(answer: httpx.Response) -> Any:
        assert answer.is_success, answer.text
        return answer.json()
