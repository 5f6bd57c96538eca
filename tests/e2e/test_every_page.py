"""What must hold on every page, in a real browser: it fits, it can be hit, read and walked through, and nothing is
forbidden by the Content-Security-Policy (the fixture sees to that)."""

from datetime import date
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from accounts.models import App, User
from games.analysis import records
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.models import Challenge
from games.clubs import joining, noticeboard
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import filing
from games.disputes.models import Dispute
from games.disputes.verdict_kinds import Verdict
from games.dumps import making
from games.dumps.models import Dump
from games.play.actions import resign
from tests.accounts.oauth.visits import keys_for, registered
from tests.conftest import begun
from tests.e2e.conftest import DESKTOP, PHONE, NewContext
from tests.e2e.table import signed_in
from tests.games.clubs.making import new_club
from tests.games.puzzles.conftest import LONG, store
from tests.support.people import new_guest
from tests.support.playing import play
from tests.support.ruling import decided

pytestmark = pytest.mark.e2e

FOR_GUESTS = [
    "/",
    "/lobby/",
    "/computers/",
    "/audit/",
    "/rules/",
    "/rules/classic/",
    "/rules/pink-green/",
    "/solved/",
    "/solved/?rules=classic",
    "/openings/",
    "/openings/?moves=a7,a1",
    "/dumps/",
    "/ratings/",
    "/ratings/?provisional=1",
    "/ratings/?pool=bots",
    "/players/anna/ratings/standard/",
    "/puzzles/",
    "/puzzles/1/",
    "/analysis/",
    "/analysis/?moves=a7,a1,d7,d1,g7xa1",
    "/analysis/?players=2",
    "/developers/",
    "/developers/bots/",
    "/api/v1/problems/",
    "/learn/",
    "/learn/take/",
    "/learn/move/?move=c3-c4",
    "/learn/done/",
    "/accounts/login/",
    "/accounts/login/code/",
    "/accounts/signup/",
    "/players/",
    "/players/?q=a&who=people",
    "/players/anna/",
    "/clubs/",
    "/clubs/rabenstein/",
    "/clubs/rabenstein/ranking/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/0-none/",
    "/accounts/password/reset/key/done/",
    "/accounts/confirm-email/",
    "/accounts/confirm-email/none/",
    "/accounts/inactive/",
    "/offline/en/",
    "/unanswered/de/",
]
CLIENT_ID = "app_of_bert"
CONSENT = (
    f"/oauth/authorize/?response_type=code&client_id={CLIENT_ID}&redirect_uri=https://club.example/back"
    f"&scope=game:read+game:play&code_challenge={'x' * 43}&code_challenge_method=S256"
)
FOR_PLAYERS = [
    "/",
    "/lobby/",
    "/computers/",
    "/players/computer-1/",
    "/challenges/new/",
    "/games/",
    "/games/?status=ongoing",
    "/records/",
    "/players/",
    "/players/bert/",
    "/clubs/",
    "/clubs/new/",
    "/clubs/rabenstein/",
    "/clubs/rabenstein/posts/",
    "/clubs/rabenstein/manage/",
    "/analysis/",
    "/preferences/",
    "/preferences/profile/",
    "/notifications/",
    "/preferences/notifications/",
    "/preferences/notifications/arrival/",
    "/preferences/relations/",
    "/preferences/following/",
    "/disputes/",
    "/reports/",
    "/reports/new/?subject=profile&against=bert",
    "/preferences/tokens/",
    "/preferences/bot/",
    "/preferences/apps/",
    "/preferences/apps/own/",
    f"/preferences/apps/own/{CLIENT_ID}/",
    CONSENT,
    "/preferences/leave/",
    "/preferences/days-off/",
    "/preferences/calendar/",
    "/preferences/webhooks/",
    "/preferences/chat-apps/",
    "/preferences/export/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/2fa/",
    "/accounts/sessions/",
    "/accounts/logout/",
    "/accounts/reauthenticate/",
    "/accounts/2fa/webauthn/",
    "/lobby/?rules=applet",
    "/rules/",
    "/solved/",
    "/puzzles/",
    "/puzzles/1/?theme=mill",
]
each_screen = pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])

# Links within running text are as high as their line; everything else that can be hit must be 44 px high and wide. The
# name at a seat is hit by the whole of the seat. Moves in a list, and rows of the lobby where it is a table, are closer
# where a mouse hits them.
IN_TEXT = "p a, .guide :is(td, li) a, dd a, h2 a, h3 a, th a, .player a, .field__help a, .skip-link"
TOO_SMALL = """inText => [...document.querySelectorAll('a, button, input, select, textarea, summary')]
  .filter(element => element.checkVisibility({visibilityProperty: true, opacityProperty: true}))
  .filter(element => !element.matches(inText))
  .filter(element => !element.matches('.desk .moves__move') || !matchMedia('(pointer: fine)').matches)
  .filter(element => !element.matches('.lobby-table .button')
    || !matchMedia('(pointer: fine) and (width >= 60rem)').matches)
  .map(element => [element, element.closest('label, .seat__row') ?? element])
  .map(([element, target]) => [element.outerHTML.slice(0, 80), target.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
  .map(([html, box]) => `${html} ${Math.round(box.width)}x${Math.round(box.height)}`)"""
TOO_TINY = """() => [...document.querySelectorAll('body *')]
  .filter(element => [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()))
  .filter(element => element.checkVisibility() && !element.closest('svg, .visually-hidden, [aria-hidden=true]'))
  .filter(element => parseFloat(getComputedStyle(element).fontSize) < 15.9)
  .map(element => element.outerHTML.slice(0, 80))"""
SPILLING = """() => [...document.querySelectorAll('.card, .panel, .row, .notice, .button')].flatMap(box => {
    const outer = box.getBoundingClientRect();
    return [...box.querySelectorAll(':scope *')]
      .filter(element => element.checkVisibility() && !element.closest('svg, .visually-hidden, .moves__list'))
      .filter(element => [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()))
      .map(element => [element, element.getBoundingClientRect()])
      .filter(([, inner]) => inner.left < outer.left - 2 || inner.right > outer.right + 2
        || inner.top < outer.top - 2 || inner.bottom > outer.bottom + 2)
      .map(([element]) => element.outerHTML.slice(0, 80));
  })"""
ACROSS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
# The elements that reach farthest to the right, the innermost first, without what a closed menu hides.
WIDEST = """() => [...document.querySelectorAll('body *')].reverse()
  .filter(element => !element.closest('svg *, details:not([open]) > :not(summary)'))
  .map(element => [element.cloneNode(false).outerHTML, Math.round(element.getBoundingClientRect().right)])
  .filter(([, right]) => right > document.documentElement.clientWidth)
  .sort(([, a], [, b]) => b - a)
  .slice(0, 5)"""
LEVELS = "() => [...document.querySelectorAll('h1, h2, h3, h4')].map(heading => Number(heading.tagName[1]))"


def of_a_guest(guest: User) -> list[str]:
    """Pages of somebody who plays without an account."""
    own = ["/accounts/keep/", "/accounts/logout/", "/preferences/delete/", "/preferences/export/"]
    return ["/", "/lobby/", "/challenges/new/", "/games/", "/notifications/", f"/players/{guest.username}/", *own]


@pytest.fixture
def seeded(game: Game, anna: User, bert: User, carla: User, computers: dict[int, User]) -> None:
    """A little of everything that pages list."""
    store(LONG, pk=1)
    play(game, "d6")
    app = registered(bert)
    keys_for(bert, app)
    App.objects.filter(pk=app.pk).update(client_id=CLIENT_ID, redirect_uris=["https://club.example/back"])
    records.import_records(bert, '[White "Gerda"]\n1. d6 f4 2. d2 *', rules="standard")
    proposal = Proposal(agreement=Agreement(), message="A word.")
    actions.challenge_player(carla, bert, proposal)
    actions.challenge_anyone(carla, proposal)
    actions.challenge_anyone(bert, proposal)
    assert Challenge.objects.count() == 4
    disputed(game, bert)
    club = new_club(bert, members=[anna], admission="request")
    joining.join(club.slug, carla)
    noticeboard.write(club, anna, "Who plays on Sunday?")
    for winner, loser in ((anna, carla), (carla, anna), (anna, bert)):
        resign(play(begun(winner, loser, Agreement()), "d6", "f4", "d2", "b4").number, loser)
    dumped(2026, 1)


def dumped(year: int, month: int) -> None:
    """The dumps of a month without games."""
    for form in Dump.Form:
        making.make(Dump.objects.create(month=date(year, month, 1), form=form))


def disputed(game: Game, warned: User) -> Dispute:
    """A dispute of the player, decided with a warning for the player."""
    dispute = filing.open_dispute(game.number, warned, category="other", text="We had agreed on a draw.", plies=[1])
    arbiter, reason = User.objects.create_user("iris"), "Nothing of that was said here."
    return decided(dispute, arbiter, Verdict.WARNED, reason=reason, against=warned)


def faults(page: Page, address: str) -> dict[str, object]:
    """What is wrong with the looks of a page; empty where all is well."""
    page.goto(address)
    return faults_of(page)


def faults_of(page: Page) -> dict[str, object]:
    """The same for what the page shows now."""
    levels = page.evaluate(LEVELS)
    found = {
        "too small to hit": page.evaluate(TOO_SMALL, IN_TEXT),
        "too tiny to read": page.evaluate(TOO_TINY),
        "spilling out of its box": page.evaluate(SPILLING),
        "wider than the screen, in px": page.evaluate(ACROSS),
        "headings out of order": [] if levels[0] == 1 and all(b <= a + 1 for a, b in pairwise(levels)) else levels,
    }
    return {fault: where for fault, where in found.items() if where}


@each_screen
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_guests_pages_fit_and_can_be_used(
    live_server_url: str, new_context: NewContext, seeded: None, screen: dict[str, int], language: str
) -> None:
    page = new_context(viewport=screen, locale=language).new_page()

    found = {address: faults(page, live_server_url + address) for address in FOR_GUESTS}

    assert {address: fault for address, fault in found.items() if fault} == {}


@each_screen
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_players_pages_fit_and_can_be_used(
    live_server_url: str, new_context: NewContext, seeded: None, bert: User, screen: dict[str, int], language: str
) -> None:
    User.objects.filter(pk=bert.pk).update(language=language)
    page = signed_in(new_context(viewport=screen), bert, live_server_url)

    found = {address: faults(page, live_server_url + address) for address in FOR_PLAYERS}

    assert {address: fault for address, fault in found.items() if fault} == {}


@each_screen
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_pages_of_who_plays_without_an_account_fit_and_can_be_used(
    live_server_url: str, new_context: NewContext, seeded: None, screen: dict[str, int], language: str
) -> None:
    User.objects.filter(pk=new_guest().pk).update(language=language)
    guest = User.objects.get(is_guest=True)
    page = signed_in(new_context(viewport=screen), guest, live_server_url)

    found = {address: faults(page, live_server_url + address) for address in of_a_guest(guest)}

    assert {address: fault for address, fault in found.items() if fault} == {}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("reader", ["guest", "player"])
def test_no_page_scrolls_sideways_with_a_long_name(
    live_server_url: str, new_context: NewContext, seeded: None, game: Game, bert: User, reader: str, language: str
) -> None:
    User.objects.filter(pk=bert.pk).update(language=language, display_name="Wilhelmine Grünwald-Österreich")
    context = new_context(locale=language)
    page = context.new_page() if reader == "guest" else signed_in(context, bert, live_server_url)
    addresses = FOR_GUESTS if reader == "guest" else FOR_PLAYERS
    number = game.number

    too_wide = {}
    for address in [*addresses, f"/games/{number}/", f"/games/{number}/print/"]:
        page.goto(live_server_url + address)
        for width in (320, 768, 790, 820, 1000, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            if across := page.evaluate(ACROSS):
                too_wide[address, width] = (across, page.evaluate(WIDEST))

    assert too_wide == {}


def test_a_long_address_makes_the_page_no_wider(live_server_url: str, new_context: NewContext, anna: User) -> None:
    page = signed_in(new_context(viewport={"width": 320, "height": 900}), anna, live_server_url)
    page.goto(f"{live_server_url}/accounts/email/")
    page.locator("input[type=email]").fill("wilhelmine.gruenwald-oesterreich.mit.einem.langen.namen@example.org")

    page.locator("[name=action_add]").click()
    page.locator(".choice").first.wait_for()

    assert page.evaluate(ACROSS) == 0


def test_the_first_tab_leads_past_the_masthead(live_server_url: str, browser_page: Page, db: None) -> None:
    browser_page.goto(f"{live_server_url}/rules/")
    browser_page.keyboard.press("Tab")
    expect(browser_page.get_by_role("link", name="Skip to content")).to_be_focused()

    browser_page.keyboard.press("Enter")

    expect(browser_page.get_by_role("main")).to_be_focused()


def test_the_language_is_switched_in_the_footer(live_server_url: str, browser_page: Page, db: None) -> None:
    browser_page.goto(f"{live_server_url}/rules/")

    browser_page.get_by_role("button", name="Deutsch").click()

    expect(browser_page).to_have_url(f"{live_server_url}/rules/")
    expect(browser_page.get_by_role("heading", level=1)).to_have_text("Die Mühleregeln")
    expect(browser_page.locator("html")).to_have_attribute("lang", "de")


def test_the_account_menu_works_by_keyboard(live_server_url: str, new_context: NewContext, anna: User) -> None:
    page = signed_in(new_context(viewport=PHONE), anna, live_server_url)
    page.goto(live_server_url)
    page.locator("summary", has_text="anna").focus()

    page.keyboard.press("Enter")
    page.get_by_role("button", name="Log out").press("Enter")

    expect(page.get_by_role("link", name="Log in")).to_be_visible()


def test_settings_are_grouped_and_folded_on_a_phone(live_server_url: str, new_context: NewContext, anna: User) -> None:
    page = signed_in(new_context(viewport=PHONE), anna, live_server_url)
    page.goto(f"{live_server_url}/preferences/")
    webhooks = page.get_by_role("list", name="For developers").get_by_role("link", name="Webhooks")
    expect(webhooks).to_have_count(0)

    page.locator("summary", has_text="All settings").press("Enter")
    assert faults_of(page) == {}
    webhooks.click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Webhooks")
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(webhooks).to_be_visible()
    expect(page.locator("summary", has_text="All settings")).to_be_hidden()


def test_light_and_dark_follow_the_system(live_server_url: str, new_context: NewContext, db: None) -> None:
    pages = [new_context(color_scheme=scheme).new_page() for scheme in ("light", "dark")]
    for page in pages:
        page.goto(live_server_url)

    paper, lamp = (page.evaluate("() => getComputedStyle(document.body).backgroundColor") for page in pages)

    assert (paper, lamp) == ("rgb(245, 239, 227)", "rgb(27, 23, 20)")


def test_a_page_that_is_not_there_is_a_page(live_server_url: str, new_context: NewContext, db: None) -> None:
    page = new_context(strict=False).new_page()

    answer = page.goto(f"{live_server_url}/nowhere/")

    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("This page does not exist")
