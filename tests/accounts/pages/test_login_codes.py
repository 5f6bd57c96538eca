"""The page on which somebody enters the code that was mailed: no mail may come, and there are other ways in."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.pages.test_second_factor import LOGIN, is_in
from tests.games.notifications.people import confirm
from tests.support.browsing import forms_of


@pytest.fixture
def waiting(anna: User) -> Client:
    """A browser of somebody who has asked for a code, on the way to their games."""
    confirm(anna)
    browser = Client(headers={"accept-language": "en"})
    browser.post("/accounts/login/code/?next=/games/", {"email": "anna@example.org"})
    return browser


def taken(browser: Client, *, to: str) -> Any:
    """The page to which the button on the page of the code leads."""
    [form] = [
        form
        for form in forms_of(browser.get("/accounts/login/code/confirm/?next=/games/"))
        if form.fields.get("next", [""])[0].partition("?")[0] == to
    ]
    return browser.post(form.action, form.filled(), follow=True)


def test_whoever_waits_for_a_code_in_vain_logs_in_with_the_password(waiting: Client) -> None:
    page = taken(waiting, to="/accounts/login/")
    answer = waiting.post(page.request["PATH_INFO"], LOGIN)

    assert page.request["PATH_INFO"] == "/accounts/login/"
    assert (answer.status_code, is_in(waiting)) == (302, True)


def test_whoever_waits_for_a_code_in_vain_asks_for_another(waiting: Client, mailoutbox: list[Any]) -> None:
    page = taken(waiting, to="/accounts/login/code/")
    waiting.post(page.request["PATH_INFO"], {"email": "anna@example.org"})

    assert page.request["PATH_INFO"] == "/accounts/login/code/"
    assert len(mailoutbox) == 2


def test_the_other_ways_in_lead_on_to_where_one_was_going(waiting: Client) -> None:
    for way in ("/accounts/login/", "/accounts/login/code/"):
        page = taken(waiting, to=way)
        assert ["/games/"] in [form.fields.get("next") for form in forms_of(page)]
        waiting.post("/accounts/login/code/?next=/games/", {"email": "anna@example.org"})


def test_the_code_before_lets_nobody_in_any_more(waiting: Client, mailoutbox: list[Any]) -> None:
    code = mailoutbox[0].subject.split()[0]

    taken(waiting, to="/accounts/login/")
    waiting.post("/accounts/login/code/confirm/", {"code": code})

    assert not is_in(waiting)
