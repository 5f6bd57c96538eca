"""A page that stays open after a logout or login on another tab: it loses nothing, and sends nothing for
somebody else."""

from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.chat.models import Message
from games.core.models.games import Game
from games.disputes.models import Dispute
from tests.accounts.pages.test_second_factor import LOGIN
from tests.e2e.sitting import Sit
from tests.e2e.table import Table
from tests.support.playing import fresh

pytestmark = pytest.mark.e2e

LOGGED_OUT = "You are logged out. Nothing was sent"


@pytest.fixture
def table(sit: Sit, game: Game, anna: User, bert: User) -> Iterator[Table]:
    """Anna's page of a game, in a browser in which more tabs can be opened. Refusals are errors to the browser."""
    for player in (anna, bert):
        player.set_password(LOGIN["password"])
        player.save()
    table = sit(game, anna, strict=False)
    yield table
    # A stream that is open would miss its game.
    table.page.goto("about:blank")


def log_out(table: Table) -> Page:
    """On another tab."""
    tab = table.page.context.new_page()
    tab.goto(f"{table.url}/accounts/logout/")
    tab.locator("main").get_by_role("button").click()
    return tab


def log_in(tab: Page, name: str) -> None:
    tab.goto(urljoin(tab.url, "/accounts/login/"))
    tab.get_by_label("Username or email").fill(name)
    tab.get_by_label("Password", exact=True).fill(LOGIN["password"])
    tab.locator("main form").get_by_role("button", name="Log in", exact=True).click()
    tab.wait_for_url(lambda url: "login" not in url)


def test_after_a_new_login_on_another_tab_moves_and_messages_are_sent_as_before(table: Table, game: Game) -> None:
    log_in(log_out(table), "anna")
    page = table.page

    table.click("d6")
    table.send()
    table.open_tab("Chat")
    page.get_by_label("Message", exact=True).fill("And now you.")
    page.get_by_role("button", name="Send message").click()

    expect(page.get_by_text("And now you.")).to_be_visible()
    expect(page.get_by_label("Message", exact=True)).to_have_value("")
    assert fresh(game).last_move == "d6"
    assert Message.objects.get().text == "And now you."


@pytest.mark.smoke
def test_after_a_logout_the_page_says_so_and_sends_later_what_it_has_kept(table: Table, game: Game) -> None:
    page = table.page
    table.open_tab("Chat")
    page.get_by_label("Message", exact=True).fill("I think about it.")
    tab = log_out(table)

    page.get_by_role("button", name="Send message").click()
    expect(page.get_by_role("alert").filter(has_text=LOGGED_OUT)).to_be_visible()
    table.click("d6")
    table.send_button.click()
    expect(table.send_button).to_contain_text("d6")
    expect(page.get_by_label("Message", exact=True)).to_have_value("I think about it.")
    assert fresh(game).last_move == ""
    assert not Message.objects.exists()

    log_in(tab, "anna")
    table.send()
    expect(page.get_by_text(LOGGED_OUT)).to_be_hidden()
    page.get_by_role("button", name="Send message").click()
    expect(page.get_by_label("Message", exact=True)).to_have_value("")
    assert fresh(game).last_move == "d6"
    assert Message.objects.get().text == "I think about it."


def test_after_a_login_of_somebody_else_nothing_is_sent_in_their_name(table: Table, game: Game) -> None:
    log_in(log_out(table), "bert")
    page = table.page
    table.open_tab("Chat")
    page.get_by_label("Message", exact=True).fill("From Anna.")

    page.get_by_role("button", name="Send message").click()

    notice = page.get_by_role("alert").filter(has_text="somebody else is logged in now")
    expect(notice).to_contain_text("bert")
    expect(page.get_by_label("Message", exact=True)).to_have_value("From Anna.")
    assert not Message.objects.exists()
    notice.get_by_role("link", name="Reload the page").click()
    table.ready()
    expect(page.get_by_text("From Anna.")).to_have_count(0)


def test_a_dispute_that_is_sent_after_a_logout_is_not_lost(table: Table, game: Game) -> None:
    page = table.page
    page.goto(f"{table.address}dispute/")
    page.get_by_label("Something else").check()
    page.get_by_label("What happened?").fill("My opponent\nsits beside me.")
    tab = log_out(table)

    page.get_by_role("button", name="Open dispute").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("You are logged out")
    expect(page.get_by_label("What you have entered")).to_have_value("My opponent\nsits beside me.")
    log_in(tab, "anna")
    page.get_by_role("button", name="Send again").click()
    expect(page.get_by_text("You have logged in since the page was opened, as anna.")).to_be_visible()
    page.get_by_role("button", name="Send again").click()

    expect(page.get_by_text("Waiting for an arbiter.")).to_be_visible()
    assert Dispute.objects.get().text == "My opponent\nsits beside me."
