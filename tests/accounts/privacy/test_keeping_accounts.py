"""Who keeps an account that waits for its deletion: its owner, by all proofs of a login, unless staff has closed it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils import timezone

from accounts.models import ConfirmedAddress, SecurityMail, User
from accounts.privacy import waiting
from accounts.security import addresses, mails, securing
from accounts.tasks import finish_deletions
from tests.accounts.pages.test_account_pages import SIGN_UP
from tests.accounts.pages.test_second_factor import app_of, code_of
from tests.accounts.privacy.test_waiting_deletions import KEEP, LOGIN, is_due, owner, send, state
from tests.accounts.test_staff_actions import FIELDS
from tests.support.pages import Reader
from tests.support.passkeys import AFTER_THE_PASSWORD, Passkey
from tests.support.reading import heading, language_of, messages_in, text_of
from tests.support.ruling import Staff
from tests.support.signing_in import sign_in

__all__ = ["owner"]


# --- The second factor ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Factor:
    """A second factor, and how it is shown after the password."""

    add: Callable[[User], Any]
    show: Callable[[Client, User, Any], Any]


def _show_key(browser: Client, _user: User, key: Passkey) -> Any:
    options = browser.get(AFTER_THE_PASSWORD).context["js_data"]["request_options"]["publicKey"]
    return browser.post(AFTER_THE_PASSWORD, {"credential": key.signed(options)})


def _added_key(user: User) -> Passkey:
    key = Passkey(verifies=False)
    key.add(sign_in(Client(), user))
    return key


def _recovery_code(user: User) -> str:
    app_of(user)
    return str(RecoveryCodes.activate(user).get_unused_codes()[0])


FACTORS = {
    "app": Factor(app_of, lambda browser, _user, app: browser.post(AFTER_THE_PASSWORD, {"code": code_of(app)})),
    "recovery code": Factor(
        _recovery_code, lambda browser, _user, code: browser.post(AFTER_THE_PASSWORD, {"code": code})
    ),
    "security key": Factor(_added_key, _show_key),
}


@pytest.mark.parametrize("name", FACTORS)
def test_the_password_alone_keeps_no_account_that_has_a_second_factor(owner: User, name: str) -> None:
    factor = FACTORS[name]
    shown = factor.add(owner)
    waiting.ask(owner, ending=True)
    browser = Client()

    after_password = browser.post("/accounts/login/", LOGIN)["Location"]
    browser.post(KEEP)
    early = state(owner)
    after_factor = factor.show(browser, owner, shown)["Location"]
    is_in = "_auth_user_id" in browser.session
    browser.post(KEEP)

    assert (after_password, early) == (AFTER_THE_PASSWORD, "waits")
    assert (after_factor, is_in) == (KEEP, False)
    assert state(owner) == "open"


def test_a_passkey_keeps_it_by_itself(owner: User) -> None:
    key = Passkey()
    key.add(sign_in(Client(), owner))
    waiting.ask(owner, ending=True)
    browser = Client()

    answer = key.log_in(browser)
    browser.post(KEEP)

    assert answer["Location"] == KEEP
    assert state(owner) == "open"


@pytest.mark.parametrize("closing", ["by staff", "waits"])
def test_an_account_that_is_closed_before_the_second_factor_lets_nobody_in(owner: User, closing: str) -> None:
    app, browser = app_of(owner), Client()
    browser.post("/accounts/login/", LOGIN)
    if closing == "waits":
        waiting.ask(owner, ending=True)
    else:
        User.objects.filter(pk=owner.pk).update(is_active=False)

    answer = browser.post(AFTER_THE_PASSWORD, {"code": code_of(app)})

    assert answer["Location"] == ("/accounts/login/" if closing == "waits" else "/accounts/inactive/")
    assert "_auth_user_id" not in browser.session


# --- Closed by staff --------------------------------------------------------------------------------------------------


def close(browser: Client, user: User) -> Any:
    fields = FIELDS | {"language": user.language, "closed_by_staff": "on", "why": "Has cheated."}
    return browser.post(f"/admin/accounts/user/{user.pk}/change/", fields)


def test_staff_closes_an_account_that_waits_and_its_owner_cannot_keep_it(
    owner: User, reader: Reader, staff: Staff
) -> None:
    waiting.ask(owner, ending=True)
    send()
    [link] = re.findall(r"http://localhost:8000(/accounts/secure/\S+)", str(mail.outbox[-1].body))
    before = Client(headers={"accept-language": "en"})
    before.post("/accounts/login/", LOGIN)

    close(reader(staff("chief", "superuser")), owner)
    kept = before.post(KEEP, follow=True)
    later = Client(headers={"accept-language": "en"}).post("/accounts/login/", LOGIN, follow=True)

    for page in (kept, later):
        assert heading(page) == "This account is closed"
        assert "write to the operators of this site" in text_of(page)
    assert Client().post(link).status_code == 410
    with pytest.raises(securing.LinkUsed):
        securing.secure(SecurityMail.objects.filter(kind="deletion_asked").latest("pk"))
    assert not waiting.keep(owner.pk)
    assert state(owner) == "waits"
    is_due(owner)
    finish_deletions()
    assert state(owner) == "deleted"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["was closed by the operators of this site", "It will be deleted as planned and cannot be kept."]),
        ("de", ["von den Betreibern", "Es wird wie geplant gelöscht und lässt sich nicht behalten."]),
    ],
)
def test_the_owner_hears_that_staff_has_closed_it(
    owner: User, reader: Reader, staff: Staff, language: str, words: list[str]
) -> None:
    User.objects.filter(pk=owner.pk).update(language=language)
    owner.refresh_from_db()
    waiting.ask(owner, ending=True)
    send()
    mail.outbox.clear()

    close(reader(staff("chief", "superuser")), owner)
    send()

    [message] = mail.outbox
    assert isinstance(message, EmailMultiAlternatives)
    for part in (str(message.body), str(message.alternatives[0][0])):
        assert [word for word in words if word not in part] == []


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "or the account has been closed since"), ("de", "oder das Konto wurde inzwischen geschlossen")],
)
def test_the_page_of_a_link_says_at_once_that_it_is_closed(owner: User, language: str, words: str) -> None:
    """Whatever was mailed before: the page promises nothing that its button then refuses."""
    waiting.ask(owner, ending=True)
    send()
    [link] = re.findall(r"http://localhost:8000(/accounts/secure/\S+)", str(mail.outbox[-1].body))
    User.objects.filter(pk=owner.pk).update(closed_by_staff=True)

    page = Client(headers={"accept-language": language}).get(link)

    assert page.status_code == 410
    assert words in text_of(page)


def test_after_a_restore_the_mail_about_it_has_no_link(owner: User) -> None:
    waiting.ask(owner, ending=True)
    User.objects.filter(pk=owner.pk).update(closed_by_staff=True)

    waiting.begin_anew()

    assert not SecurityMail.objects.latest("pk").can_secure


def test_staff_opens_it_again_and_it_is_kept_as_before(owner: User, reader: Reader, staff: Staff) -> None:
    waiting.ask(owner, ending=True)
    browser = reader(staff("chief", "superuser"))
    close(browser, owner)

    browser.post(f"/admin/accounts/user/{owner.pk}/change/", FIELDS | {"is_active": "on", "why": "A mistake."})

    owner.refresh_from_db()
    assert (state(owner), owner.closed_by_staff) == ("open", False)
    waiting.ask(owner, ending=True)
    assert waiting.keep(owner.pk)


# --- Mails that are asked for -----------------------------------------------------------------------------------------


def ask_for_a_password(browser: Client) -> None:
    browser.post("/accounts/password/reset/", {"email": "Anna@example.org"})


def ask_for_a_code(browser: Client) -> None:
    browser.post("/accounts/login/code/", {"email": "anna@example.org"})


def sign_up(browser: Client) -> None:
    browser.post("/accounts/signup/", SIGN_UP | {"email": "anna@example.org"})


@pytest.mark.parametrize("entry", [ask_for_a_password, ask_for_a_code, sign_up])
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["The account was closed. It will be deleted on ", "If not, secure your account"]),
        ("de", ["Das Konto wurde geschlossen. Es wird am ", "Wenn nicht, sichere dein Konto"]),
    ],
)
def test_whoever_asks_for_a_mail_learns_that_the_account_waits_and_how_it_is_kept(
    owner: User, entry: Callable[[Client], None], language: str, words: list[str]
) -> None:
    User.objects.filter(pk=owner.pk).update(language=language)
    owner.refresh_from_db()
    waiting.ask(owner, ending=True)
    send()
    [first] = mail.outbox
    mail.outbox.clear()

    entry(Client(headers={"accept-language": "en"}))

    [message] = mail.outbox
    assert isinstance(message, EmailMultiAlternatives)
    assert message.to == ["anna@example.org"]
    assert message.extra_headers["Message-ID"] != first.extra_headers["Message-ID"]
    for part in (str(message.body), str(message.alternatives[0][0])):
        assert [word for word in words if word not in part] == []
    [link] = re.findall(r"http://localhost:8000(/accounts/secure/\S+)", str(message.body))
    Client().post(link)
    assert state(owner) == "open"


@pytest.mark.parametrize("entry", [ask_for_a_password, ask_for_a_code, sign_up])
def test_an_address_that_cannot_secure_the_account_is_led_to_the_login(
    owner: User, entry: Callable[[Client], None]
) -> None:
    ConfirmedAddress.objects.filter(user=owner).update(email="old@example.org")
    EmailAddress.objects.create(user=owner, email="old@example.org", verified=True)
    addresses.confirmed(owner, "anna@example.org", now=timezone.now())
    waiting.ask(owner, ending=True)
    while mails.send_next():
        pass
    mail.outbox.clear()

    entry(Client())

    [message] = mail.outbox
    assert "/accounts/secure/" not in str(message.body)
    assert "log in with your password before then and keep the account" in str(message.body)


@pytest.mark.parametrize("entry", [ask_for_a_password, ask_for_a_code, sign_up])
@pytest.mark.parametrize("waits", [True, False])
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["But the account with this address is closed", "If you disagree, write to the operators"]),
        (
            "de",
            [
                "Das Konto mit dieser Adresse ist aber geschlossen",
                "Wenn du nicht einverstanden bist, schreib",
            ],
        ),
    ],
)
def test_whoever_asks_for_a_mail_learns_that_staff_has_closed_the_account(
    owner: User, entry: Callable[[Client], None], waits: bool, language: str, words: list[str]
) -> None:
    """Nothing of it opens the account, and nothing else would be true."""
    if waits:
        waiting.ask(owner, ending=True)
        User.objects.filter(pk=owner.pk).update(closed_by_staff=True)
    else:
        User.objects.filter(pk=owner.pk).update(is_active=False)
    mail.outbox.clear()

    entry(Client(headers={"accept-language": language}))

    [message] = mail.outbox
    assert isinstance(message, EmailMultiAlternatives)
    assert (message.to, message.subject) == (
        ["anna@example.org"],
        {"en": "This account is closed", "de": "Dieses Konto ist geschlossen"}[language],
    )
    for part in (str(message.body), str(message.alternatives[0][0])):
        assert [word for word in words if word not in part] == []
        assert not re.search(r"/accounts/(password|signup|secure|login)/", part)


def test_a_sign_up_with_an_address_that_was_removed_before_goes_on(owner: User) -> None:
    EmailAddress.objects.filter(user=owner).update(email="new@example.org")
    ConfirmedAddress.objects.filter(user=owner).update(removed_at=timezone.now())
    User.objects.filter(pk=owner.pk).update(email="new@example.org")
    waiting.ask(owner, ending=True)
    send()
    mail.outbox.clear()

    sign_up(Client())

    assert "/accounts/confirm-email/" in str(mail.outbox[-1].body)


# --- The page ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_page_and_its_answer_speak_the_language_of_the_account(owner: User, language: str) -> None:
    User.objects.filter(pk=owner.pk).update(language=language)
    waiting.ask(owner, ending=True)
    browser = Client(headers={"accept-language": "en" if language == "de" else "de"})

    page = browser.post("/accounts/login/", LOGIN, follow=True)
    kept = browser.post(KEEP)

    words = {"de": "Das Konto anna behalten?", "en": "Keep the account anna?"}
    said = {
        "de": "Dein Konto wird nicht gelöscht. Bitte melde dich noch einmal an.",
        "en": "Your account will not be deleted. Please log in again.",
    }
    assert (language_of(page), heading(page)) == (language, words[language])
    assert messages_in(kept) == [said[language]]
