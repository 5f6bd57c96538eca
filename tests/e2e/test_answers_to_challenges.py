"""Pages of challenges and of ended games that are left open show each answer, and lead to the game that begins."""

import re

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.models import Challenge
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import resign
from tests.e2e.conftest import NewContext
from tests.e2e.table import signed_in

pytestmark = pytest.mark.e2e

PROPOSAL = Proposal(agreement=Agreement())
# A visitor can accept it.
CASUAL = Proposal(agreement=Agreement(rated=False))
# Longer than the pauses in which the lobby asks for news, in milliseconds.
PAUSE = 31_000


@pytest.fixture
def asked(anna: User, bert: User) -> int:
    """The number of Anna's challenge to Bert."""
    return actions.challenge_player(anna, bert, PROPOSAL).number


def test_the_challenger_goes_to_the_game_when_it_begins(
    live_server_url: str, new_context: NewContext, asked: int, anna: User, bert: User
) -> None:
    page = signed_in(new_context(), anna, live_server_url)
    page.goto(f"{live_server_url}/challenges/{asked}/")
    expect(page.get_by_text("Waiting for an answer.")).to_be_visible()

    game = actions.accept_challenge(asked, bert).game

    assert game is not None
    expect(page).to_have_url(f"{live_server_url}/games/{game.number}/")


def test_the_challenger_reads_why_it_was_declined(
    live_server_url: str, new_context: NewContext, asked: int, anna: User, bert: User
) -> None:
    page = signed_in(new_context(), anna, live_server_url)
    page.goto(f"{live_server_url}/challenges/{asked}/")

    actions.decline_challenge(asked, bert, reason="On holiday.")

    expect(page.get_by_text("bert declined.")).to_be_visible()
    expect(page.get_by_text("On holiday.")).to_be_visible()
    expect(page.get_by_role("button", name="Withdraw the challenge")).to_have_count(0)


def test_a_challenge_that_was_withdrawn_cannot_be_answered_any_more(
    live_server_url: str, new_context: NewContext, asked: int, anna: User, bert: User
) -> None:
    page = signed_in(new_context(), bert, live_server_url)
    page.goto(f"{live_server_url}/challenges/{asked}/")
    expect(page.get_by_role("button", name="Accept and begin")).to_be_visible()

    actions.cancel_challenge(asked, anna)

    expect(page.get_by_text("Withdrawn.")).to_be_visible()
    expect(page.get_by_role("button", name="Accept and begin")).to_have_count(0)


def test_an_invitation_link_that_is_shown_once_stays_while_the_page_is_open(
    live_server_url: str, new_context: NewContext, anna: User, bert: User
) -> None:
    page = signed_in(new_context(), anna, live_server_url)
    page.goto(f"{live_server_url}/challenges/new/?kind=link")
    page.get_by_role("button", name="Send challenge").click()
    link = page.get_by_role("textbox", name="Invitation link")
    address = link.input_value()
    with page.expect_response(re.compile(r"/challenges/\d+/$")):
        actions.challenge_player(bert, anna, PROPOSAL)

    expect(link).to_have_value(address)


def test_a_challenge_in_the_lobby_leaves_the_list_of_ones_own_when_it_is_accepted(
    live_server_url: str, new_context: NewContext, anna: User, bert: User
) -> None:
    number = actions.challenge_anyone(anna, PROPOSAL).number
    page = signed_in(new_context(), anna, live_server_url)
    page.goto(f"{live_server_url}/lobby/")
    expect(page.get_by_role("button", name="Withdraw")).to_be_visible()

    actions.accept_challenge(number, bert)

    expect(page.get_by_role("button", name="Withdraw")).to_have_count(0)


def test_the_lobby_follows_what_others_post_and_withdraw(
    live_server_url: str, new_context: NewContext, anna: User, bert: User
) -> None:
    posted = actions.challenge_anyone(anna, PROPOSAL)
    page = new_context().new_page()
    page.clock.install()
    page.goto(f"{live_server_url}/lobby/")
    names = page.locator(".lobby-table tbody th")
    expect(names).to_have_text(["anna"])

    actions.challenge_anyone(bert, PROPOSAL)
    page.clock.fast_forward(PAUSE)
    expect(names).to_have_text(["bert", "anna"])
    actions.cancel_challenge(posted.number, anna)
    page.clock.fast_forward(PAUSE)
    expect(names).to_have_text(["bert"])


def test_no_challenge_moves_away_from_who_points_at_it(
    live_server_url: str, new_context: NewContext, anna: User, bert: User
) -> None:
    actions.challenge_anyone(anna, CASUAL)
    page = new_context().new_page()
    page.clock.install()
    page.goto(f"{live_server_url}/lobby/")
    names = page.locator(".lobby-table tbody th")
    page.get_by_role("button", name="Accept").hover()

    actions.challenge_anyone(bert, CASUAL)
    page.clock.fast_forward(PAUSE)

    expect(page.locator("#lobby-count")).to_have_text("2 open challenges")
    expect(names).to_have_text(["anna"])
    page.get_by_role("heading", level=1).hover()
    expect(names).to_have_text(["bert", "anna"])


def test_a_lobby_that_nobody_looks_at_asks_nothing(
    live_server_url: str, new_context: NewContext, anna: User, bert: User
) -> None:
    page = new_context().new_page()
    page.clock.install()
    page.goto(f"{live_server_url}/lobby/")
    page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden', writable: true })")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))

    actions.challenge_anyone(bert, PROPOSAL)
    page.clock.fast_forward(PAUSE)
    page.clock.fast_forward(PAUSE)
    assert asked == []

    page.evaluate("document.visibilityState = 'visible'")
    page.clock.fast_forward(PAUSE)
    expect(page.locator(".lobby-table tbody th")).to_have_text(["bert"])


def test_a_rematch_is_offered_and_accepted_in_place_and_both_go_to_it(
    live_server_url: str, new_context: NewContext, game: Game, anna: User, bert: User
) -> None:
    resign(game.number, anna)
    hers, theirs = (signed_in(new_context(), user, live_server_url) for user in (anna, bert))
    for page in (hers, theirs):
        page.goto(f"{live_server_url}/games/{game.number}/")

    hers.get_by_role("button", name="Rematch").click()
    expect(hers.get_by_role("link", name="Rematch offered")).to_be_visible()
    expect(hers).to_have_url(f"{live_server_url}/games/{game.number}/")
    expect(theirs.get_by_text("Your opponent offers a rematch.")).to_be_visible()
    theirs.get_by_role("button", name="Accept").click()

    expect(theirs).to_have_url(re.compile(r"/games/\d+/$"))
    expect(hers).not_to_have_url(f"{live_server_url}/games/{game.number}/")
    begun = Challenge.objects.get(rematch_of=game).game
    assert begun is not None
    for page in (hers, theirs):
        expect(page).to_have_url(f"{live_server_url}/games/{begun.number}/")


def test_who_is_still_writing_is_not_taken_away_by_the_rematch(
    live_server_url: str, new_context: NewContext, game: Game, anna: User, bert: User
) -> None:
    resign(game.number, anna)
    number = actions.ask_rematch(game.number, anna).number
    page = signed_in(new_context(), anna, live_server_url)
    page.goto(f"{live_server_url}/games/{game.number}/")
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Message", exact=True).fill("Thank you for")

    actions.accept_challenge(number, bert)

    expect(page.get_by_role("link", name="Go to the rematch")).to_be_visible()
    expect(page).to_have_url(f"{live_server_url}/games/{game.number}/")
