"""Forms that are sent after a login on another tab, or after the session has ended."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.pages.stale_forms import WAYS_IN
from tests.accounts.pages.test_account_pages import SIGN_UP
from tests.accounts.pages.test_second_factor import LOGIN, is_in
from tests.support.addresses import routes
from tests.support.browsing import forms_of
from tests.support.reading import heading, messages_in

OURS = {"origin": "http://testserver"}
SENT = {"text": ["I have thought about it.\nFor a long time."], "choice": ["7"], "csrfmiddlewaretoken": ""}
TYPED = "I have thought about it.\nFor a long time."


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
    assert "You are already logged in as anna." in messages_in(home)
    assert User.objects.count() == 1


def test_a_guest_and_every_other_form_are_refused(tabs: tuple[Client, str], anna: User) -> None:
    browser, token = tabs

    answers = [
        Client(enforce_csrf_checks=True).post("/accounts/login/", LOGIN),
        browser.post("/accounts/logout/", {"csrfmiddlewaretoken": token}),
        browser.post("/preferences/", {"csrfmiddlewaretoken": token}),
    ]

    assert [answer.status_code for answer in answers] == [403] * 3
    assert {heading(answer) for answer in answers} == {"This form has expired"}
    assert is_in(browser)


def test_no_page_that_asks_for_a_login_loses_what_was_entered(client: Client, db: None) -> None:
    """Outside of the administration, which keeps what its staff sends by itself."""
    asking = {}
    for route in routes():
        path = route.path({})
        answer = client.post(path, headers=OURS) if not path.startswith(("/api/", "/admin/")) else None
        if answer is not None and answer.status_code == 302 and answer["Location"].startswith("/accounts/login/?next="):
            asking[path] = client.post(path, {"text": TYPED, "choice": "7"}, headers=OURS)

    kept = {path: [form.filled() for form in forms_of(page) if "text" in form.fields] for path, page in asking.items()}

    assert len(asking) > 30
    assert {page.status_code for page in asking.values()} == {403}
    assert all(fields[0] | {"csrfmiddlewaretoken": ""} == SENT for fields in kept.values())


def test_what_is_shown_again_can_be_sent_after_a_login(tabs: tuple[Client, str], anna: User) -> None:
    browser, token = tabs
    fields = {"relation": "friend", "note": TYPED, "csrfmiddlewaretoken": token}

    page = browser.post("/preferences/", fields, headers=OURS)
    [form] = [form for form in forms_of(page) if "note" in form.fields]
    again = browser.post(form.action, form.filled())

    assert page.status_code == 403
    assert page["Cache-Control"] == "no-store"
    assert heading(page) == "Send it again?"
    assert form.fields["note"] == [TYPED]
    assert heading(again) != heading(page)


@pytest.mark.parametrize(
    ("fields", "headers"),
    [
        pytest.param({"note": TYPED}, {"origin": "https://thief.example"}, id="another site"),
        pytest.param({"note": TYPED}, {}, id="unknown site"),
        pytest.param({"note": TYPED, "password1": "a good password"}, OURS, id="password"),
        pytest.param({"note": "", "next": ""}, OURS, id="nothing"),
    ],
)
def test_what_is_secret_or_sent_from_elsewhere_is_not_shown(
    tabs: tuple[Client, str], fields: dict[str, str], headers: dict[str, str]
) -> None:
    browser, _token = tabs

    page = browser.post("/preferences/", fields | {"csrfmiddlewaretoken": "old"}, headers=headers)
    as_visitor = Client().post("/preferences/", fields, headers=headers)

    assert page.status_code == 403
    assert heading(page) == "This form has expired"
    assert TYPED not in page.content.decode()
    assert as_visitor["Location"].startswith("/accounts/login/")


def test_a_page_learns_who_is_logged_in_now(client: Client, anna: User) -> None:
    nobody = client.get("/session/").json()
    client.force_login(anna)
    answer = client.get("/session/")

    assert nobody["player"] is None
    assert answer.json() | {"csrf_token": ""} == {"player": anna.pk, "name": "anna", "csrf_token": ""}
    assert "no-store" in answer["Cache-Control"]
