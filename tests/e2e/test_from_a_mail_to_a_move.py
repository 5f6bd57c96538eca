"""The whole way of a newcomer: from the form of a new account by the mail that a mail server gets to a first move."""

import re
from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from playwright.sync_api import expect

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.core.models.games import Game
from games.core.models.terms import Agreement
from tests.e2e.conftest import NewContext
from tests.e2e.table import Table
from tests.e2e.test_getting_to_a_game import sign_up
from tests.games.notifications.postbox import PostBox, post_box, text_of
from tests.support.live import web_process
from tests.support.playing import fresh
from tests.support.servers import wait_for

pytestmark = pytest.mark.e2e


@pytest.fixture
def box() -> Iterator[PostBox]:
    with post_box() as found:
        yield found


@pytest.fixture
def url(box: PostBox, transactional_db: None) -> Iterator[str]:
    """A web process that hands its mails to the mail server."""
    with web_process(EMAIL_URL=f"smtp://127.0.0.1:{box.port}") as found:
        yield found


def test_a_newcomer_signs_up_confirms_takes_a_seat_and_moves(
    url: str, new_context: NewContext, box: PostBox, bert: User
) -> None:
    actions.challenge_anyone(bert, Proposal(agreement=Agreement(), colour="black"))
    page = new_context().new_page()
    page.goto(url)
    page.get_by_role("link", name="Create account").first.click()
    sign_up(page, "dora")
    expect(page.get_by_role("heading", level=1)).to_have_text("Welcome, dora")

    wait_for(lambda: box.emails)
    [email] = box.emails
    [link] = re.findall(r"http://\S+", text_of(email))
    assert email["To"] == "dora@example.org"
    assert link in text_of(email, "html")
    page.goto(link)
    page.get_by_role("button", name="Yes, confirm it").click()
    expect(page.get_by_text("You have confirmed dora@example.org.")).to_be_visible()
    assert EmailAddress.objects.get(email="dora@example.org").verified

    page.goto(f"{url}/lobby/")
    page.get_by_role("button", name="Accept").click()
    game = Game.objects.get()
    table = Table(page, game, url).ready()
    table.click("d6")
    table.send()

    assert (fresh(game).last_move, game.white.username, game.black.username) == ("d6", "dora", "bert")
