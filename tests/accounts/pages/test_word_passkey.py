"""One word for one thing: pages say passkey, and never what allauth calls it. A button has a verb."""

import re
from itertools import product
from pathlib import Path

import allauth
import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from django.utils import translation

from accounts.models import User
from tests.accounts.pages.test_second_factor import LOGIN
from tests.accounts.security.test_fresh_authentication import PAGES
from tests.games.notifications.people import confirm
from tests.support.files import existing_files
from tests.support.passkeys import Passkey
from tests.support.reading import messages_in
from tests.support.signing_in import sign_in

FORMER = re.compile(
    r"security[ -]?key|sicherheitsschlüssel|wiederherstellungs-codes|anmeldung\s*</button", re.IGNORECASE
)
LANGUAGES = pytest.mark.parametrize("language", ["en", "de"])
TEXT = re.compile(r"{%\s*trans(?:late)?\s+\"([^\"]+)\"|{%\s*blocktrans(?:late)?[^%]*%}(.+?){%", re.DOTALL)


def owner_with_factors(anna: User, language: str) -> User:
    """Anna with every kind of factor. The number of her key is the one in the addresses."""
    User.objects.filter(pk=anna.pk).update(language=language)
    anna.refresh_from_db()
    confirm(anna)
    Passkey(verifies=False).add(sign_in(Client(), anna))
    Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).update(id=1)
    TOTP.activate(anna, generate_totp_secret())
    return anna


# Who has factors is shown most pages.
OTHERS = [("en", "second step"), *product(("en", "de"), ("guest", "no factors", "stale"))]


@pytest.mark.parametrize(
    ("language", "state"),
    [
        ("en", "factors"),
        ("de", "factors"),
        ("de", "second step"),
        *(pytest.param(*row, marks=pytest.mark.campaign) for row in OTHERS),
    ],
)
def test_no_page_of_the_account_has_another_word(anna: User, language: str, state: str) -> None:
    browser = Client(headers={"accept-language": language})
    if state == "no factors":
        User.objects.filter(pk=anna.pk).update(language=language)
    else:
        owner_with_factors(anna, language)
    if state == "second step":
        browser.post("/accounts/login/", LOGIN)
    elif state != "guest":
        sign_in(browser, anna, minutes_ago=20 if state == "stale" else 0)

    pages = {address: browser.get(address, follow=True) for name, address in PAGES if name != "account_logout"}

    found = {address: FORMER.findall(page.content.decode()) for address, page in pages.items() if not page.streaming}
    assert {address: words for address, words in found.items() if words} == {}
    assert any("asskey" in page.content.decode() for page in pages.values())


@LANGUAGES
def test_no_message_has_another_word(anna: User, language: str) -> None:
    User.objects.filter(pk=anna.pk).update(language=language)
    confirm(anna)
    browser = sign_in(Client(headers={"accept-language": language}), anna)

    added = Passkey().add(browser)
    removed = browser.post(f"/accounts/2fa/webauthn/keys/{Authenticator.objects.first().pk}/remove/")

    assert [messages_in(answer)[0].count("assk") for answer in (added, removed)] == [1, 1]


@LANGUAGES
def test_no_text_of_allauth_for_pages_has_another_word(language: str) -> None:
    folder = Path(allauth.__file__).parent / "templates"
    files = [file for file in existing_files(folder, "**/*") if file.is_file() and "email" not in file.parts]
    texts = {one or other for file in files for one, other in TEXT.findall(file.read_text(encoding="utf-8"))}
    concerned = [text for text in texts if FORMER.search(text) and "{{" not in text]

    with translation.override(language):
        shown = [translation.gettext(text) for text in concerned]

    assert len(concerned) > 8
    assert [text for text in shown if FORMER.search(text)] == []
