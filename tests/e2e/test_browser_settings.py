"""A browser with another time zone or language than the account: a line offers it, once."""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from tests.e2e.conftest import NewContext
from tests.e2e.table import signed_in

pytestmark = pytest.mark.e2e


@pytest.mark.smoke
def test_the_time_zone_of_the_device_is_offered_and_taken(
    live_server_url: str, new_context: NewContext, anna: User
) -> None:
    page = signed_in(new_context(timezone_id="America/New_York", base_url=live_server_url), anna, live_server_url)
    page.goto("/lobby/")
    line = page.locator("[data-differs=zone]")

    expect(line).to_contain_text("This device is set to another one: New York")
    line.get_by_role("button", name="Use this device’s time zone").click()

    expect(page).to_have_url(f"{live_server_url}/lobby/")
    expect(page.locator("[data-differs=zone]")).to_be_hidden()
    anna.refresh_from_db()
    assert anna.time_zone == "America/New_York"


def test_a_line_that_was_dismissed_stays_away_and_another_one_comes(
    live_server_url: str, new_context: NewContext, anna: User
) -> None:
    context = new_context(timezone_id="Asia/Tokyo", locale="de-DE", base_url=live_server_url)
    page = signed_in(context, anna, live_server_url)
    page.goto("/lobby/")
    page.locator("[data-differs=zone] [data-keep]").click()
    page.goto("/lobby/")

    expect(page.locator("[data-differs=zone]")).to_be_hidden()
    language = page.locator("[data-differs=language]")
    expect(language).to_contain_text("Dein Browser bevorzugt Deutsch.")
    language.get_by_role("button", name="Weiter auf Deutsch").click()

    expect(page.locator("html")).to_have_attribute("lang", "de")
    anna.refresh_from_db()
    assert (anna.language, anna.time_zone) == ("de", "Europe/Berlin")


def test_where_nothing_differs_there_is_no_line(live_server_url: str, new_context: NewContext, anna: User) -> None:
    page = signed_in(new_context(base_url=live_server_url), anna, live_server_url)
    page.goto("/lobby/")

    expect(page.locator("#browser-settings")).to_be_attached()
    expect(page.locator("#browser-settings form:visible")).to_have_count(0)


def test_a_new_account_gets_the_zone_of_the_browser(live_server_url: str, new_context: NewContext) -> None:
    page = new_context(timezone_id="Pacific/Auckland", base_url=live_server_url).new_page()
    page.goto("/accounts/signup/")
    page.get_by_label("Username").fill("dora")
    page.get_by_label("Email address").fill("dora@example.org")
    page.locator("input[name=password1]").fill("a quite good password 17")
    page.get_by_role("button", name="Create account").click()

    expect(page).not_to_have_url(f"{live_server_url}/accounts/signup/")
    assert User.objects.get(username="dora").time_zone == "Pacific/Auckland"
