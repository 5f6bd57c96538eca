"""A login that waits for the second factor ends with what it began with: the password, and the open account."""

import re
from collections.abc import Callable
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import ConfirmedAddress, SecurityMail, User
from accounts.privacy import waiting
from accounts.security import mails, securing
from tests.accounts.pages.test_second_factor import LOGIN, app_of, is_in
from tests.accounts.privacy.test_keeping_accounts import FACTORS
from tests.accounts.security.test_new_passwords import NEW, choose, links_after
from tests.accounts.test_mailed_links import close_and_open
from tests.games.notifications.people import confirm
from tests.support.one_instant import _one_instant
from tests.support.passkeys import AFTER_THE_PASSWORD
from tests.support.reading import messages_in
from tests.support.ruling import Staff
from tests.support.signing_in import sign_in

__all__ = ["_one_instant"]

LONG_AGO = timedelta(days=100)
ENDED = {
    "en": "The password has been changed or the account has been closed in the meantime. Please log in again.",
    "de": "Inzwischen wurde das Passwort geändert oder das Konto geschlossen. Melde dich noch einmal an.",
}


@pytest.fixture
def owner(anna: User) -> User:
    """Anna, who confirmed her address long ago."""
    confirm(anna)
    ConfirmedAddress.objects.create(user=anna, email=anna.email, confirmed_at=timezone.now() - LONG_AGO)
    return anna


def by_password(browser: Client) -> Any:
    return browser.post("/accounts/login/", LOGIN)


def by_mailed_code(browser: Client) -> Any:
    browser.post("/accounts/login/code/", {"email": "anna@example.org"})
    [code] = re.findall(r"^\S+", str(mail.outbox[-1].subject))
    return browser.post("/accounts/login/code/confirm/", {"code": code})


def change_the_password(owner: User, _staff: Staff) -> None:
    fields = {"oldpassword": LOGIN["password"], **NEW}
    assert sign_in(Client(), owner).post("/accounts/password/change/", fields).status_code == 302


def choose_one_by_mail(owner: User, _staff: Staff) -> None:
    [link] = links_after(browser := Client(), owner.email)
    choose(browser, link, NEW)


def have_staff_set_one(owner: User, staff: Staff) -> None:
    browser = sign_in(Client(), staff("chief", "superuser"))
    fields = {"usable_password": "true", **NEW, "password2": NEW["password1"], "why": "Asked by letter."}
    assert browser.post(f"/admin/accounts/user/{owner.pk}/password/", fields).status_code == 302


def secure_the_account(owner: User, _staff: Staff) -> None:
    mails.record(owner, mails.Kind.TOTP_ADDED)
    securing.secure(SecurityMail.objects.filter(can_secure=True).latest("id"))


def have_staff_close_and_open_it(owner: User, staff: Staff) -> None:
    close_and_open(sign_in(Client(), staff("chief", "superuser")), owner)


def delete_and_keep_it(owner: User, _staff: Staff) -> None:
    waiting.ask(owner, ending=True)
    assert waiting.keep(owner.pk)


BEGINNINGS = [by_password, by_mailed_code]
ENDS = [
    *(change_the_password, choose_one_by_mail, have_staff_set_one),
    *(secure_the_account, have_staff_close_and_open_it, delete_and_keep_it),
]


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("begin", BEGINNINGS)
def test_whoever_shows_the_second_factor_is_in(owner: User, begin: Callable[..., Any], factor: str) -> None:
    shown, browser = FACTORS[factor].add(owner), Client()

    begun = begin(browser)
    FACTORS[factor].show(browser, owner, shown)

    assert begun["Location"] == AFTER_THE_PASSWORD
    assert browser.get("/preferences/").status_code == 200


# Each end after one login, and each login before one end.
FEW = {(by_password, "app", end) for end in ENDS} | {
    (begin, factor, change_the_password) for begin in BEGINNINGS for factor in FACTORS
}


@pytest.mark.parametrize(
    ("begin", "factor", "end"),
    [
        pytest.param(*row, marks=[] if row in FEW else [pytest.mark.campaign])
        for row in product(BEGINNINGS, FACTORS, ENDS)
    ],
)
def test_what_ends_the_sessions_ends_a_login_that_waits(
    owner: User, staff: Staff, begin: Callable[..., Any], end: Callable[..., None], factor: str
) -> None:
    shown, thief = FACTORS[factor].add(owner), Client(headers={"accept-language": "en"})
    Authenticator.objects.update(created_at=timezone.now() - LONG_AGO)
    begun = begin(thief)

    owner.refresh_from_db()
    end(owner, staff)
    answer = FACTORS[factor].show(thief, owner, shown)

    assert (begun["Location"], answer["Location"]) == (AFTER_THE_PASSWORD, "/accounts/login/")
    assert {"_auth_user_id", "account_login"} & set(thief.session.keys()) == set()
    assert thief.get("/preferences/").status_code == 302
    assert messages_in(answer) == [ENDED["en"]]


@pytest.mark.parametrize("language", ENDED)
def test_the_owner_reads_why_and_logs_in_again(owner: User, staff: Staff, language: str) -> None:
    app_of(owner)
    first, second = RecoveryCodes.activate(owner).get_unused_codes()[:2]
    browser = Client(headers={"accept-language": language})
    by_password(browser)
    change_the_password(owner, staff)

    answer = browser.post(AFTER_THE_PASSWORD, {"code": first})
    told = messages_in(answer)
    browser.post("/accounts/login/", LOGIN | {"password": NEW["password1"]})
    browser.post(AFTER_THE_PASSWORD, {"code": second})

    assert (answer["Location"], told) == ("/accounts/login/", [ENDED[language]])
    assert is_in(browser)
