"""Recovery codes are shown once, right after they were made, and can be saved as a file then."""

import re
from functools import partial
from typing import Any
from urllib.parse import unquote

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.test import Client

from accounts.models import SecurityMail, User
from tests.accounts.pages.test_second_factor import LOGIN, app_of, is_in
from tests.games.notifications.people import confirm
from tests.support.addresses import routes
from tests.support.racing import at_once
from tests.support.reading import heading, markup_of, text_of
from tests.support.signing_in import sign_in

PAGE, NEW = "/accounts/2fa/recovery-codes/", "/accounts/2fa/recovery-codes/generate/"


@pytest.fixture
def browser(anna: User) -> Client:
    """Anna's, in which she has just proved who she is; she has a second factor."""
    confirm(anna)
    app_of(anna)
    return sign_in(Client(headers={"accept-language": "en"}), anna)


def codes_of(user: User) -> list[str]:
    row = Authenticator.objects.get(user=user, type=Authenticator.Type.RECOVERY_CODES)
    return list(RecoveryCodes(row).get_unused_codes())


def shown(page: Any, codes: list[str]) -> list[str]:
    return [code for code in codes if code.encode() in page.content]


def test_new_codes_are_shown_and_can_be_saved(browser: Client, anna: User) -> None:
    page = browser.post(NEW, follow=True)

    codes = codes_of(anna)
    assert len(codes) == 10
    assert shown(page, codes) == codes
    [address] = re.findall(r'download="[^"]+" href="data:text/plain;charset=utf-8,([^"]+)"', markup_of(page))
    assert unquote(address).split() == codes
    assert page["Cache-Control"] == "no-store"


def test_no_page_shows_them_again(browser: Client, anna: User) -> None:
    browser.post(NEW, follow=True)
    codes, other = codes_of(anna), sign_in(Client(), anna)

    ways = [route.path({}) for route in routes() if not route.pattern.startswith("admin/")]
    pages = [browser.get(way) for way in ways]
    pages += [other.get(way) for way in ways if way.startswith(("/accounts/", "/preferences/"))]

    assert not [page.request["PATH_INFO"] for page in pages if not page.streaming and shown(page, codes)]


def test_later_the_page_says_how_many_are_left_and_offers_new_ones(browser: Client, anna: User) -> None:
    browser.post(NEW, follow=True)
    elsewhere = Client()
    elsewhere.post("/accounts/login/", LOGIN)
    elsewhere.post("/accounts/2fa/authenticate/", {"code": codes_of(anna)[0]})

    page = browser.get("/accounts/2fa/recovery-codes/download/", follow=True)

    assert is_in(elsewhere)
    assert heading(page) == "Recovery codes"
    assert "9 of 10 recovery codes are left" in text_of(page)
    assert f'href="{NEW}"' in page.content.decode()


def test_whoever_has_closed_the_page_too_early_makes_new_ones_and_is_told(
    browser: Client, anna: User, transactional_db: None
) -> None:
    browser.post(NEW, follow=True)
    lost = codes_of(anna)
    stale = sign_in(Client(), anna, minutes_ago=60)

    asked = stale.post(NEW)
    page = browser.post(NEW, follow=True)

    assert asked["Location"].startswith("/accounts/reauthenticate/")
    assert shown(page, codes_of(anna)) == codes_of(anna)
    assert not set(lost) & set(codes_of(anna))
    assert [mail.kind for mail in SecurityMail.objects.filter(user=anna)] == ["codes_made"] * 2


def test_of_two_pages_at_once_one_shows_them(browser: Client, anna: User, transactional_db: None) -> None:
    browser.post(NEW)
    codes = codes_of(anna)
    other = sign_in(Client(), anna)

    pages = at_once(*[partial(each.get, PAGE) for each in (browser, other)])

    assert sorted(len(shown(page, codes)) for page in pages) == [0, 10]


def test_a_code_that_is_used_while_the_page_is_opened_stays_used(
    browser: Client, anna: User, transactional_db: None
) -> None:
    """The page notes that it was opened in the row that says which codes were used."""
    browser.post(NEW)
    row = Authenticator.objects.get(type="recovery_codes")
    code, new = codes_of(anna)[0], row.data

    for _time in range(10):
        Authenticator.objects.filter(pk=row.pk).update(data=new)
        login = Client()
        login.post("/accounts/login/", LOGIN)
        at_once(partial(browser.get, PAGE), partial(login.post, "/accounts/2fa/authenticate/", {"code": code}))
        assert is_in(login)
        assert code not in codes_of(anna)
