"""From a stranger's first page to a game: signing up, challenging, accepting, in real browsers."""

import re

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.models import Challenge
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import resign
from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.table import signed_in

pytestmark = pytest.mark.e2e

PASSWORD = "nine merry trombones"


def sign_up(page: Page, name: str) -> None:
    """Fill in the form of a new account and send it."""
    page.get_by_label("Username").fill(name)
    page.get_by_label("Email address").fill(f"{name}@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()


@pytest.mark.smoke
def test_two_strangers_meet_by_an_invitation_link(live_server_url: str, new_context: NewContext) -> None:
    dora, emil = new_context().new_page(), new_context().new_page()
    dora.goto(live_server_url)
    dora.get_by_role("link", name="Create account").first.click()
    sign_up(dora, "dora")
    expect(dora.get_by_role("heading", level=1)).to_have_text("Welcome, dora")

    dora.get_by_role("link", name="Invite somebody").click()
    dora.get_by_text("More terms").click()
    dora.get_by_label("Colour", exact=True).select_option("white")
    dora.get_by_role("button", name="Send challenge").click()
    emil.goto(dora.get_by_role("textbox", name="Invitation link").input_value())
    expect(emil.get_by_role("heading", level=1)).to_have_text("dora invites you to a game of Mühle")
    emil.get_by_role("link", name="Create account").click()
    sign_up(emil, "emil")
    emil.get_by_role("button", name="Accept and begin").click()

    game = Game.objects.get()
    # The page of the invitation leads there by itself.
    for page in (emil, dora):
        expect(page).to_have_url(f"{live_server_url}/games/{game.number}/")
    assert (game.white.username, game.black.username) == ("dora", "emil")
    dora.goto(live_server_url)
    expect(dora.get_by_role("heading", level=1)).to_have_text("Your move")
    dora.get_by_role("link", name="Against emil").click()
    expect(dora).to_have_url(f"{live_server_url}/games/{game.number}/")


@pytest.mark.smoke
def test_a_challenge_is_sent_and_accepted_on_phones_without_javascript(
    live_server_url: str, new_context: NewContext, anna: User, bert: User
) -> None:
    phone = {"viewport": PHONE, "java_script_enabled": False}
    her, theirs = (signed_in(new_context(**phone), user, live_server_url) for user in (anna, bert))
    her.goto(f"{live_server_url}/players/bert/")
    her.get_by_role("link", name="Challenge", exact=True).click()
    expect(her.get_by_label("Name of the player")).to_have_value("bert")
    her.get_by_text("Another time control").click()
    her.get_by_text("A time bank that grows with every move").click()
    her.get_by_label("Days at the start").fill("2")
    her.get_by_role("button", name="Send challenge").click()
    expect(her.get_by_role("status").filter(has_text="Your challenge to bert has been sent.")).to_be_visible()

    theirs.goto(live_server_url)
    theirs.get_by_role("link", name="All terms").click()
    expect(theirs.get_by_text("2 days + 1 day per move (max. 7 days)", exact=True)).to_be_visible()
    theirs.get_by_role("button", name="Accept and begin").click()

    expect(theirs).to_have_url(f"{live_server_url}/games/{Game.objects.get().number}/")


def test_a_challenge_is_declined_with_a_reason(
    live_server_url: str, new_context: NewContext, anna: User, bert: User
) -> None:
    challenge = actions.challenge_player(anna, bert, Proposal(agreement=Agreement()))
    page = signed_in(new_context(), bert, live_server_url)
    page.goto(f"{live_server_url}/challenges/{challenge.number}/")

    page.get_by_text("Decline", exact=True).click()
    page.get_by_label("Reason (optional; the challenger will see it)").fill("On holiday.")
    page.get_by_role("button", name="Decline the challenge").click()

    expect(page.get_by_role("status").filter(has_text="You have declined the challenge from anna.")).to_be_visible()
    challenge.refresh_from_db()
    assert (challenge.status, challenge.decline_reason) == ("declined", "On holiday.")


def test_a_seat_is_taken_and_gone_for_the_next(
    live_server_url: str, new_context: NewContext, anna: User, bert: User, carla: User
) -> None:
    actions.challenge_anyone(anna, Proposal(agreement=Agreement()))
    first, second = (signed_in(new_context(), user, live_server_url) for user in (bert, carla))
    first.goto(f"{live_server_url}/lobby/")
    second.goto(f"{live_server_url}/lobby/")

    first.get_by_role("button", name="Accept").click()
    expect(first).to_have_url(re.compile(r"/games/\d+/$"))
    second.get_by_role("button", name="Accept").click()

    expect(second.get_by_role("status").filter(has_text="This challenge is no longer open.")).to_be_visible()


def test_the_form_shows_only_what_applies(live_server_url: str, new_context: NewContext, anna: User) -> None:
    page = signed_in(new_context(), anna, live_server_url)
    page.goto(f"{live_server_url}/challenges/new/")
    expect(page.get_by_label("Name of the player")).to_be_hidden()
    expect(page.get_by_label("Days at the start")).to_be_hidden()

    page.get_by_text("A specific player", exact=True).click()
    page.get_by_text("Another time control").click()
    page.get_by_text("More terms").click()
    page.get_by_text("A time bank that grows with every move").click()

    expect(page.get_by_label("Name of the player")).to_be_visible()
    expect(page.get_by_label("Days at the start")).to_be_visible()
    expect(page.get_by_label("Time for each move")).to_be_hidden()
    expect(page.get_by_label("Rating from")).to_be_hidden()


def test_a_mistake_is_tied_to_its_field(live_server_url: str, new_context: NewContext, anna: User) -> None:
    # The answer is a 422, which the browser counts as an error.
    page = signed_in(new_context(strict=False), anna, live_server_url)
    page.goto(f"{live_server_url}/challenges/new/?to=nobody")

    page.get_by_role("button", name="Send challenge").click()

    field = page.get_by_label("Name of the player")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description("There is no player with this name. Check the spelling.")
    expect(field).to_have_value("nobody")


def test_a_rematch_is_asked_for_and_accepted(
    live_server_url: str, new_context: NewContext, game: Game, anna: User, bert: User
) -> None:
    resign(game.number, anna)
    rematch = actions.ask_rematch(game.number, anna)
    page = signed_in(new_context(), bert, live_server_url)
    page.goto(live_server_url)
    expect(page.get_by_text(f"Rematch of game {game.number}, colours swapped.")).to_be_visible()

    page.get_by_role("button", name="Accept").click()

    expect(page).to_have_url(re.compile(r"/games/\d+/$"))
    begun = Challenge.objects.get(number=rematch.number).game
    assert begun is not None
    assert (begun.white, begun.black) == (bert, anna)
