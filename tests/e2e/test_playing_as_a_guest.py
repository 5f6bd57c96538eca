"""From a newcomer's first page to the first move without an account, click by click; and on to an account."""

import re

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.core.models.games import Game
from games.core.models.terms import Agreement
from tests.e2e.axe import violations
from tests.e2e.conftest import DESKTOP, PHONE, NewContext
from tests.e2e.table import Table

pytestmark = pytest.mark.e2e

CASUAL = Proposal(agreement=Agreement(rated=False), colour="black")
MOST_CLICKS = 3
# On each page anew; the sum is kept for the tab.
COUNT_CLICKS = """addEventListener("click", (event) => {
    if (event.isTrusted) sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + 1;
}, true)"""


def addresses(anna: User) -> dict[str, str]:
    actions.challenge_anyone(anna, CASUAL)
    _challenge, secret = actions.invite_by_link(anna, CASUAL)
    return {"landing": "/", "lobby": "/lobby/", "invitation": f"/invitations/{secret}/"}


@pytest.mark.parametrize(
    ("way", "screen"),
    [
        pytest.param("landing", PHONE, id="landing-phone", marks=pytest.mark.smoke),
        pytest.param("landing", DESKTOP, id="landing-desktop"),
        pytest.param("lobby", PHONE, id="lobby-phone"),
        pytest.param("lobby", DESKTOP, id="lobby-desktop", marks=pytest.mark.smoke),
        pytest.param("invitation", PHONE, id="invitation-phone"),
        pytest.param("invitation", DESKTOP, id="invitation-desktop"),
    ],
)
def test_a_newcomer_makes_the_first_move_with_three_clicks(
    live_server_url: str, new_context: NewContext, anna: User, way: str, screen: dict[str, int]
) -> None:
    page = new_context(viewport=screen).new_page()
    page.goto(live_server_url + addresses(anna)[way])
    page.evaluate(COUNT_CLICKS)

    page.get_by_role("button", name="Accept and begin" if way == "invitation" else "Accept").first.click()
    expect(page).to_have_url(re.compile(r"/games/\d+/$"))
    table = Table(page, Game.objects.get(), live_server_url)
    page.evaluate(COUNT_CLICKS)
    table.wait_for_turn()
    table.play_by_click("d6")

    game = Game.objects.get()
    assert (game.ply, game.last_move, game.white.is_guest) == (1, "d6", True)
    assert page.evaluate("Number(sessionStorage.clicks)") <= MOST_CLICKS


def test_a_guest_keeps_the_game_with_one_form(live_server_url: str, new_context: NewContext, anna: User) -> None:
    page = new_context().new_page()
    page.goto(live_server_url + addresses(anna)["invitation"])
    page.get_by_role("button", name="Accept and begin").click()
    expect(page).to_have_url(re.compile(r"/games/\d+/$"))

    page.get_by_role("link", name="Keep your games").first.click()
    assert violations(page) == []
    page.get_by_label("Username").fill("dora")
    page.get_by_label("Email address").fill("dora@example.org")
    page.get_by_label("Password", exact=True).fill("nine merry trombones")
    page.get_by_role("button", name="Keep my games").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Your move")
    assert Game.objects.get().white.username == "dora"


def test_two_guests_play_each_other(live_server_url: str, new_context: NewContext, anna: User) -> None:
    dora, emil = new_context().new_page(), new_context().new_page()
    dora.goto(live_server_url)
    dora.get_by_role("link", name="Play against people").click()
    dora.get_by_role("link", name="New challenge").first.click()
    dora.get_by_text("More terms").click()
    dora.get_by_label("Colour", exact=True).select_option("white")
    dora.get_by_role("button", name="Send challenge").click()
    expect(dora.get_by_role("heading", level=1)).to_have_text("Your open challenge")

    emil.goto(f"{live_server_url}/lobby/")
    emil.get_by_role("button", name="Accept").click()
    expect(emil).to_have_url(re.compile(r"/games/\d+/$"))

    game = Game.objects.get()
    assert game.white.is_guest
    assert game.black.is_guest
