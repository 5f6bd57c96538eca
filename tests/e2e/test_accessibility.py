"""WCAG 2.2 A and AA by axe-core: every page and every state of the game's page, in both languages, by day and by night.

What a machine cannot see is asserted elsewhere: the board's tree in test_accessibility_tree.py, sizes in
test_every_page.py, play by keyboard in test_whole_games.py.
"""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import abort, offer_draw, resign
from tests.e2e.axe import GUIDELINES, OURS, violations
from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.table import Table, signed_in
from tests.e2e.test_every_page import FOR_GUESTS, FOR_PLAYERS, seeded
from tests.support.playing import SHUFFLE, SHUFFLING, drawn, play, stand_at

__all__ = ["seeded"]

pytestmark = pytest.mark.e2e

Begin = Callable[..., Game]
Reader = tuple[str, str]

# Django's and Swagger's own pages are held to the guidelines, and not to axe's taste.
ADMIN = ["/admin/", "/admin/core/game/", "/admin/core/event/", "/admin/players/rating/", "/admin/accounts/user/"]
MILL_NEXT = drawn(white="a7 d7 g4 e3 c3", black="b6 d6 f4 b2 d2")
FLYING = drawn(white="a7 d7 g4", black="b6 d6 f4 b2")
# Words do not change colours, so that two readers are enough: one by day and one by night.
each_reader = pytest.mark.parametrize("reader", [("en", "light"), ("de", "dark")], ids=["en-light", "de-dark"])


def faults_at(page: Page, addresses: list[str], tags: list[str] = OURS) -> dict[str, list[str]]:
    """What is wrong by address; empty where all is well."""
    found = {}
    for address in addresses:
        page.goto(address)
        found[address] = _led_elsewhere(page, address) + violations(page, tags)
    return {address: faults for address, faults in found.items() if faults}


def _led_elsewhere(page: Page, address: str) -> list[str]:
    """A page that is not the one that was asked for has not been looked at."""
    asked, shown = urlsplit(address).path, urlsplit(page.url).path
    return [] if asked == shown else [f"leads to {shown}"]


def nobody(new_context: NewContext, url: str, reader: Reader, **options: object) -> Page:
    """A page of a guest's browser."""
    language, scheme = reader
    return new_context(base_url=url, locale=language, color_scheme=scheme, **options).new_page()


def somebody(new_context: NewContext, url: str, user: User, reader: Reader, **options: object) -> Page:
    """A page of a signed-in player's browser."""
    language, scheme = reader
    User.objects.filter(pk=user.pk).update(language=language)
    return signed_in(new_context(base_url=url, color_scheme=scheme, **options), user, url)


# --- Pages ------------------------------------------------------------------------------------------------------------


@each_reader
def test_a_guests_pages(live_server_url: str, new_context: NewContext, seeded: None, reader: Reader) -> None:
    page = nobody(new_context, live_server_url, reader)

    assert faults_at(page, [*FOR_GUESTS, "/api/v1/problems/"]) == {}


@each_reader
def test_a_players_pages(
    live_server_url: str, new_context: NewContext, seeded: None, bert: User, reader: Reader
) -> None:
    page = somebody(new_context, live_server_url, bert, reader)

    assert faults_at(page, FOR_PLAYERS) == {}


def test_pages_with_nothing_to_show(live_server_url: str, new_context: NewContext, carla: User) -> None:
    page = somebody(new_context, live_server_url, carla, ("en", "dark"), viewport=PHONE)

    assert (
        faults_at(
            page,
            [
                "/",
                "/lobby/",
                "/games/",
                "/players/carla/",
                "/preferences/tokens/",
                "/preferences/leave/",
                "/preferences/days-off/",
                "/preferences/calendar/",
                "/preferences/webhooks/",
            ],
        )
        == {}
    )


@each_reader
def test_pages_of_challenges(
    live_server_url: str, new_context: NewContext, anna: User, bert: User, reader: Reader
) -> None:
    received = actions.challenge_player(anna, bert, Proposal(agreement=Agreement(), message="A word."))
    sent = actions.challenge_anyone(bert, Proposal(agreement=Agreement()))
    _challenge, secret = actions.invite_by_link(anna, Proposal(agreement=Agreement()))
    page = somebody(new_context, live_server_url, bert, reader)

    addresses = [f"/challenges/{received.number}/", f"/challenges/{sent.number}/", f"/invitations/{secret}/"]

    assert faults_at(page, [*addresses, "/challenges/new/?to=anna"]) == {}


@each_reader
def test_the_administration(
    live_server_url: str, new_context: NewContext, game: Game, anna: User, reader: Reader
) -> None:
    User.objects.filter(pk=anna.pk).update(is_staff=True, is_superuser=True)
    page = somebody(new_context, live_server_url, anna, reader)

    assert faults_at(page, [*ADMIN, f"/admin/core/game/{game.pk}/change/"], GUIDELINES) == {}


@pytest.mark.timeout(900)
def test_the_reference_of_the_api(live_server_url: str, new_context: NewContext, db: None) -> None:
    page = new_context(base_url=live_server_url).new_page()
    page.goto("/api/v1/docs/")
    # Swagger works out every schema of an operation when it is unfolded, in which a busy machine takes its time.
    page.locator("#operations-tag-games").click(timeout=180_000)
    page.locator("#operations-games-play_move .opblock-summary-control").dispatch_event("click", timeout=180_000)
    expect(page.locator("#operations-games-play_move .opblock-body")).to_be_visible(timeout=180_000)

    assert violations(page, GUIDELINES) == []


# --- What went wrong --------------------------------------------------------------------------------------------------


@each_reader
def test_pages_that_say_no(
    live_server_url: str, new_context: NewContext, game: Game, bert: User, reader: Reader
) -> None:
    page = somebody(new_context, live_server_url, bert, reader, strict=False)
    page.goto("/nowhere/")
    found = {"404": violations(page)}

    page.goto("/rules/")
    page.context.clear_cookies(name="csrftoken")
    page.locator("button[name=language]").first.click()
    found["403"] = violations(page)
    table = Table(page, game, live_server_url).open().ready()
    for name, status in (("message", "422"), ("accept-draw", "409")):
        submit_without_scripts(table, name)
        found[status] = violations(page)

    assert found == {name: [] for name in found}


def submit_without_scripts(table: Table, action: str) -> None:
    """Send the form of an action, empty, as a browser without scripts does."""
    with table.page.expect_navigation():
        table.page.evaluate(
            """action => {
              const form = document.querySelector('#talk').cloneNode(true);
              form.action = form.action.replace('message', action);
              form.text.value = '';
              document.body.append(form);
              form.submit();
            }""",
            action,
        )


@each_reader
def test_forms_that_were_filled_in_wrongly(
    live_server_url: str, new_context: NewContext, anna: User, reader: Reader
) -> None:
    guest = nobody(new_context, live_server_url, reader, strict=False)
    player = somebody(new_context, live_server_url, anna, reader, strict=False)
    found = {}

    for page, address, wrong in (
        (guest, "/accounts/login/", {"login": "nobody", "password": "not right"}),
        (guest, "/accounts/signup/", {"username": "x", "email": "none", "password1": "12345"}),
        (player, "/challenges/new/?kind=direct", {"opponent": "nobody"}),
        (player, "/accounts/password/change/", {"oldpassword": "wrong", "password1": "a"}),
        (player, "/preferences/tokens/", {"description": ""}),
    ):
        page.goto(address)
        page.evaluate("document.querySelectorAll('form').forEach((form) => { form.noValidate = true; })")
        for name, text in wrong.items():
            page.locator(f"main [name={name}]").fill(text)
        page.locator("main form:not(.notice--line) :is([type=submit], button:not([type]))").first.click()
        expect(page.locator("main .errorlist, main .notice--error").first).to_be_visible()
        found[address] = violations(page)

    assert found == {address: [] for address in found}


# --- The game's page --------------------------------------------------------------------------------------------------


def _stand(position: str) -> Callable[[Game], object]:
    return lambda game: stand_at(game, position)


def _over(game: Game) -> None:
    resign(play(game, "d6", "f4").number, game.black)


def _past(table: Table) -> None:
    table.page.get_by_role("navigation").locator("[data-travel=back]:visible").first.click()


def _all_open(table: Table) -> None:
    table.page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")


@dataclass(frozen=True)
class State:
    """A state of the game's page: what was played, who looks (nobody: a guest), and what was done there."""

    name: str
    played: Callable[[Game], object] = lambda _game: None
    who: str = "white"
    done: Callable[[Table], object] = lambda _table: None


STATES = [
    State("placing"),
    State("waiting", who="black"),
    State("a guest looks on", lambda game: play(game, "d6", "f4"), who=""),
    State("a stone is chosen", _stand(MILL_NEXT), done=lambda table: table.click("g4")),
    State("a mill is closed", _stand(MILL_NEXT), done=lambda table: table.click("g4", "g7")),
    State("ready to send", _stand(MILL_NEXT), done=lambda table: table.click("g4", "g7", "b6")),
    State("flying", _stand(FLYING), done=lambda table: table.click("g4")),
    State("a look at the past", lambda game: play(game, "d6", "f4", "g7", "b2"), done=_past),
    State("a draw is offered", lambda game: offer_draw(game.number, game.black, reason="?"), done=_all_open),
    State("a draw can be claimed", lambda game: play(stand_at(game, SHUFFLING), *SHUFFLE, *SHUFFLE), done=_all_open),
    State("the shortcuts are shown", done=lambda table: table.page.keyboard.press("?")),
    State("over", _over),
    State("over, seen by a guest", _over, who=""),
    State("aborted", lambda game: abort(game.number, game.white), who="black"),
]


# One of each kind: a player's move, a form, a window in front of the page, and a game that is over.
FEW = ("ready to send", "a draw is offered", "the shortcuts are shown", "over, seen by a guest")


@pytest.mark.parametrize(
    ("reader", "states"),
    [
        pytest.param(("en", "light"), [each for each in STATES if each.name in FEW], marks=pytest.mark.smoke, id="few"),
        pytest.param(("en", "light"), STATES, id="en-light"),
        pytest.param(("de", "dark"), STATES, id="de-dark"),
    ],
)
def test_every_state_of_a_game(
    live_server_url: str, new_context: NewContext, begin: Begin, anna: User, bert: User, reader: Reader,
    states: list[State],
) -> None:  # fmt: skip
    guest = nobody(new_context, live_server_url, reader)
    pages = {"": guest}
    for colour, user in (("white", anna), ("black", bert)):
        pages[colour] = somebody(new_context, live_server_url, user, reader, viewport=PHONE)
    found = {}

    for state in states:
        game = begin(Agreement(rules="brettspielnetz"))
        state.played(game)
        table = Table(pages[state.who], game, live_server_url).open().ready()
        state.done(table)
        table.wait_for_paint()
        found[state.name] = violations(table.page)

    assert found == {state.name: [] for state in states}


@pytest.mark.parametrize("style", User.BoardStyle.values)
def test_every_style_of_the_board(
    live_server_url: str, new_context: NewContext, game: Game, anna: User, style: str
) -> None:
    page = signed_in(new_context(base_url=live_server_url), anna, live_server_url)
    table = Table(page, stand_at(game, MILL_NEXT), live_server_url)
    found = {}

    for scheme in ("light", "dark"):
        User.objects.filter(pk=anna.pk).update(board_style=style, color_scheme=scheme)
        table.open().ready().click("g4", "g7")
        found[scheme] = violations(page)

    expect(page.locator("html")).to_have_attribute("data-style", style)
    assert found == {"light": [], "dark": []}


def test_the_check_finds_what_is_wrong(browser_page: Page) -> None:
    browser_page.set_content("<html lang=en><title>x</title><main><h1>x</h1><button></button></main></html>")

    assert violations(browser_page)[0].startswith("button-name: button: ")
