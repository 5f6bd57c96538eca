"""The panel for disputes in a browser: taken, replayed and decided there; and fit for everybody."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from accounts.models import User
from games.chat.messages import send_message
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import assignment, case_notes, filing
from games.disputes.models import Dispute
from games.play.actions import decline_draw, offer_draw
from games.players.verdict_reasons import StandardReason
from games.reports import cases
from games.reports import filing as reports
from tests.e2e.axe import GUIDELINES
from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.table import WHOLE_GAME, Table, signed_in
from tests.e2e.test_accessibility import Reader, each_reader, faults_at, somebody
from tests.support.playing import SHUFFLE, SHUFFLING, fresh, play, stand_at
from tests.support.servers import wait_for

pytestmark = pytest.mark.e2e


@pytest.fixture
def dispute(begin: Callable[..., Game], anna: User, bert: User) -> Dispute:
    """About a draw that Bert has declined without a word; with a message, so that every list has something in it."""
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE)
    send_message(game.number, bert, "Play on.")
    offer_draw(game.number, anna)
    decline_draw(game.number, bert)
    return filing.open_dispute(
        game.number, anna, category="draw", text="Nobody can win this.", plies=[game.ply - 4, game.ply]
    )


def test_an_arbiter_takes_a_case_goes_through_the_game_and_decides(
    live_server_url: str, new_context: NewContext, iris: User, dispute: Dispute
) -> None:
    page, last = signed_in(new_context(base_url=live_server_url), iris, live_server_url), dispute.game.ply
    page.goto("/admin/disputes/dispute/")
    page.get_by_role("link", name=f"№ {dispute.number}").click()
    page.get_by_role("button", name="Take the case").click()

    label = page.locator("#frame-label")
    expect(label).to_have_text(f"After half-move {last}: d1-g1")
    page.get_by_role("link", name="One move back").click()
    expect(label).to_have_text(f"After half-move {last - 1}: d7-a7")
    page.get_by_role("slider").press("Home")
    expect(page.get_by_role("link", name="d6", exact=True)).to_have_attribute("aria-current", "step")
    # Enter decides nothing.
    page.get_by_role("textbox", name="Reason").fill("Not yet.")
    page.locator("[name=hours]").fill("3")
    page.locator("[name=hours]").press("Enter")
    page.get_by_role("textbox", name="Reason").fill("")
    page.get_by_label("Ready-made reason").select_option("no_progress")
    sentence = StandardReason.NO_PROGRESS.in_language("en")
    expect(page.get_by_role("textbox", name="Reason")).to_have_value(sentence)
    page.get_by_role("button", name="Draw", exact=True).click()

    expect(page.get_by_text("This case is closed.")).to_be_visible()
    expect(page.get_by_text(sentence)).to_be_visible()
    assert fresh(dispute.game).result == "1/2-1/2"


@pytest.fixture
def long(begin: Callable[..., Game], anna: User) -> Dispute:
    """About a game whose moves do not fit into their box on a phone."""
    game = play(begin(), *WHOLE_GAME)
    return filing.open_dispute(game.number, anna, category="other", text="How could that be?")


def is_in_sight(link: Locator, box: Locator) -> bool:
    """Whether it is to be seen in the box, but for a pixel, wherever on the page that is."""
    inner, outer = link.bounding_box(), box.bounding_box()
    assert inner is not None
    assert outer is not None
    above, below = inner["y"] - outer["y"], outer["y"] + outer["height"] - inner["y"] - inner["height"]
    return min(above, below) > -1


@pytest.mark.parametrize("scripts", [True, False])
def test_the_list_of_moves_shows_the_half_move_that_the_board_shows(
    live_server_url: str, new_context: NewContext, iris: User, long: Dispute, scripts: bool
) -> None:
    context = new_context(base_url=live_server_url, viewport=PHONE, java_script_enabled=scripts)
    page, moves = signed_in(context, iris, live_server_url), WHOLE_GAME
    case = f"/admin/disputes/dispute/{long.number}/change/"
    box = page.locator(".replay__moves")

    current = box.locator("[aria-current]")
    for query, shown in (("", moves[-1]), ("?ply=1", moves[0])):
        page.goto(case + query)
        expect(current).to_have_text(shown)
        wait_for(lambda: is_in_sight(current, box))
    expect(page.get_by_role("heading", name="Something else")).to_be_in_viewport()
    if scripts:
        page.get_by_role("link", name="To the end").click()
        expect(current).to_have_text(moves[-1])
        wait_for(lambda: is_in_sight(current, box))


@pytest.mark.parametrize("scripts", [True, False])
def test_who_opens_a_dispute_sees_the_last_half_moves_with_their_numbers(
    live_server_url: str, new_context: NewContext, anna: User, bert: User, long: Dispute, scripts: bool
) -> None:
    context = new_context(base_url=live_server_url, viewport=PHONE, java_script_enabled=scripts)
    page = signed_in(context, bert, live_server_url)

    page.goto(f"/games/{long.game_id}/dispute/")

    box = page.locator(".dispute__moves")
    last = page.get_by_label(f"{len(WHOLE_GAME)} {WHOLE_GAME[-1]}")
    wait_for(lambda: is_in_sight(last, box))
    assert not is_in_sight(page.locator(".dispute__mark").first, box)


def test_on_a_phone_the_way_to_the_verdict_is_short(
    live_server_url: str, new_context: NewContext, iris: User, dispute: Dispute
) -> None:
    assignment.take_case(dispute.number, iris)
    page = signed_in(new_context(base_url=live_server_url, viewport=PHONE), iris, live_server_url)
    page.goto(f"/admin/disputes/dispute/{dispute.number}/change/")
    verdict = page.get_by_role("heading", name="Your decision")
    expect(verdict).not_to_be_in_viewport()

    page.get_by_role("link", name="Go to your decision").click()

    expect(verdict).to_be_in_viewport()


def test_the_board_of_a_frozen_game_invites_nobody_to_move(
    live_server_url: str, new_context: NewContext, anna: User, dispute: Dispute
) -> None:
    page = signed_in(new_context(base_url=live_server_url), anna, live_server_url)

    table = Table(page, dispute.game, live_server_url).open().ready()

    table.expect_prompt("Nobody can move until the dispute is decided.")


@each_reader
def test_the_panel_is_fit_for_everybody(
    live_server_url: str, new_context: NewContext, iris: User, begin: Callable[..., Game], dispute: Dispute,
    reader: Reader,
) -> None:  # fmt: skip
    assignment.take_case(dispute.number, iris)
    urgent, waiting = (
        filing.open_dispute(begin().number, dispute.opened_by, category="other", text="Look.") for _each in "12"
    )
    case_notes.escalate(urgent.number, iris, "Both have written to us about it.")
    page = somebody(new_context, live_server_url, iris, reader)
    case = f"/admin/disputes/dispute/{dispute.number}"

    addresses = ["/admin/disputes/dispute/", f"{case}/change/", f"{case}/report/", "/admin/disputes/auditentry/"]
    addresses += [f"/admin/disputes/dispute/{each.number}/change/" for each in (urgent, waiting)]
    reported = reports.report(dispute.opened_by, subject="profile", against="bert", text="That name!").case
    cases.take(reported.pk, iris)
    addresses += ["/admin/reports/personcase/", f"/admin/reports/personcase/{reported.pk}/change/"]

    assert faults_at(page, addresses, GUIDELINES) == {}
