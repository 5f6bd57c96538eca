"""A new password is never the one that was in force, which may have been stolen. Every way that sets one refuses it."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.test import Client
from django.utils import timezone

from accounts.models import ConfirmedAddress, SecurityMail, User
from accounts.security import mails
from tests.accounts.security.test_fresh_authentication import without_password
from tests.games.notifications.people import confirm
from tests.support.pages import Reader
from tests.support.reading import text_of
from tests.support.ruling import Staff
from tests.support.signing_in import sign_in

FORMER, NEW = "a good password", "a brand new trombone"
SAID = {
    "en": "This password was in force until now. Choose another one.",
    "de": "Dieses Passwort galt bisher. Wähle ein anderes.",
}


@pytest.fixture
def owner(anna: User) -> User:
    confirm(anna)
    ConfirmedAddress.objects.create(user=anna, email="anna@example.org", confirmed_at=timezone.now())
    return anna


def after_a_link(browser: Client, address: str, password: str) -> Any:
    form = browser.get(address, follow=True)
    return browser.post(form.request["PATH_INFO"], {"password1": password})


def change(owner: User, password: str) -> Any:
    fields = {"oldpassword": FORMER, "password1": password}
    return sign_in(Client(), owner).post("/accounts/password/change/", fields)


def choose_the_first(owner: User, password: str) -> Any:
    browser = sign_in(Client(), owner)
    without_password(browser, owner)
    return browser.post("/accounts/password/set/", {"password1": password})


def reset(owner: User, password: str) -> Any:
    key = f"{user_pk_to_url_str(owner)}-{default_token_generator.make_token(owner)}"
    return after_a_link(Client(), f"/accounts/password/reset/key/{key}/", password)


def secured(owner: User) -> Any:
    mails.record(owner, mails.Kind.TOTP_ADDED)
    browser, mail = Client(), SecurityMail.objects.latest("pk")
    return browser, browser.post(mails.link(mail).removeprefix("http://localhost:8000"))["Location"]


def secure(owner: User, password: str) -> Any:
    browser, link = secured(owner)
    return after_a_link(browser, link, password)


def secure_twice(owner: User, password: str) -> Any:
    secured(owner)
    return secure(owner, password)


WAYS = [change, choose_the_first, reset, secure, secure_twice]


@pytest.mark.parametrize("language", SAID)
@pytest.mark.parametrize("way", WAYS)
def test_the_password_that_was_in_force_is_refused(owner: User, way: Callable[[User, str], Any], language: str) -> None:
    User.objects.filter(pk=owner.pk).update(language=language)
    owner.refresh_from_db()

    answer = way(owner, FORMER)

    assert answer.status_code == 200
    assert SAID[language if way is not reset else "en"] in text_of(answer)
    owner.refresh_from_db()
    assert not owner.has_usable_password() or way in (change, reset)


@pytest.mark.parametrize("way", WAYS)
def test_another_one_is_taken_and_leaves_nothing_of_the_former(owner: User, way: Callable[[User, str], Any]) -> None:
    way(owner, NEW)

    owner.refresh_from_db()
    assert owner.check_password(NEW)
    assert owner.former_password == owner.password


def test_staff_does_not_give_it_anew(owner: User, reader: Reader, staff: Staff) -> None:
    browser, address = reader(staff("chief", "superuser")), f"/admin/accounts/user/{owner.pk}/password/"
    taken = {"usable_password": "false", "password1": "", "password2": "", "why": "Stolen.", "unset-password": ""}
    browser.post(address, taken)
    owner.refresh_from_db()
    was_taken = not owner.has_usable_password()

    fields = {"usable_password": "true", "why": "Asked by letter.", "set-password": ""}
    refused = browser.post(address, fields | {"password1": FORMER, "password2": FORMER})
    owner.refresh_from_db()
    is_none = not owner.has_usable_password()
    browser.post(address, fields | {"password1": NEW, "password2": NEW})

    assert was_taken
    assert SAID["en"] in text_of(refused)
    assert is_none
    owner.refresh_from_db()
    assert owner.check_password(NEW)


def test_nobody_logs_in_with_a_password_that_is_kept_to_be_refused(owner: User) -> None:
    secured(owner)
    browser = Client()

    browser.post("/accounts/login/", {"login": "anna", "password": FORMER})

    owner.refresh_from_db()
    assert not owner.check_password(FORMER)
    assert "_auth_user_id" not in browser.session


def test_a_link_to_a_new_password_ends_when_the_password_is_taken_away_again(owner: User) -> None:
    browser, link = secured(owner)
    secured(owner)

    answer = browser.get(link, follow=True)

    assert "This link does not work any more" in text_of(answer)
