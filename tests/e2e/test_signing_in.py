"""Signing in with a passkey, and passwords that can be shown."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.e2e.conftest import NewContext
from tests.e2e.table import signed_in
from tests.games.notifications.people import confirm
from tests.support.live import WebProcess


@pytest.fixture
def named_site(transactional_db: None) -> Iterator[str]:
    """A web process whose SITE_URL has a name: a passkey is for that, and cannot be for an IP address."""
    process = WebProcess({})
    site = process.url.replace("127.0.0.1", "localhost")
    try:
        process.start(SITE_URL=site)
        yield site
    finally:
        process.close()


@pytest.fixture
def page(named_site: str, new_context: NewContext, anna: User) -> Page:
    """Anna's browser, on a device that keeps passkeys."""
    confirm(anna)
    context = new_context(base_url=named_site)
    page = signed_in(context, anna, named_site)
    device = context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    device.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return page


@pytest.mark.smoke
def test_a_passkey_signs_in_without_a_password(page: Page, anna: User) -> None:
    page.goto("/accounts/2fa/webauthn/add/")
    page.get_by_label("Passwordless").check()
    page.locator("#mfa_webauthn_add").click()
    page.wait_for_url("**/accounts/2fa/recovery-codes/**")
    page.goto("about:blank")
    page.context.clear_cookies()

    page.goto("/accounts/login/")
    page.locator("#passkey_login").click()
    page.wait_for_url("**/")

    expect(page.locator("body")).to_contain_text("anna")


@pytest.mark.smoke
def test_a_password_is_shown_on_request_and_sent_as_one(
    live_server_url: str, new_context: NewContext, anna: User
) -> None:
    page = new_context(base_url=live_server_url).new_page()
    page.goto("/accounts/login/")
    field = page.locator("[name=password]")
    field.fill("a good password")

    page.get_by_role("button", name="Show").click()
    expect(field).to_have_attribute("type", "text")
    page.locator("[name=login]").fill("anna")
    page.locator("[name=login]").press("Enter")

    page.wait_for_url("**/")
    expect(page.locator("body")).to_contain_text("anna")
