"""The better move in place of a mistake, in a real browser."""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.core.models.games import Game
from games.play.actions import resign
from games.reviews.models import GameReview
from games.reviews.requests import ask_for_review
from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.table import signed_in
from tests.games.reviews.conftest import BLUNDER, MOVES, work
from tests.support.playing import play

pytestmark = pytest.mark.e2e


@pytest.fixture
def reviewed(live_server_url: str, game: Game, anna: User) -> str:
    """The address of the review of a game that Anna has given away and resigned."""
    number = resign(play(game, *MOVES).number, anna).number
    ask_for_review(number, anna)
    work()
    return f"{live_server_url}/games/{number}/review/"


def test_a_printed_review_has_all_half_moves(new_context: NewContext, reviewed: str) -> None:
    page = new_context().new_page()
    page.goto(reviewed)
    rows = page.locator(".fold .review__table tbody tr")
    expect(rows).to_have_count(len(MOVES))
    expect(rows.last).to_be_hidden()

    page.emulate_media(media="print")

    expect(rows.last).to_be_visible()
    expect(page.get_by_role("heading", name="Save and share")).to_be_hidden()


def test_one_finds_the_better_move_of_a_review(
    live_server_url: str, new_context: NewContext, reviewed: str, anna: User
) -> None:
    better = GameReview.objects.get().half_moves[-BLUNDER]["line"][0]
    page = signed_in(new_context(viewport=PHONE), anna, live_server_url)

    page.goto(reviewed)
    page.get_by_role("link", name="Find the better move yourself").click()
    expect(page.locator("#exercise[data-ready]")).to_be_attached()
    page.locator(f"button[data-point={MOVES[BLUNDER - 1]}]").click()
    expect(page.locator("#answer")).to_contain_text("There is a better move.")
    page.get_by_role("button", name="Try again").click()
    page.locator(f"button[data-point={better}]").click()

    expect(page.locator("#exercise")).to_have_attribute("data-state", "right")
    expect(page.locator("#answer")).to_have_text(f"Right. 4. {better} draws.")
    page.get_by_role("link", name="Back to the review").click()
    expect(page.get_by_role("heading", name="Game review")).to_be_visible()
