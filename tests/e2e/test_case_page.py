"""The page of a case in a browser: how long it is, and its keys."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import filing
from games.disputes.models import Dispute
from tests.e2e.conftest import NewContext
from tests.e2e.table import signed_in
from tests.support.playing import SHUFFLE, SHUFFLING, play, stand_at
from tests.support.ruling import Staff

pytestmark = pytest.mark.e2e
LAPTOP = {"width": 1366, "height": 768}


def opened(begin: Callable[..., Game], player: User, category: str) -> Dispute:
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE)
    marked = [game.ply - 4, game.ply]
    return Dispute.objects.create(game=game, opened_by=player, category=category, text="Look at that.", plies=marked)


@pytest.fixture
def desk(live_server_url: str, new_context: NewContext, staff: Staff) -> Page:
    """The page of an arbiter at a laptop."""
    context = new_context(base_url=live_server_url, viewport=LAPTOP)
    return signed_in(context, staff("iris", "arbiter"), live_server_url)


@pytest.mark.parametrize("category", ["repetition", "stalling"])
def test_a_case_is_two_screens_long_with_its_verdict_in_view(
    desk: Page, begin: Callable[..., Game], anna: User, category: str
) -> None:
    desk.goto(f"/admin/disputes/dispute/{opened(begin, anna, category).number}/change/")
    desk.get_by_role("button", name="Take the case").click()

    expect(desk.get_by_role("heading", name="Your decision")).to_be_visible()
    assert desk.evaluate("document.documentElement.scrollHeight") <= 2 * LAPTOP["height"]
    desk.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(desk.get_by_role("heading", name="Your decision")).to_be_in_viewport()


def test_keys_take_a_case_walk_through_the_game_and_lead_to_the_next_one(
    desk: Page, begin: Callable[..., Game], anna: User
) -> None:
    first = opened(begin, anna, "stalling")
    second = filing.open_dispute(begin().number, anna, category="other", text="Odd.")
    desk.goto(f"/admin/disputes/dispute/{first.number}/change/")

    desk.keyboard.press("?")
    expect(desk.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    desk.keyboard.press("t")
    desk.get_by_role("button", name="Close").click()
    assert not Dispute.objects.filter(taken_by__isnull=False).exists()
    desk.keyboard.press("t")
    expect(desk.get_by_role("heading", name="Your decision")).to_be_visible()
    label = desk.locator("#frame-label")
    last = label.inner_text()
    desk.keyboard.press("ArrowLeft")
    expect(label).not_to_have_text(last)
    desk.keyboard.press("v")
    reason = desk.get_by_role("textbox", name="Reason:", exact=True)
    expect(reason).to_be_focused()
    desk.keyboard.type("not the next")
    expect(reason).to_have_value("not the next")
    reason.blur()
    desk.keyboard.press("n")
    expect(desk).to_have_url(f"/admin/disputes/dispute/{second.number}/change/")
