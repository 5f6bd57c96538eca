"""A new password is none of those of the last 30 days, which may have been stolen. Every way that sets one refuses it.

A thief may have changed it too, any number of times, before the owner takes the account back.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
import time_machine
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.contrib.auth.hashers import check_password
from django.test import Client
from django.utils import timezone

from accounts.models import ConfirmedAddress, FormerPassword, SecurityMail, User
from accounts.passwords import former
from accounts.privacy import erasure
from accounts.security import mails
from accounts.tasks import clean_up
from tests.accounts.security.test_fresh_authentication import without_password
from tests.accounts.test_unused import plan_of
from tests.games.notifications.people import confirm
from tests.support.pages import Reader
from tests.support.passwords import CheapArgon2
from tests.support.racing import at_once
from tests.support.reading import text_of
from tests.support.ruling import Staff
from tests.support.signing_in import sign_in

FORMER, THIEFS, NEW = "a good password", "another shiny trombone", "a brand new trombone"
SAID = {
    "en": "This is your last password, or you used it in the last 30 days. Choose another one.",
    "de": "Das ist dein letztes Passwort, oder du hast es in den letzten 30 Tagen benutzt. Wähle ein anderes.",
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
    present = next(each for each in (FORMER, THIEFS, NEW) if owner.check_password(each))
    fields = {"oldpassword": present, "password1": password}
    return sign_in(Client(), owner).post("/accounts/password/change/", fields)


def stolen(owner: User, *, times: int = 1) -> None:
    """A thief who knows the password has chosen others."""
    for each in [*(f"{THIEFS} {number}" for number in range(times - 1)), THIEFS]:
        owner.set_password(each)
        owner.save()


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


def by_staff(owner: User, password: str) -> Any:
    chief = User.objects.create_superuser("chief", password="a chief password")
    fields = {"usable_password": "true", "why": "Asked by letter.", "set-password": ""}
    passwords = {"password1": password, "password2": password}
    return sign_in(Client(), chief).post(f"/admin/accounts/user/{owner.pk}/password/", fields | passwords)


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

    assert "This link is no longer valid" in text_of(answer)


# --- Those before the last one ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("times", [1, 30])
@pytest.mark.parametrize("way", WAYS)
def test_the_password_of_before_a_thief_is_refused(owner: User, way: Callable[[User, str], Any], times: int) -> None:
    """However often the thief has changed it since: the first ones are kept, and the latest."""
    stolen(owner, times=times)

    answer = way(owner, FORMER)

    assert SAID["en"] in text_of(answer)
    owner.refresh_from_db()
    assert not owner.check_password(FORMER)
    assert FormerPassword.objects.filter(user=owner).count() <= former.FIRST + former.LATEST


@pytest.mark.parametrize("way", WAYS)
def test_another_one_than_all_of_them_is_taken(owner: User, way: Callable[[User, str], Any]) -> None:
    stolen(owner)

    way(owner, NEW)

    owner.refresh_from_db()
    assert owner.check_password(NEW)
    assert refused(owner) == {FORMER, THIEFS, NEW}


def refused(owner: User) -> set[str]:
    hashes = former.hashes_of(owner)
    return {each for each in (FORMER, THIEFS, NEW) if any(check_password(each, kept) for kept in hashes)}


def by_command(owner: User, password: str) -> None:
    """`manage.py changepassword`, which asks on a terminal."""
    owner.set_password(password)
    owner.save()


@pytest.mark.parametrize("way", [*WAYS, by_staff, by_command])
def test_every_way_to_another_password_keeps_the_former_one_once(owner: User, way: Callable[[User, str], Any]) -> None:
    way(owner, NEW)

    [kept] = FormerPassword.objects.all()
    assert check_password(FORMER, kept.password)


class OlderArgon2(CheapArgon2):
    time_cost = 2


def test_a_password_that_is_hashed_anew_is_none_that_was_replaced(owner: User) -> None:
    """At the login, when the algorithm or its cost has changed."""
    User.objects.filter(pk=owner.pk).update(password=OlderArgon2().encode(FORMER, "salt-of-long-ago"))
    before = User.objects.get(pk=owner.pk).password

    Client().post("/accounts/login/", {"login": "anna", "password": FORMER})

    assert User.objects.get(pk=owner.pk).password != before
    assert not FormerPassword.objects.exists()


def test_nobody_logs_in_with_a_former_password(owner: User) -> None:
    stolen(owner)
    browser = Client()

    browser.post("/accounts/login/", {"login": "anna", "password": FORMER})

    assert "_auth_user_id" not in browser.session


@pytest.mark.django_db(transaction=True)
def test_of_two_changes_at_once_the_second_keeps_the_first(anna: User) -> None:
    def choose(password: str) -> None:
        user = User.objects.get(pk=anna.pk)
        user.set_password(password)
        user.save()

    at_once(partial(choose, THIEFS), partial(choose, NEW))

    anna.refresh_from_db()
    assert refused(anna) == {FORMER, THIEFS, NEW}


def test_a_password_is_free_again_after_thirty_days_and_its_row_goes(owner: User) -> None:
    stolen(owner)
    now = datetime.now(UTC)
    with time_machine.travel(now + timedelta(days=29), tick=False):
        clean_up()
        late = refused(owner)
    with time_machine.travel(now + timedelta(days=31), tick=False):
        later = refused(owner)
        clean_up()

    assert (late, later) == ({FORMER, THIEFS}, {THIEFS})
    assert not FormerPassword.objects.exists()


def test_old_ones_are_deleted_in_batches_by_an_index(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(former, "DELETED_AT_ONCE", 2)
    stolen(owner, times=3)
    FormerPassword.objects.update(replaced_at=timezone.now() - timedelta(days=31))

    assert [former.delete_old() for _time in range(3)] == [2, 1, 0]
    assert "accounts_formerpassword_replaced_at" in plan_of(former._old())


def test_an_account_that_is_deleted_leaves_none(owner: User) -> None:
    stolen(owner)

    erasure.close(owner, ending=True)
    erasure.finish(owner.pk)

    assert not FormerPassword.objects.exists()
