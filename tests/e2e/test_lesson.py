"""The first lesson in a real browser: from the first step to the last by click, by drag, by keyboard, on a phone, and
without scripts."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from games.learn.lesson.step import LessonStep
from games.learn.lesson.steps import STEPS
from muehle import Move
from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.table import middle

pytestmark = pytest.mark.e2e

# One right move for each step.
SOLUTIONS = {
    "place": "d6",
    "mill": "f6xg4",
    "take": "f2xd1",
    "defend": "b2",
    "move": "d7-d6xf4",
    "open": "d7-d6",
    "zwickmuehle": "d7-d6xe3",
    "fly": "a1-b6xf4",
    "win": "c5-d5xf2",
    "enclose": "g4-g7",
}


def touches(step: LessonStep) -> Iterator[str]:
    """The points to be touched for the step's solution, in their order."""
    move = Move.parse(SOLUTIONS[step.slug])
    yield from (name for name in (move.source, move.target, move.removed) if name)


def begin(page: Page, url: str) -> None:
    page.goto(f"{url}/learn/")
    page.get_by_role("link", name="Begin").click()


def at_step(page: Page, step: LessonStep) -> None:
    """Wait until the step is there and its board has hands."""
    expect(page.get_by_role("heading", level=1)).to_have_text(str(step.title))
    expect(page.locator("#learn[data-ready]")).to_be_attached()


def expect_praise(page: Page, step: LessonStep) -> None:
    words = step.answer(Move.parse(SOLUTIONS[step.slug])).words
    expect(page.locator("#learn")).to_have_attribute("data-state", "right")
    expect(page.locator("#answer")).to_have_text(words)
    expect(page.locator("#polite")).to_have_text(words)


def point(page: Page, name: str) -> Locator:
    """The button over a point."""
    return page.locator(f"button[data-point={name}]")


@pytest.mark.smoke
def test_the_whole_lesson_by_click(live_server_url: str, browser_page: Page, db: None) -> None:
    page = browser_page
    begin(page, live_server_url)

    for step in STEPS:
        at_step(page, step)
        for name in touches(step):
            point(page, name).click()
        expect_praise(page, step)
        page.locator(".learn__next").click()

    expect(page).to_have_url(f"{live_server_url}/learn/done/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Now you know how to play Mühle")


def test_the_whole_lesson_by_keyboard(live_server_url: str, browser_page: Page, db: None) -> None:
    page = browser_page
    begin(page, live_server_url)

    for step in STEPS:
        at_step(page, step)
        for name in touches(step):
            walk_to(page, name)
            page.keyboard.press("Enter")
        expect_praise(page, step)
        for _key in range(2):  # past Back to Next
            page.keyboard.press("Tab")
        expect(page.locator(".learn__next")).to_be_focused()
        page.keyboard.press("Enter")

    expect(page).to_have_url(f"{live_server_url}/learn/done/")


def walk_to(page: Page, name: str) -> None:
    """Tab to the board if need be, then take the arrow keys: up to the rank along a side, then along the lines."""
    if not page.evaluate("() => document.activeElement.matches('button[data-point]')"):
        page.locator("button[data-point][tabindex='0']").focus()
    for _step in range(60):
        here = str(page.evaluate("() => document.activeElement.dataset.point"))
        if here == name:
            return
        page.keyboard.press(next_key(here, name))
    raise AssertionError(f"{name} cannot be reached")


def next_key(here: str, there: str) -> str:
    """Rings are changed on the spokes; on a ring one walks round."""
    ring_here, ring_there = ring(here), ring(there)
    if ring_here == ring_there:
        return "End"
    if "d" not in here and "4" not in here:
        return "End"
    outward = ring_there > ring_here
    return {
        (True, True): "ArrowUp" if here[1] > "4" else "ArrowDown",
        (True, False): "ArrowDown" if here[1] > "4" else "ArrowUp",
        (False, True): "ArrowRight" if here[0] > "d" else "ArrowLeft",
        (False, False): "ArrowLeft" if here[0] > "d" else "ArrowRight",
    }["d" in here, outward]


def ring(name: str) -> int:
    return max(abs("abcdefg".index(name[0]) - 3), abs(int(name[1]) - 4))


def test_the_whole_lesson_on_a_phone_by_touch(live_server_url: str, new_context: NewContext, db: None) -> None:
    page = new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    begin(page, live_server_url)

    for step in STEPS:
        at_step(page, step)
        for name in touches(step):
            point(page, name).tap()
        expect_praise(page, step)
        expect(page.locator(".learn__next")).to_be_in_viewport()
        page.locator(".learn__next").tap()

    expect(page).to_have_url(f"{live_server_url}/learn/done/")


def test_the_whole_lesson_without_scripts(live_server_url: str, new_context: NewContext, db: None) -> None:
    page = new_context(java_script_enabled=False).new_page()
    begin(page, live_server_url)

    for step in STEPS:
        expect(page.get_by_role("heading", level=1)).to_have_text(str(step.title))
        page.get_by_label("Choose a move").select_option(SOLUTIONS[step.slug])
        page.get_by_role("button", name="Play move").click()
        expect(page.locator("#answer")).to_have_text(step.answer(Move.parse(SOLUTIONS[step.slug])).words)
        page.locator(".learn__next").click()

    expect(page).to_have_url(f"{live_server_url}/learn/done/")


def test_without_scripts_one_tries_again_after_a_miss(live_server_url: str, new_context: NewContext, db: None) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"{live_server_url}/learn/defend/?move=a1")
    expect(page.locator("#answer")).to_contain_text("a1 is a legal move, but now Black")

    page.get_by_role("link", name="Try again").click()

    expect(page.get_by_label("Choose a move")).to_be_visible()


def at(page: Page, url: str, slug: str, query: str = "") -> None:
    page.goto(f"{url}/learn/{slug}/{query}")
    expect(page.locator("#learn[data-ready]")).to_be_attached()


def test_the_task_is_announced(live_server_url: str, browser_page: Page, db: None) -> None:
    at(browser_page, live_server_url, "mill")

    expect(browser_page.locator("#polite")).to_have_text(str(STEPS[1].task))


def test_a_legal_move_that_misses_is_answered_and_can_be_tried_again(
    live_server_url: str, browser_page: Page, db: None
) -> None:
    page = browser_page
    at(page, live_server_url, "move")

    for name in ("c3", "c4"):
        point(page, name).click()
    expect(page.locator("#answer")).to_have_text(
        "c3 to c4 is legal, but it does not close a mill. A stone is missing between b6 and f6."
    )
    expect(point(page, "c4")).to_have_attribute("aria-label", "c4, inner ring, left: white stone")
    page.get_by_role("link", name="Try again").click()

    expect(point(page, "c4")).to_have_attribute("aria-label", "c4, inner ring, left: free")
    expect(page.locator("#learn")).to_have_attribute("data-state", "ask")
    expect(page).to_have_url(f"{live_server_url}/learn/move/")


def test_an_illegal_touch_is_explained_and_changes_nothing(live_server_url: str, browser_page: Page, db: None) -> None:
    page = browser_page
    at(page, live_server_url, "take")

    point(page, "f2").click()
    expect(page.locator("#assertive")).to_have_text("Mill closed: choose a stone to take.")
    point(page, "b4").click()

    expect(page.locator("#answer")).to_have_text("That is not possible: b4 is in a mill; take d1.")
    expect(page.locator("#polite")).to_have_text("That is not possible: b4 is in a mill; take d1.")
    expect(point(page, "b4")).to_have_attribute("aria-label", "b4, middle ring, left: black stone, in a mill")
    expect(page.locator("#learn")).to_have_attribute("data-state", "ask")


def test_a_stone_is_dragged_from_the_hand_and_across_the_board(
    live_server_url: str, browser_page: Page, db: None
) -> None:
    page = browser_page
    for slug, start, target in (("defend", "[data-tray=white]", "b2"), ("open", "button[data-point=d7]", "d6")):
        at(page, live_server_url, slug)
        there = middle(point(page, target))

        page.mouse.move(*middle(page.locator(start)))
        page.mouse.down()
        page.mouse.move(there[0] + 9, there[1] - 40, steps=4)
        page.mouse.move(*there, steps=4)
        page.mouse.up()

        expect(page.locator("#learn")).to_have_attribute("data-state", "right")


def test_a_link_may_bring_a_move_with_it(live_server_url: str, browser_page: Page, db: None) -> None:
    at(browser_page, live_server_url, "defend", "?move=b2")

    expect(browser_page.locator("#learn")).to_have_attribute("data-state", "right")
