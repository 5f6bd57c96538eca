"""Where the device forces its own colours, White and Black stay white and black, in light and in dark, with edges that
stand out: on the board, in the trays, beside words, and in small pictures."""

import pytest
from playwright.sync_api import Page

from accounts.models import User
from games.core.models.games import Game
from tests.e2e.conftest import NewContext
from tests.e2e.measuring import contrasts_of, ratio
from tests.e2e.table import Table, signed_in
from tests.support.playing import play

pytestmark = pytest.mark.e2e

# By kind of drawing, the colour of a face of either side.
FACES = """() => {
  const probe = (parent, variable) => {
    const circle = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    circle.style.fill = `var(--${variable})`;
    parent.append(circle);
    const { fill } = getComputedStyle(circle);
    circle.remove();
    return fill;
  };
  const found = {};
  for (const side of ["white", "black"]) {
    const stone = (root) => document.querySelector(`${root} .board__stone--${side}`);
    found[side] = {
      board: probe(stone("[data-layer=stones]"), "face"),
      tray: probe(stone(".tray"), "face"),
      picture: getComputedStyle(document.querySelector(`#stone-${side} .stone-disc`)).fill,
      words: probe(document.querySelector("svg.board__drawing"), `stone-${side}`),
    };
  }
  return found;
}"""
WHITE, BLACK = "rgb(255, 255, 255)", "rgb(0, 0, 0)"


def faces(page: Page) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = page.evaluate(FACES)
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("style", ["wood", "paper", "slate", "contrast"])
def test_white_is_white_and_black_is_black(
    live_server_url: str, new_context: NewContext, game: Game, anna: User, scheme: str, style: str
) -> None:
    User.objects.filter(pk=anna.pk).update(board_style=style)
    page = signed_in(new_context(forced_colors="active", color_scheme=scheme), anna, live_server_url)
    Table(page, play(game, "d6", "f4"), live_server_url).open().ready()

    found = faces(page)

    assert {kind: colour for kind, colour in found["white"].items() if colour != WHITE} == {}
    assert {kind: colour for kind, colour in found["black"].items() if colour != BLACK} == {}
    weak = {what: seen for what, seen in contrasts_of(page).items() if seen < 3}
    assert weak == {}
    assert ratio(WHITE, BLACK) == pytest.approx(21)


def test_the_selected_tab_has_a_line_and_the_others_have_none(
    live_server_url: str, new_context: NewContext, game: Game, anna: User
) -> None:
    page = signed_in(new_context(forced_colors="active", color_scheme="dark"), anna, live_server_url)
    page.set_viewport_size({"width": 1280, "height": 800})
    Table(page, play(game, "d6", "f4"), live_server_url).open().ready()

    lines = {
        tab.get_attribute("aria-selected"): tab.evaluate("(tab) => getComputedStyle(tab).borderBlockEndColor")
        for tab in page.get_by_role("tab").all()
    }

    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert lines["false"] == background
    assert lines["true"] != background
