"""Two tabs with a form to log in or sign up: the one that is sent second has an old CSRF token."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.pages.stale_forms import WAYS_IN
from tests.accounts.pages.test_account_pages import SIGN_UP
from tests.accounts.pages.test_second_factor import LOGIN, is_in
from tests.support.reading import heading, messages_in


def token_on(page: Any) -> str:
    return str(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page.content.decode())[0])


@pytest.fixture
def tabs(anna: User) -> tuple[Client, str]:
    """A browser in which Anna has logged in on one tab, and the token of the form on the other."""
    browser = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
    first, second = (token_on(browser.get("/accounts/login/")) for _tab in range(2))
    browser.post("/accounts/login/", LOGIN | {"csrfmiddlewaretoken": first})
    assert is_in(browser)
    return browser, second


@pytest.mark.parametrize("name", sorted(WAYS_IN))
def test_whoever_has_logged_in_on_another_tab_is_led_on(tabs: tuple[Client, str], name: str) -> None:
    browser, token = tabs
    fields = SIGN_UP | LOGIN | {"csrfmiddlewaretoken": token}

    home = browser.post(reverse(name), fields)
    page = browser.post(reverse(name), fields | {"next": "/preferences/"})
    elsewhere = browser.post(reverse(name), fields | {"next": "https://thief.example/"})

    assert [each["Location"] for each in (home, page, elsewhere)] == ["/", "/preferences/", "/"]
    assert "You are logged in already, as anna." in messages_in(home)
    assert User.objects.count() == 1


def test_a_guest_and_every_other_form_are_refused(tabs: tuple[Client, str], anna: User) -> None:
    browser, token = tabs

    answers = [
        Client(enforce_csrf_checks=True).post("/accounts/login/", LOGIN),
        browser.post("/accounts/logout/", {"csrfmiddlewaretoken": token}),
        browser.post("/preferences/", {"csrfmiddlewaretoken": token}),
    ]

    assert [answer.status_code for answer in answers] == [403] * 3
    assert {heading(answer) for answer in answers} == {"The form has gone stale"}
    assert is_in(browser)
