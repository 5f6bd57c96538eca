"""Lists of games on pages that are left open: what has happened is listed, and who reads them is not disturbed."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import resign
from tests.e2e.conftest import NewContext
from tests.e2e.table import said, signed_in
from tests.support.playing import play

pytestmark = pytest.mark.e2e

Begin = Callable[..., Game]
ONE_WAITS = "It is your move in one game."
NONE_WAITS = "It is your opponents’ move in all of your games. Time to put the kettle on."


@pytest.fixture
def theirs(game: Game) -> Game:
    """Anna's game, in which it is Bert's move."""
    return play(game, "d6")


@pytest.fixture
def home(new_context: NewContext, live_server_url: str, theirs: Game, anna: User) -> Page:
    """Anna's first page, on which nothing waits."""
    return _home(signed_in(new_context(base_url=live_server_url), anna, live_server_url))


def _home(page: Page) -> Page:
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("No game is waiting for you")
    return page


def test_a_game_that_begins_to_wait_is_listed_and_told(home: Page, theirs: Game) -> None:
    link = home.locator(f"#game-{theirs.number}")
    expect(home.locator("#home-rest").locator(link)).to_be_visible()

    play(theirs, "f4")

    expect(home.locator("#home-hero").locator(link)).to_be_visible()
    expect(home.get_by_role("heading", level=1)).to_have_text("Your move")
    expect(link).to_have_count(1)
    said(home, "polite", ONE_WAITS)
    play(theirs, "d2")
    expect(home.locator("#home-rest").locator(link)).to_be_visible()
    said(home, "polite", NONE_WAITS)


def test_every_page_that_is_open_is_renewed(home: Page, theirs: Game) -> None:
    other = _home(home.context.new_page())

    play(theirs, "f4")

    for page in (home, other):
        expect(page.get_by_role("heading", level=1)).to_have_text("Your move")


def test_who_stands_on_a_game_stands_on_it_still_when_it_is_listed_elsewhere(home: Page, theirs: Game) -> None:
    link = home.locator(f"#game-{theirs.number}")
    link.focus()

    play(theirs, "f4")

    expect(home.locator("#home-hero").locator(link)).to_be_focused()


def test_a_challenge_is_listed_when_it_comes_and_can_be_accepted_there(home: Page, anna: User, carla: User) -> None:
    actions.challenge_player(carla, anna, Proposal(agreement=Agreement(), message="Shall we?"))

    expect(home.get_by_role("heading", name="Challenges to you")).to_be_visible()
    home.get_by_role("button", name="Accept").click()

    expect(home.locator("#game[data-ready]")).to_be_attached()
    assert Game.objects.filter(white__in=[anna, carla], black__in=[anna, carla]).count() == 1


def test_a_game_that_has_ended_is_listed_among_the_ended(home: Page, theirs: Game, bert: User) -> None:
    resign(theirs.number, bert)

    section = home.get_by_role("region", name="Finished since your last visit")
    expect(section.locator(f"#game-{theirs.number}")).to_contain_text("bert")
    expect(home.get_by_role("region", name="Your opponent to move")).to_have_count(0)


@pytest.mark.parametrize(("status", "there"), [("?status=ongoing", False), ("", True)])
def test_the_list_of_all_games_is_renewed(home: Page, theirs: Game, bert: User, status: str, *, there: bool) -> None:
    home.goto(f"/games/{status}")
    link = home.locator(f"#game-{theirs.number}")
    expect(link).to_have_count(0 if there else 1)

    resign(theirs.number, bert)

    expect(link).to_have_count(1 if there else 0)
    expect(home.locator(".tabs .count")).to_have_text("0")


def test_a_page_of_somebody_who_has_been_logged_out_shows_no_games(
    new_context: NewContext, live_server_url: str, theirs: Game, anna: User
) -> None:
    # Being refused the count is complained of in the console.
    context = new_context(base_url=live_server_url, strict=False)
    page = _home(signed_in(context, anna, live_server_url))
    context.clear_cookies(name="sessionid")

    play(theirs, "f4")

    expect(page.get_by_role("link", name="Log in")).to_be_visible()
