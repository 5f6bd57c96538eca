"""The pages of the first minute: the board of the first page, the lobby, the form of a challenge, an invitation."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.core.models.terms import Agreement
from tests.e2e.axe import violations
from tests.e2e.conftest import NewContext
from tests.e2e.table import signed_in
from tests.support.people import new_person

pytestmark = pytest.mark.e2e

CASUAL = Proposal(agreement=Agreement(rated=False))
SIZES = [(320, 568), (390, 844), (740, 360), (768, 1024), (1280, 650), (1366, 650), (1920, 1080)]
# Here the board ends below the first window.
SMALLEST = (320, 568)
WIDTHS = (320, 390, 600, 768, 959, 960, 1000, 1279, 1280, 1366, 1920)
ACROSS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def touch(page: Page, *points: str) -> None:
    for point in points:
        page.locator(f'#playing-board button[data-point="{point}"]').click()


def bottom_of(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def across_at(page: Page, width: int) -> int:
    """By how much the page is wider than a window of that width."""
    page.set_viewport_size({"width": width, "height": 800})
    # The first frames after a change of the window may still have the former width.
    for _frames in range(10):
        if not (across := int(page.evaluate(ACROSS))):
            return 0
        page.wait_for_timeout(100)
    return across


# --- The first page ---------------------------------------------------------------------------------------------------


def test_both_sides_are_played_on_the_board_of_the_first_page(live_server_url: str, new_context: NewContext) -> None:
    page = new_context().new_page()
    page.goto(live_server_url)
    prompt = page.locator("#prompt")
    expect(prompt).to_have_text("White: place a stone on a free point.")
    expect(page.get_by_role("button", name="Start over")).to_be_hidden()

    for point, side in (("d6", "Black"), ("a7", "White"), ("f6", "Black"), ("a1", "White")):
        touch(page, point)
        expect(prompt).to_have_text(f"{side}: place a stone on a free point.")
    touch(page, "b6")
    expect(prompt).to_have_text("Mill closed: choose a stone to take.")
    touch(page, "a1")
    expect(prompt).to_have_text("Black: place a stone on a free point.")

    page.get_by_role("link", name="Larger board").click()
    expect(page).to_have_url(re.compile(r"/analysis/\?players=2"))
    expect(page.locator("#playing-board .board__stone")).to_have_count(4)


def test_the_board_of_the_first_page_begins_again(live_server_url: str, new_context: NewContext) -> None:
    page = new_context().new_page()
    page.goto(live_server_url)
    touch(page, "d6")

    page.get_by_role("button", name="Start over").click()

    expect(page.locator("#prompt")).to_have_text("White: place a stone on a free point.")
    expect(page.locator("#playing-board .board__stone")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_first_window_has_the_sentence_the_way_to_play_and_the_board(
    live_server_url: str,
    new_context: NewContext,
    anna: User,
    computers: dict[int, User],
    language: str,
    width: int,
    height: int,
) -> None:
    actions.challenge_anyone(anna, CASUAL)
    page = new_context(viewport={"width": width, "height": height}, locale=language).new_page()
    page.goto(live_server_url)

    foot = 56 if width < 640 else 0
    assert bottom_of(page, ".first__say") <= height
    assert bottom_of(page, ".play-now .button") <= height - foot
    if (width, height) != SMALLEST:
        assert bottom_of(page, "#playing-board") <= height - foot
    assert page.evaluate(ACROSS) == 0


# --- The lobby --------------------------------------------------------------------------------------------------------


def test_twenty_challenges_are_in_view(live_server_url: str, new_context: NewContext, anna: User, bert: User) -> None:
    for _number in range(25):
        actions.challenge_anyone(anna, CASUAL)
    page = signed_in(new_context(viewport={"width": 1280, "height": 800}), bert, live_server_url)
    page.goto(f"{live_server_url}/lobby/")

    assert bottom_of(page, ".lobby-table tbody tr:nth-child(20)") <= 800


def test_a_filter_acts_at_once_and_a_heading_sorts(
    live_server_url: str, new_context: NewContext, anna: User, bert: User
) -> None:
    for rules in ("standard", "classic"):
        actions.challenge_anyone(anna, Proposal(agreement=Agreement(rules=rules)))
    page = signed_in(new_context(), bert, live_server_url)
    page.goto(f"{live_server_url}/lobby/")
    rows = page.locator(".lobby-table tbody tr")
    expect(rows).to_have_count(2)

    page.get_by_role("link", name="Rating").click()
    expect(page.get_by_role("columnheader", name="Rating")).to_have_attribute("aria-sort", "descending")
    page.get_by_label("Rules").select_option("classic")

    expect(rows).to_have_count(1)
    expect(page).to_have_url(re.compile(r"rules=classic.*sort=-rating"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_lobby_fits_with_long_names(
    live_server_url: str, new_context: NewContext, bert: User, language: str, scheme: str
) -> None:
    long = new_person("wilhelmine")
    User.objects.filter(pk=long.pk).update(display_name="Wilhelmine Grünwald-Österreich")
    terms: dict[str, Any] = {"rules": "brettspielnetz", "rated": False, "days_off": False, "timeout": "claim"}
    conditions: dict[str, Any] = {"bots_welcome": True, "message": "A word.", "max_rating": 2000, "min_reliability": 70}
    for colour in ("white", "black", "lot"):
        actions.challenge_anyone(long, Proposal(agreement=Agreement(**terms), colour=colour, **conditions))
    actions.challenge_anyone(long, Proposal(agreement=Agreement(), min_rating=1700))
    User.objects.filter(pk=bert.pk).update(language=language)
    page = signed_in(new_context(color_scheme=scheme), bert, live_server_url)
    page.goto(f"{live_server_url}/lobby/")
    page.locator(".lobby__others summary").click()

    too_wide = {width: across for width in WIDTHS if (across := across_at(page, width))}
    assert too_wide == {}
    assert violations(page) == []


# --- A challenge ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1366, 650), (1280, 800)])
def test_a_challenge_is_sent_from_the_first_window(
    live_server_url: str, new_context: NewContext, anna: User, width: int, height: int
) -> None:
    page = signed_in(new_context(viewport={"width": width, "height": height}), anna, live_server_url)
    page.goto(f"{live_server_url}/challenges/new/")

    page.get_by_text("Quick", exact=True).click()
    assert bottom_of(page, ".challenge-form__end .button") <= height
    page.get_by_role("button", name="Send challenge").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Your open challenge")
    expect(page.get_by_text("1 day per move")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_an_invitation_is_accepted_without_scrolling(
    live_server_url: str, new_context: NewContext, anna: User, width: int, height: int
) -> None:
    _challenge, secret = actions.invite_by_link(anna, CASUAL)
    page = new_context(viewport={"width": width, "height": height}).new_page()
    page.goto(f"{live_server_url}/invitations/{secret}/")

    assert bottom_of(page, ".offer__answer form .button") <= height - (56 if width < 640 else 0)
    assert page.evaluate(ACROSS) == 0
    assert violations(page) == []
