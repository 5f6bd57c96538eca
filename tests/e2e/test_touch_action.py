"""A finger on a board moves the page, unless it is on something that it may drag. A phone on its side shows the whole
board."""

import pytest

from accounts.models import User
from games.core.models.games import Game
from tests.e2e.conftest import NewContext
from tests.e2e.table import signed_in
from tests.support.playing import drawn, stand_at

pytestmark = pytest.mark.e2e

MOVING = drawn(white="a7 d7 g4 e3 c3", black="b6 d6 f4 b2 d2")
ANALYSIS = "/analysis/?position=" + MOVING.replace(" ", "+")
ON_ITS_SIDE = [(740, 360), (667, 375)]
# The points on which a finger does not move the page, by name; and whether it is free on the board between them.
HELD = """() => {
  const acts = (element) => getComputedStyle(element).touchAction;
  const held = [...document.querySelectorAll("button[data-point]")].filter((point) => acts(point) === "none");
  return [acts(document.getElementById("playing-board")), held.map((point) => point.dataset.point).sort()];
}"""


@pytest.mark.parametrize(
    ("address", "liftable"),
    [
        ("/games/{number}/", ["a7", "c3", "d7", "e3", "g4"]),
        (ANALYSIS, ["a7", "c3", "d7", "e3", "g4"]),
        ("/learn/move/", None),
    ],
    ids=["game", "analysis", "lesson"],
)
def test_a_finger_is_held_by_stones_that_can_be_dragged_and_by_nothing_else(
    live_server_url: str, new_context: NewContext, game: Game, anna: User, address: str, liftable: list[str] | None
) -> None:
    stand_at(game, MOVING)
    phone = new_context(viewport={"width": 740, "height": 360}, has_touch=True, is_mobile=True)
    page = signed_in(phone, anna, live_server_url)
    page.goto(live_server_url + address.format(number=game.number))
    page.locator("[data-ready]").wait_for(state="attached")

    board, held = page.evaluate(HELD)

    assert board in ("manipulation", "pinch-zoom")
    if liftable is None:
        white = page.locator("[data-layer=stones] > .board__stone--white").all()
        stones = {stone.get_attribute("data-point") for stone in white}
        assert held
        assert set(held) <= stones
    else:
        assert held == liftable


@pytest.mark.parametrize("size", ON_ITS_SIDE, ids=str)
@pytest.mark.parametrize("address", ["/games/{number}/", ANALYSIS, "/learn/move/"], ids=["game", "analysis", "lesson"])
def test_on_a_phone_on_its_side_the_whole_board_is_in_view(
    live_server_url: str, new_context: NewContext, game: Game, anna: User, address: str, size: tuple[int, int]
) -> None:
    width, height = size
    phone = new_context(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    page = signed_in(phone, anna, live_server_url)
    page.goto(live_server_url + address.format(number=stand_at(game, MOVING).number))
    page.locator("[data-ready]").wait_for(state="attached")

    board = page.locator("#playing-board").bounding_box()

    assert board is not None
    assert board["height"] <= height
    assert board["width"] == pytest.approx(board["height"], abs=1)
