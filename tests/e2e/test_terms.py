"""The terms of a game by hand in a browser: chosen in the form, seen by both before anybody accepts, and what they do
to a game whose time has run out."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.challenges.models import Challenge
from games.core.models.games import Game
from games.core.models.terms import Agreement, Timeout
from games.play.actions import play_move
from games.play.timeouts import settle_overdue_games
from muehle.clocks import DAY
from muehle.clocks.total_time import TotalTime
from tests.e2e.conftest import DESKTOP, PHONE, NewContext
from tests.e2e.sitting import Sit
from tests.e2e.table import signed_in
from tests.support.playing import fresh

pytestmark = pytest.mark.e2e


def fact(page: Page, name: str) -> str:
    """What the list of terms says under this name."""
    folded = page.locator("details:not([open])", has=page.locator("dl.facts"))
    if folded.count():
        folded.get_by_text("All terms").click()
    return page.locator("dl.facts > div").filter(has=page.get_by_text(name, exact=True)).locator("dd").inner_text()


def terms_on(page: Page) -> list[str]:
    return [fact(page, name) for name in ("Leave", "Days off", "Time-out")]


def total_length_on(page: Page) -> str:
    return fact(page, "Total length").partition("\n")[0]


@pytest.mark.parametrize("javascript", [True, False])
def test_the_terms_of_a_challenge_are_seen_by_both_before_it_is_accepted(
    live_server_url: str, new_context: NewContext, anna: User, bert: User, javascript: bool
) -> None:
    phone = {"viewport": PHONE, "java_script_enabled": javascript}
    hers, theirs = (signed_in(new_context(**phone), user, live_server_url) for user in (anna, bert))
    hers.goto(f"{live_server_url}/challenges/new/?to=bert")
    hers.get_by_text("More terms").click()
    hers.get_by_label("Leave", exact=True).select_option("14")
    hers.get_by_label("Days off pause the clock").uncheck()
    hers.get_by_label("The opponent can claim the win").check()
    hers.get_by_label("Total length of the game").select_option("180")
    hers.get_by_role("button", name="Send challenge").click()
    challenge = Challenge.objects.get()

    pages = []
    for page in (hers, theirs):
        page.goto(f"{live_server_url}/challenges/{challenge.number}/")
        pages.append([*terms_on(page), total_length_on(page)])
    theirs.get_by_role("button", name="Accept and begin").click()
    expect(theirs).to_have_url(f"{live_server_url}/games/{Game.objects.get().number}/")

    leave, days_off, timeout, total_length = pages[0]
    assert pages[0] == pages[1]
    assert "Up to 14 days for each side" in leave
    assert days_off == "None: clocks run every day"
    assert timeout == "The opponent can claim the win; after seven days the game ends automatically"
    agreed = Game.objects.get()
    assert (agreed.leave_days, agreed.days_off, agreed.timeout) == (14, False, Timeout.CLAIM)
    assert (total_length, agreed.total_days) == ("180 days: 90 days for each side", 180)


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_figures_of_the_chosen_clock_alone_are_seen(
    live_server_url: str, new_context: NewContext, anna: User, viewport: dict[str, int]
) -> None:
    page = signed_in(new_context(viewport=viewport), anna, live_server_url)
    page.goto(f"{live_server_url}/challenges/new/")
    labels = ("Time for each move", "Days at the start", "Days for the whole game")

    def seen() -> list[bool]:
        return [page.get_by_label(label).is_visible() for label in labels]

    page.get_by_text("Another time control").click()
    at_first = seen()
    page.get_by_label("A time bank that grows with every move").check()
    bank = seen()
    page.get_by_label("A fixed time for the whole game").check()
    total = seen()
    page.get_by_label("Days for the whole game").fill("45")
    page.get_by_role("button", name="Send challenge").click()

    assert [at_first, bank, total] == [[True, False, False], [False, True, False], [False, False, True]]
    expect(page.get_by_text("45 days for the whole game")).to_be_visible()
    assert Challenge.objects.get().clock == TotalTime(45 * DAY)


def test_a_game_without_leave_says_so_before_it_is_accepted(
    live_server_url: str, new_context: NewContext, anna: User, bert: User
) -> None:
    hers, theirs = (signed_in(new_context(), user, live_server_url) for user in (anna, bert))
    hers.goto(f"{live_server_url}/challenges/new/?to=bert")
    hers.get_by_text("More terms").click()
    hers.get_by_label("Leave", exact=True).select_option("0")
    hers.get_by_role("button", name="Send challenge").click()

    theirs.goto(f"{live_server_url}/challenges/{Challenge.objects.get().number}/")

    assert terms_on(theirs) == [
        "None: clocks keep running while a player is away",
        "Clocks are paused on each player’s days off: up to two days of the week, and public holidays",
        "The game ends automatically when time runs out",
    ]


@pytest.fixture
def run_out(begin: Callable[..., Game]) -> Game:
    """A game without leave in which Anna's time has run out an hour ago, so that Bert may claim it."""
    game = begin(Agreement(timeout=Timeout.CLAIM, leave_days=0, rated=False))
    then = game.started_at - timedelta(days=3, hours=1)
    over = {"started_at": then, "turn_started_at": then, "deadline_at": then + timedelta(days=3)}
    Game.objects.filter(pk=game.pk).update(**over)
    settle_overdue_games()
    return fresh(game)


def test_the_opponent_claims_a_game_by_the_button_and_the_player_sees_it_end(
    run_out: Game, sit: Sit, anna: User, bert: User
) -> None:
    hers, theirs = sit(run_out, anna), sit(run_out, bert)
    expect(theirs.page.get_by_text("Your opponent’s time has run out.")).to_be_visible()
    expect(hers.page.get_by_text("You can still move until your opponent claims the win")).to_be_visible()
    expect(hers.page.get_by_role("button", name="Claim the win")).to_have_count(0)

    theirs.page.get_by_role("button", name="Claim the win").click()

    for table in (hers, theirs):
        expect(table.page.get_by_role("button", name="Claim the win")).to_have_count(0)
    theirs.expect_heading("You have won")
    hers.expect_heading("You have lost")
    ended = fresh(run_out)
    assert (ended.status, ended.result, ended.termination) == ("finished", "0-1", "timeout")


def test_a_move_that_comes_before_the_claim_takes_the_button_away(
    run_out: Game, sit: Sit, anna: User, bert: User
) -> None:
    theirs = sit(run_out, bert)
    button = theirs.page.get_by_role("button", name="Claim the win")
    expect(button).to_be_visible()

    play_move(run_out.number, anna, "d6", ply=1)

    expect(button).to_have_count(0)
    theirs.expect_stone("d6", "white stone")
    assert fresh(run_out).status == "ongoing"
