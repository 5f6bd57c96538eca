"""The page of notifications by hand: which, where and when."""

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.notifications import choices
from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.table import signed_in

pytestmark = pytest.mark.e2e


@pytest.fixture
def page(new_context: NewContext, live_server_url: str, anna: User) -> Page:
    """Anna at the page of notifications, on a phone."""
    page = signed_in(new_context(base_url=live_server_url, viewport=PHONE), anna, live_server_url)
    page.goto("/preferences/notifications/")
    return page


def test_what_is_ticked_and_chosen_is_there_when_one_comes_back(page: Page, anna: User) -> None:
    page.get_by_label("My move: email").uncheck()
    page.get_by_label("Message: push").uncheck()
    page.get_by_label("collected, once a day").check()
    page.get_by_label("Once a day at").select_option("7")
    page.get_by_label("Quiet hours from").select_option("22")
    page.get_by_label("until", exact=True).select_option("6")
    page.get_by_role("button", name="Save").click()

    expect(page.get_by_text("Your notification settings are saved.")).to_be_visible()
    expect(page.get_by_label("My move: email")).not_to_be_checked()
    expect(page.get_by_label("My move: bell")).to_be_checked()
    row = choices.settings_of(anna)
    assert (row.pace, row.daily_hour, row.quiet_from, row.quiet_until) == ("daily", 7, 22, 6)
