"""Signing in with a passkey, and passwords that can be shown."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.accounts.pages.test_account_pages import SIGN_UP
from tests.e2e.conftest import NewContext
from tests.support.live import WebProcess

pytestmark = pytest.mark.e2e

# Messages of scripts are in the language of the reader; one of them is enough for every change.
each_locale = pytest.mark.parametrize("locale", ["en-GB", pytest.param("de-DE", marks=pytest.mark.smoke)])


@pytest.fixture(scope="module")
def _named_web_process(django_db_setup: None, django_db_blocker: object) -> Iterator[str]:
    process = WebProcess({})
    site = process.url.replace("127.0.0.1", "localhost")
    try:
        process.start(SITE_URL=site)
        yield site
    finally:
        process.close()


@pytest.fixture
def named_site(transactional_db: None, _named_web_process: str) -> str:
    """A web process whose SITE_URL has a name: a passkey is for that, and cannot be for an IP address."""
    return _named_web_process


class Device:
    """A device that keeps passkeys and checks its user, who is not always willing."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._session.send("WebAuthn.enable")
        options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
        options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
        added = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self._name = added["authenticatorId"]

    def let_its_user(self, *, agree: bool) -> None:
        values = {"authenticatorId": self._name, "isUserVerified": agree}
        self._session.send("WebAuthn.setUserVerified", values)


def sign_up(page: Page) -> User:
    page.goto("/accounts/signup/")
    for name, value in SIGN_UP.items():
        page.locator(f"[name={name}]").fill(value)
    page.locator("[name=password1]").press("Enter")
    page.wait_for_url("/")
    dora = User.objects.get(username="dora")
    EmailAddress.objects.filter(user=dora).update(verified=True)
    return dora


def log_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    page.locator("main form button[type=submit]").click()
    page.wait_for_url("/")


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_a_passkey_lets_in_by_itself(named_site: str, new_context: NewContext, locale: str) -> None:
    page = new_context(base_url=named_site, locale=locale, accept_downloads=True).new_page()
    Device(page)
    dora = sign_up(page)

    page.goto("/accounts/2fa/webauthn/add/")
    expect(page.locator("[name=passwordless]")).to_be_checked()
    page.locator("#mfa_webauthn_add").click()
    page.wait_for_url("**/accounts/2fa/recovery-codes/")
    with page.expect_download() as file:
        page.locator("a[download]").click()
    codes = Path(file.value.path()).read_text().split()
    expect(page.locator(".secret")).to_have_text("".join(codes))
    assert len(codes) == 10
    TOTP.activate(dora, generate_totp_secret())
    log_out(page)

    page.goto("/accounts/login/")
    page.locator("#passkey_login").click()
    page.wait_for_url("/")

    expect(page.locator(f"html[lang={locale[:2]}] body")).to_contain_text("dora")
    page.goto("/accounts/2fa/recovery-codes/")
    expect(page.locator("main")).not_to_contain_text(codes[0])


CANCELLED = {"en-GB": "You can try again.", "de-DE": "Du kannst es noch einmal versuchen."}
UNSUPPORTED = {"en-GB": "Passkeys do not work here: they need", "de-DE": "Passkeys gehen hier nicht: Sie brauchen"}
WITHOUT_PASSKEYS = "delete window.PublicKeyCredential; delete Navigator.prototype.credentials;"


def ask_twice(page: Page, device: Device, button: str, words: str) -> None:
    """The question is cancelled, which the page says, and answered when it is asked once more."""
    device.let_its_user(agree=False)
    page.locator(button).click()
    expect(page.get_by_role("alert").filter(has_text=words)).to_be_visible()
    device.let_its_user(agree=True)
    page.locator(button).click()


@each_locale
def test_a_question_for_a_passkey_that_was_cancelled_is_said_to_be_and_asked_again(
    named_site: str, new_context: NewContext, locale: str
) -> None:
    """On all four pages that ask one."""
    page, words = new_context(base_url=named_site, locale=locale).new_page(), CANCELLED[locale]
    device = Device(page)
    sign_up(page)

    page.goto("/accounts/2fa/webauthn/add/")
    ask_twice(page, device, "#mfa_webauthn_add", words)
    page.wait_for_url("**/accounts/2fa/recovery-codes/")
    page.goto("/accounts/2fa/webauthn/reauthenticate/?next=/preferences/")
    ask_twice(page, device, "#mfa_webauthn_reauthenticate", words)
    page.wait_for_url("/preferences/")
    log_out(page)
    page.goto("/accounts/login/")
    ask_twice(page, device, "#passkey_login", words)
    page.wait_for_url("/")
    log_out(page)
    page.goto("/accounts/login/")
    page.locator("[name=login]").fill("dora")
    page.locator("[name=password]").fill(SIGN_UP["password1"])
    page.locator("[name=password]").press("Enter")
    page.wait_for_url("**/accounts/2fa/authenticate/**")
    ask_twice(page, device, "#mfa_webauthn_authenticate", words)
    page.wait_for_url("/")

    expect(page.locator(f"html[lang={locale[:2]}] body")).to_contain_text("dora")


@each_locale
def test_a_browser_without_passkeys_says_so(named_site: str, new_context: NewContext, locale: str) -> None:
    context = new_context(base_url=named_site, locale=locale)
    context.add_init_script(WITHOUT_PASSKEYS)
    page = context.new_page()
    page.goto("/accounts/login/")
    page.locator("#passkey_login").click()
    expect(page.get_by_role("alert").filter(has_text=UNSUPPORTED[locale])).to_be_visible()


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

    page.wait_for_url("/")
    expect(page.locator("body")).to_contain_text("anna")
