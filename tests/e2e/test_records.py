"""Imported games, in a real browser: with scripts and without them."""

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.table import signed_in

pytestmark = pytest.mark.e2e

GAMES = b"""[White "Gerda"]
[Black "Wilfried"]
1. a7 b2 2. d7 f2 3. g7xb2 f4 *
"""
WRONG = b"1. d6 f4 *\n\n1. d6 d6 *\n"


def bring(page: Page, content: bytes) -> None:
    page.goto("/records/")
    page.locator("input[type=file]").set_input_files({"name": "g.pgn", "mimeType": "text/plain", "buffer": content})
    page.get_by_role("button", name="Import").click()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_file_is_brought_along_replayed_and_deleted(
    live_server_url: str, new_context: NewContext, anna: User, scripts: bool
) -> None:
    context = new_context(viewport=PHONE, base_url=live_server_url, java_script_enabled=scripts)
    page = signed_in(context, anna, live_server_url)

    bring(page, GAMES)
    expect(page.get_by_role("heading", level=1)).to_have_text("Gerda – Wilfried")
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator(".board__stone")).to_have_count(0)
    page.get_by_role("link", name="g7xb2").click()
    expect(page.locator(".board__stone")).to_have_count(4)
    expect(page.locator(".board")).to_be_in_viewport()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert b"3. g7xb2 f4 *" in download.value.path().read_bytes()
    page.get_by_text("Delete this game").click()
    page.get_by_role("button", name="Delete").click()

    expect(page.get_by_text("No imported games yet")).to_be_visible()


def test_the_analysis_board_goes_on_from_there(live_server_url: str, new_context: NewContext, anna: User) -> None:
    page = signed_in(new_context(base_url=live_server_url), anna, live_server_url)
    bring(page, GAMES)

    page.get_by_role("link", name="g7xb2").click()
    page.get_by_role("link", name="Open on the analysis board").click()

    expect(page.locator("[data-travel-count]")).to_have_text("5/6")
    expect(page.locator("#playing-board .board__stone")).to_have_count(4)


def test_the_line_that_is_wrong_is_selected(live_server_url: str, new_context: NewContext, anna: User) -> None:
    page = signed_in(new_context(base_url=live_server_url, strict=False), anna, live_server_url)
    bring(page, WRONG)

    page.get_by_role("link", name="Game 2, line 3, half-move 2").click()

    expect(page.locator("#id_written")).to_be_focused()
    assert page.evaluate("getSelection().toString()") == "1. d6 d6 *"


def test_a_file_that_is_too_large_is_not_sent(live_server_url: str, new_context: NewContext, anna: User) -> None:
    page = signed_in(new_context(base_url=live_server_url), anna, live_server_url)
    page.goto("/records/")
    field = page.locator("input[type=file]")

    field.set_input_files({"name": "g.pgn", "mimeType": "text/plain", "buffer": b"x" * 500_001})

    assert field.evaluate("field => field.validationMessage") == "The file is too large."
