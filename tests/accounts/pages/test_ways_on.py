"""Where forms lead on that are told so by the parameter `next`: never to another site, and not from https to http."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.pages.test_account_pages import SIGN_UP
from tests.accounts.pages.test_second_factor import LOGIN, app_of, code_of
from tests.games.notifications.people import confirm
from tests.support.addresses import routes
from tests.support.one_instant import _one_instant
from tests.support.signing_in import sign_in

__all__ = ["_one_instant"]

SITE, OWN = "https://muehle.example", "/rules/"
# Names of the same server, for those who look after it.
HOSTS = ["muehle.example", ".muehle.example", "127.0.0.1", "testserver"]
ELSEWHERE = [
    "http://127.0.0.1/x", "https://127.0.0.1/x", "//127.0.0.1/x", "https://testserver/", "https://www.muehle.example/",
    "https://muehle.example:8443/", "http://muehle.example/", "https://muehle.example@thief.example/",
    "https://thief.example/", "//thief.example/", r"\\thief.example", "javascript:alert(1)",
]  # fmt: skip
OF_EVERYBODY = {
    "accounts/logout/", "accounts/password/reset/", "accounts/signup/", "language/", "preferences/look/",
}  # fmt: skip
# They lead on at once whoever is signed in.
OF_PLAYERS = OF_EVERYBODY | {
    "accounts/2fa/authenticate/", "accounts/2fa/webauthn/login/", "accounts/login/", "accounts/login/code/",
    "accounts/login/code/confirm/", "accounts/password/change/", "accounts/reauthenticate/", "time-zone/",
}  # fmt: skip
NEW_PASSWORD = "accounts/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$"
FORMS = {
    "visitor": OF_EVERYBODY | {"accounts/login/"},
    "player": OF_PLAYERS,
    "player with an app": OF_PLAYERS | {"accounts/2fa/reauthenticate/"},
    "half logged in": OF_EVERYBODY | {"accounts/2fa/authenticate/"},
    "reader of a code": OF_EVERYBODY | {"accounts/login/code/confirm/"},
    "reader of a link": OF_EVERYBODY | {"accounts/login/", NEW_PASSWORD},
}


@contextmanager
def undone(browser: Client) -> Iterator[None]:
    """What the block changes is undone, in the database, in the counters and in the browser."""
    cookies = deepcopy(browser.cookies)
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    browser.cookies = cookies
    cache.clear()


def led_to(browser: Client, way: str, fields: dict[str, Any]) -> str:
    """Where the form leads; an empty text if it shows a page."""
    with undone(browser):
        return str(browser.post(way, fields).headers.get("Location", ""))


@pytest.fixture
def _by_https(settings: Settings) -> None:
    settings.SITE_URL, settings.ALLOWED_HOSTS = SITE, HOSTS
    settings.CSRF_TRUSTED_ORIGINS = [SITE, "https://testserver"]


Visit = tuple[Client, dict[str, Any], dict[str, Any]]


@pytest.fixture
def visit(request: pytest.FixtureRequest, _by_https: None, anna: User) -> Visit:
    """The browser, what it has to enter, and the parameters of the addresses that it may see."""
    browser = Client(headers={"accept-language": "en"})
    fields: dict[str, Any] = {}
    parameters: dict[str, Any] = {}
    confirm(anna)
    who = request.param
    if who in ("player with an app", "half logged in"):
        fields = {"code": code_of(app_of(anna))}
    if who.startswith("player"):
        sign_in(browser, anna)
    if who == "half logged in":
        browser.post("/accounts/login/", LOGIN)
    if who == "reader of a code":
        browser.post("/accounts/login/code/", {"email": anna.email})
        fields = {"code": re.findall(r"^\S+", str(mail.outbox[-1].subject))[0]}
    if who == "reader of a link":
        browser.post("/accounts/password/reset/", {"email": anna.email})
        [(uid, key)] = re.findall(r"/accounts/password/reset/key/(\w+)-(\S+)/", str(mail.outbox[-1].body))
        browser.get(f"/accounts/password/reset/key/{uid}-{key}/")
        parameters = {"uidb36": uid, "key": "set-password"}
    return browser, fields, parameters


# They have no form that none of the others has.
LIKE_OTHERS = ("player", "half logged in", "reader of a code")


@pytest.mark.parametrize(
    ("visit", "forms"),
    [
        pytest.param(visit, forms, marks=[pytest.mark.campaign] if visit in LIKE_OTHERS else [])
        for visit, forms in FORMS.items()
    ],
    indirect=["visit"],
    ids=FORMS,
)
def test_no_form_leads_to_another_site(visit: Visit, forms: set[str]) -> None:
    browser, entered, parameters = visit
    fields = SIGN_UP | LOGIN | {
        "oldpassword": LOGIN["password"], "language": "de", "time_zone": "Asia/Tokyo", "board_style": "paper",
    } | entered  # fmt: skip
    ways = {
        route.pattern: route.path(parameters) for route in routes() if not route.pattern.startswith(("api/", "admin/"))
    }

    lead_on = {pattern for pattern, way in ways.items() if led_to(browser, way, fields | {"next": OWN}) == OWN}
    away = {
        (pattern, there)
        for pattern in lead_on
        for there in ELSEWHERE
        if urlsplit(led_to(browser, ways[pattern], fields | {"next": there}))[:2] != ("", "")
    }

    assert {pattern.replace("^", "") for pattern in lead_on} == forms
    assert away == set()
