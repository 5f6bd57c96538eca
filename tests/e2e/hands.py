"""Ways to play with one's own hands in a browser: by keys alone, and with a finger."""

from collections import deque

from playwright.sync_api import Locator, Page, expect

from muehle import Move
from muehle.board import EDGES
from tests.e2e.table import Table, middle

MOST_TABS = 80
# In one step: Playwright's own waits for an element to be still, and the page may put another in its place meanwhile.
INTO_VIEW = "element => element.scrollIntoViewIfNeeded()"


class KeyboardPlayer:
    """Plays a table by Tab, arrows and Enter; White sits below, so that up is up."""

    def __init__(self, table: Table) -> None:
        self.table, self.page = table, table.page

    def play(self, notation: str) -> None:
        move = Move.parse(notation)
        for name in (move.source, move.target, move.removed):
            if name:
                self.walk_to(name)
                self.page.keyboard.press("Enter")
        tab_to(self.table.send_button)
        self.page.keyboard.press("Enter")

    def walk_to(self, goal: str) -> None:
        """Onto the board if need be, and along its lines to the point."""
        here = self._here() or self._enter()
        for name in way(here, goal):
            self.page.keyboard.press(arrow(here, name))
            expect(self.table.point(name)).to_be_focused()
            here = name

    def _here(self) -> str:
        focused = self.page.locator("button[data-point]:focus")
        return str(focused.get_attribute("data-point")) if focused.count() else ""

    def _enter(self) -> str:
        """Onto the board, which lies before everything that is done after a move."""
        is_below = self.page.evaluate("document.activeElement !== document.body")
        tab_to(self.page.locator("button[data-point][tabindex='0']"), key="Shift+Tab" if is_below else "Tab")
        return self._here()


def tab_to(target: Locator, *, key: str = "Tab") -> None:
    """Press Tab, or Shift+Tab, until the target has the focus."""
    for _press in range(MOST_TABS):
        if target.evaluate("(element) => element === document.activeElement"):
            return
        target.page.keyboard.press(key)
    raise AssertionError(f"{target} cannot be reached by {key}")


def arrow(start: str, goal: str) -> str:
    """The arrow key that leads from a point to its neighbour."""
    if start[0] == goal[0]:
        return "ArrowUp" if goal[1] > start[1] else "ArrowDown"
    return "ArrowRight" if goal[0] > start[0] else "ArrowLeft"


def way(start: str, goal: str) -> list[str]:
    """The points between, the goal among them, on a shortest way along the lines."""
    ways: dict[str, list[str]] = {start: []}
    queue = deque([start])
    while goal not in ways:
        here = queue.popleft()
        for near in {point for edge in EDGES if here in edge for point in edge} - set(ways):
            ways[near] = [*ways[here], near]
            queue.append(near)
    return ways[goal]


class Finger:
    """Plays a table by touch events as a screen sends them: taps, and drags in steps."""

    def __init__(self, table: Table, color: str) -> None:
        self.table, self.page, self.color = table, table.page, color
        self._screen = table.page.context.new_cdp_session(table.page)

    def play_by_tap(self, notation: str) -> None:
        move = Move.parse(notation)
        for name in (move.source, move.target, move.removed):
            if name:
                self.tap(self.table.point(name))
        self.tap(self.table.send_button)

    def play_by_drag(self, notation: str) -> None:
        move = Move.parse(notation)
        start = self.table.point(move.source) if move.source else self.page.locator(f"[data-tray={self.color}]")
        # The board takes a tap during a fling, other buttons do not.
        self.drag(start, self.table.point(move.target), rests=not move.removed)
        if move.removed:
            self.tap(self.table.point(move.removed))
        self.tap(self.table.send_button)

    def tap(self, target: Locator) -> None:
        target.evaluate(INTO_VIEW)
        expect(target).to_be_enabled()
        self._send("touchStart", middle(target))
        self._send("touchEnd")

    def drag(self, start: Locator, target: Locator, *, rests: bool = True) -> None:
        """From the middle of one element to that of another, in a bow; the page must stay where it is."""
        for place in (start, target):
            place.evaluate(INTO_VIEW)
        before = scrolled(self.page)
        (x, y), (to_x, to_y) = middle(start), middle(target)
        self._send("touchStart", (x, y))
        for step in range(1, 7):
            self._send("touchMove", (x + (to_x - x) * step / 6, y + (to_y - y) * step / 6 + (6 - step)))
        # A finger that is torn away makes a fling, during which Chromium makes no click of a tap.
        for wavering in (0, 1, 0, 1) if rests else ():
            self._send("touchMove", (to_x, to_y + wavering))
        self._send("touchEnd")
        assert scrolled(self.page) == before

    def _send(self, kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        self._screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def scrolled(page: Page) -> list[float]:
    """How far the page is scrolled, across and down."""
    offsets: list[float] = page.evaluate("[scrollX, scrollY]")
    return offsets
