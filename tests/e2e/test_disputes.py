"""A dispute in browsers, from the page of a game to the answer to an appeal: two players, two arbiters."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes.models import Dispute
from games.play.actions import decline_draw, offer_draw
from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.sitting import Sit
from tests.e2e.table import open_menu, signed_in
from tests.support.playing import SHUFFLE, SHUFFLING, fresh, play, stand_at
from tests.support.ruling import Staff

pytestmark = pytest.mark.e2e

STANDS_STILL = "This game is under dispute. Until it is decided, nobody can move"


@pytest.fixture
def even(begin: Callable[..., Game], anna: User, bert: User) -> Game:
    """Bert has declined a draw without a word of why."""
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE)
    offer_draw(game.number, anna)
    decline_draw(game.number, bert)
    return fresh(game)


Enter = Callable[[User], Page]


@pytest.fixture
def enter(live_server_url: str, new_context: NewContext) -> Enter:
    """A page of somebody who has signed in."""
    return lambda user: signed_in(new_context(base_url=live_server_url), user, live_server_url)


def open_dispute(page: Page, game: Game) -> int:
    """From the page of the game: a category, two half-moves of the list, and a word; returns the dispute’s number."""
    open_menu(page)
    page.get_by_role("link", name="Is something wrong with this game?").click()
    page.get_by_label("The game is a draw, but the server did not detect it").check()
    first = page.locator(".dispute__mark").first
    first.click()
    expect(first.get_by_role("checkbox")).to_be_checked()
    page.locator(".dispute__mark", has_text=game.last_move).click()
    page.get_by_label("What happened?").fill("Nobody can win this.")
    page.get_by_role("button", name="Open dispute").click()
    expect(page.get_by_text("Waiting for an arbiter.")).to_be_visible()
    found = re.search(r"/disputes/(\d+)/$", page.url)
    assert found is not None
    return int(found[1])


def decide(page: Page, dispute: int, verdict: str, reason: str) -> None:
    """From the queue of an arbiter to the closed case."""
    page.goto("/admin/disputes/dispute/")
    page.get_by_role("link", name=f"№ {dispute}", exact=True).click()
    page.get_by_role("button", name="Take the case").click()
    page.get_by_role("textbox", name="Reason").fill(reason)
    page.get_by_role("button", name=verdict, exact=True).click()
    expect(page.get_by_text("This case is closed.")).to_be_visible()


def expect_answer(page: Page, dispute: int, *sentences: str) -> None:
    page.goto(f"/disputes/{dispute}/")
    for sentence in sentences:
        expect(page.get_by_text(sentence, exact=True)).to_be_visible()


def test_a_dispute_is_opened_decided_appealed_and_answered(
    live_server_url: str, sit: Sit, enter: Enter, staff: Staff, even: Game, anna: User, bert: User
) -> None:
    here = {"base_url": live_server_url}
    white, black = sit(even, anna, viewport=PHONE, **here), sit(even, bert, **here)
    iris, jonas = enter(staff("iris", "arbiter")), enter(staff("jonas", "arbiter"))

    number = open_dispute(white.page, even)
    assert Dispute.objects.get(pk=number).plies == [even.ply - 4, even.ply]
    expect(black.page.get_by_text(STANDS_STILL)).to_be_visible()

    decide(iris, number, "Draw", "Neither side gets on.")
    black.expect_heading("Draw")
    for page in (white.page, black.page):
        expect_answer(page, number, "The game is a draw.", "Neither side gets on.")

    black.page.get_by_label("Why should another arbiter look at it?").fill("I was about to win.")
    black.page.get_by_role("button", name="Appeal").click()
    expect(black.page.get_by_text("Another arbiter will look at it.")).to_be_visible()
    appeal = Dispute.objects.get(appeal_of=number).number
    expect_answer(white.page, number, "An appeal has been made against this decision.")
    white.page.get_by_role("link", name="An appeal has been made against this decision.").click()
    expect(white.page.get_by_text("I was about to win.")).to_be_visible()

    iris.goto(f"/admin/disputes/dispute/{appeal}/change/")
    expect(iris.get_by_text("One of your decisions in this game has been appealed")).to_be_visible()
    expect(iris.get_by_role("button", name="Take the case")).to_have_count(0)
    decide(jonas, appeal, "Dismiss the dispute", "It was even, as my colleague says.")
    for page in (white.page, black.page):
        expect_answer(page, appeal, "The first decision stands.", "It was even, as my colleague says.")
        expect(page.get_by_role("button", name="Appeal")).to_have_count(0)
    assert fresh(even).result == "1/2-1/2"
