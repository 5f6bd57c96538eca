"""The board as assistive technology gets it: names, roles, order, one tab stop, and what the live regions say.

White has a7 d7 g4 e3 c3, Black b6 d6 f6 b2 d2: g4-g7 closes a mill, b6-d6-f6 is one.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.core.models.games import Game
from muehle import POINTS
from tests.e2e.conftest import NewContext
from tests.e2e.table import Table, signed_in
from tests.support.playing import drawn, stand_at

pytestmark = pytest.mark.e2e

POSITION = drawn(white="a7 d7 g4 e3 c3", black="b6 d6 f6 b2 d2")

IN_ENGLISH = """
- group "Board: you play White":
  - 'button "a7, outer ring, top left: white stone"'
  - 'button "d7, outer ring, top: white stone"'
  - 'button "g7, outer ring, top right: free"'
  - 'button "b6, middle ring, top left: black stone, in a mill"'
  - 'button "d6, middle ring, top: black stone, in a mill"'
  - 'button "f6, middle ring, top right: black stone, in a mill"'
  - 'button "c5, inner ring, top left: free"'
  - 'button "d5, inner ring, top: free"'
  - 'button "e5, inner ring, top right: free"'
  - 'button "a4, outer ring, left: free"'
  - 'button "b4, middle ring, left: free"'
  - 'button "c4, inner ring, left: free"'
  - 'button "e4, inner ring, right: free"'
  - 'button "f4, middle ring, right: free"'
  - 'button "g4, outer ring, right: white stone"'
  - 'button "c3, inner ring, bottom left: white stone"'
  - 'button "d3, inner ring, bottom: free"'
  - 'button "e3, inner ring, bottom right: white stone"'
  - 'button "b2, middle ring, bottom left: black stone"'
  - 'button "d2, middle ring, bottom: black stone"'
  - 'button "f2, middle ring, bottom right: free"'
  - 'button "a1, outer ring, bottom left: free"'
  - 'button "d1, outer ring, bottom: free"'
  - 'button "g1, outer ring, bottom right: free"'
"""
IN_GERMAN = """
- group "Brett: Du spielst Weiß":
  - 'button "a7, äußerer Ring, oben links: weißer Stein"'
  - 'button "d7, äußerer Ring, oben: weißer Stein"'
  - 'button "g7, äußerer Ring, oben rechts: frei"'
  - 'button "b6, mittlerer Ring, oben links: schwarzer Stein, in einer Mühle"'
  - 'button "d6, mittlerer Ring, oben: schwarzer Stein, in einer Mühle"'
  - 'button "f6, mittlerer Ring, oben rechts: schwarzer Stein, in einer Mühle"'
  - 'button "c5, innerer Ring, oben links: frei"'
  - 'button "d5, innerer Ring, oben: frei"'
  - 'button "e5, innerer Ring, oben rechts: frei"'
  - 'button "a4, äußerer Ring, links: frei"'
  - 'button "b4, mittlerer Ring, links: frei"'
  - 'button "c4, innerer Ring, links: frei"'
  - 'button "e4, innerer Ring, rechts: frei"'
  - 'button "f4, mittlerer Ring, rechts: frei"'
  - 'button "g4, äußerer Ring, rechts: weißer Stein"'
  - 'button "c3, innerer Ring, unten links: weißer Stein"'
  - 'button "d3, innerer Ring, unten: frei"'
  - 'button "e3, innerer Ring, unten rechts: weißer Stein"'
  - 'button "b2, mittlerer Ring, unten links: schwarzer Stein"'
  - 'button "d2, mittlerer Ring, unten: schwarzer Stein"'
  - 'button "f2, mittlerer Ring, unten rechts: frei"'
  - 'button "a1, äußerer Ring, unten links: frei"'
  - 'button "d1, äußerer Ring, unten: frei"'
  - 'button "g1, äußerer Ring, unten rechts: frei"'
"""

Sit = Callable[..., Table]


@pytest.fixture
def sit(live_server_url: str, new_context: NewContext, game: Game, anna: User) -> Sit:
    """Anna at the position, in a browser: sit(language="de", java_script_enabled=False, …)."""

    def make(*, language: str = "en", **options: object) -> Table:
        User.objects.filter(pk=anna.pk).update(language=language)
        page = signed_in(new_context(**options), anna, live_server_url)
        return Table(page, stand_at(game, POSITION), live_server_url).open()

    return make


def board_of(page: Page) -> str:
    """The board's branch of the accessibility tree."""
    return page.locator(".board__points").aria_snapshot().strip()


def tree_of(page: Page) -> dict[str, dict[str, Any]]:
    """The browser's own accessibility nodes that have a name, by it."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    return {node["name"]["value"]: node for node in nodes if node.get("name", {}).get("value") and not node["ignored"]}


@pytest.mark.parametrize(("language", "expected"), [("en", IN_ENGLISH), ("de", IN_GERMAN)], ids=["en", "de"])
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_every_point_says_where_it_lies_and_what_stands_on_it(
    sit: Sit, language: str, expected: str, scripts: bool
) -> None:
    table = sit(language=language, java_script_enabled=scripts)
    if scripts:
        table.ready()

    assert board_of(table.page) == expected.strip()


def test_a_turned_board_is_read_in_the_same_order(sit: Sit) -> None:
    table = sit().ready()

    table.open_more()
    table.page.get_by_role("button", name="Turn the board").click()

    labels = [point.get_attribute("aria-label") or "" for point in table.page.locator("button[data-point]").all()]
    assert [label[:2] for label in labels] == list(POINTS)
    # Up is where the arrow key leads that points up.
    assert labels[0] == "a7, outer ring, bottom right: white stone"


def test_the_drawing_is_not_read_a_second_time(sit: Sit) -> None:
    table = sit().ready()

    pictures = table.page.get_by_role("region", name="Board").get_by_role("img")

    expect(pictures).to_have_count(0)


def test_points_can_be_reached_by_one_tab_stop_and_only_one(sit: Sit) -> None:
    table = sit().ready()
    points = table.page.locator("button[data-point]")

    indices = [point.get_attribute("tabindex") for point in points.all()]

    assert indices == ["0", *["-1"] * 23]
    assert [point.get_attribute("data-point") for point in points.all()] == list(POINTS)


def test_the_browser_takes_every_point_for_a_button_that_can_be_pressed(sit: Sit) -> None:
    tree = tree_of(sit().ready().page)

    points = {name: node for name, node in tree.items() if name.partition(", ")[0] in POINTS and ": " in name}

    assert len(points) == 24
    assert {node["role"]["value"] for node in points.values()} == {"button"}
    assert all(_properties(node)["focusable"] for node in points.values())
    assert not any(_properties(node).get("disabled") for node in points.values())


def _properties(node: dict[str, Any]) -> dict[str, Any]:
    return {entry["name"]: entry["value"].get("value") for entry in node["properties"]}


def test_a_chosen_stone_and_the_points_it_can_go_to_say_so(sit: Sit) -> None:
    table = sit().ready()

    table.click("g4")

    expect(table.point("g4")).to_have_accessible_name("g4, outer ring, right: white stone, chosen")
    expect(table.point("g7")).to_have_accessible_name("g7, outer ring, top right: free, possible")
    expect(table.point("g1")).to_have_accessible_name("g1, outer ring, bottom right: free, possible")
    expect(table.point("f4")).to_have_accessible_name("f4, middle ring, right: free, possible")
    expect(table.point("d5")).to_have_accessible_name("d5, inner ring, top: free")


def test_stones_that_can_be_taken_say_so_and_protected_ones_do_not(sit: Sit) -> None:
    table = sit().ready()

    table.click("g4", "g7")

    expect(table.point("g7")).to_have_accessible_name("g7, outer ring, top right: white stone, in a mill")
    expect(table.point("b2")).to_have_accessible_name("b2, middle ring, bottom left: black stone, possible")
    expect(table.point("d2")).to_have_accessible_name("d2, middle ring, bottom: black stone, possible")
    expect(table.point("b6")).to_have_accessible_name("b6, middle ring, top left: black stone, in a mill")


def test_one_live_region_waits_and_the_other_one_interrupts(sit: Sit) -> None:
    table = sit().ready()
    polite, assertive = table.page.locator("#polite"), table.page.locator("#assertive")

    for region, role, politeness in ((polite, "status", "polite"), (assertive, "alert", "assertive")):
        expect(region).to_have_role(role)  # type: ignore[arg-type]  # Playwright lists every role
        expect(region).to_have_attribute("aria-live", politeness)
        expect(region).to_have_text("")

    table.click("g4")
    expect(polite).to_have_text("Where should the stone on g4 go?")
    expect(assertive).to_have_text("")
    table.click("g7")
    expect(assertive).to_have_text("Mill closed: choose a stone to take.")


def test_a_live_region_stays_the_same_element(sit: Sit) -> None:
    """Whatever replaces a live region is not read; the page changes its words and never the region."""
    table = sit().ready()
    before = table.page.locator("#assertive").element_handle()

    table.click("g4", "g7", "b2")
    table.send()

    assert before.evaluate("(region) => region.isConnected && region === document.getElementById('assertive')")
