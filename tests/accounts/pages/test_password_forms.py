"""Every form with a password: when it is refused, all stays that was typed but the password; and it can be shown."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.games.notifications.people import confirm
from tests.support.addresses import Route, routes
from tests.support.browsing import Form, forms_of
from tests.support.one_instant import _one_instant
from tests.support.signing_in import sign_in

__all__ = ["_one_instant"]

# Too short for a new password, wrong for an old one, and in no page by itself.
TYPED_PASSWORD = "qzxj7wpkv"
# Browsers, and the parameters of the addresses that they may see.
Visitors = dict[str, tuple[Client, dict[str, object]]]
TEXTS = ("text", "email", "url", "textarea")
# Django's own forms, for staff: they have no button to show it.
OF_THE_ADMINISTRATION = {"admin/accounts/user/<id>/password/", "admin/accounts/user/add/"}
PAGES = {
    "accounts/login/",
    "accounts/signup/",
    "accounts/reauthenticate/",
    "accounts/password/change/",
    "accounts/password/set/",
    "accounts/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
    "preferences/chat-apps/",
    *OF_THE_ADMINISTRATION,
}


def link_in_the_mail(browser: Client) -> str:
    browser.post("/accounts/password/reset/", {"email": "anna@example.org"})
    [link] = re.findall(r"http://localhost:8000(/accounts/password/reset/key/\S+)", str(mail.outbox[-1].body))
    return browser.get(link)["Location"]


@pytest.fixture
def visitors(anna: User, bert: User, person: Callable[..., User]) -> Visitors:
    """Who may see a page with a password, and the parameters of their addresses."""
    confirm(anna)
    guest, staff = Client(), person("iris", is_staff=True, is_superuser=True)
    bert.set_unusable_password()
    bert.save()
    signed_in: Visitors = {
        "player": (sign_in(Client(), anna), {}),
        "player without a password": (sign_in(Client(), bert), {}),
        "staff": (sign_in(Client(), staff), {"id": anna.pk}),
    }
    _before, _slash, last = link_in_the_mail(guest).removesuffix("/").rpartition("/")
    uid, _dash, key = last.partition("-")
    return signed_in | {"guest": (guest, {"uidb36": uid, "key": key})}


def forms_with_a_password(page: Any) -> list[Form]:
    is_page = page.status_code in (200, 422) and page["Content-Type"].startswith("text/html")
    return [form for form in forms_of(page) if "password" in form.kinds.values()] if is_page else []


def may_differ(route: Route, who: str) -> bool:
    """Whether the visitor may be shown there what the others are not: staff alone is let into the administration, and
    the account is all that changes without a password."""
    folder = route.pattern.partition("/")[0].removeprefix("^")
    only = {"staff": {"admin"}, "player without a password": {"accounts"}}.get(who)
    return folder in only if only else folder not in ("api", "admin")


def test_these_are_all_pages_with_a_password(visitors: Visitors) -> None:
    found = set()
    for who, (browser, parameters) in visitors.items():
        for route in routes():
            if not may_differ(route, who):
                continue
            if forms_with_a_password(browser.get(route.path(parameters))):
                found.add(route.pattern.replace("^", ""))

    assert found == PAGES


@pytest.mark.parametrize("pattern", sorted(PAGES))
def test_a_refused_form_keeps_all_but_the_password(visitors: Visitors, pattern: str) -> None:
    tried = 0
    for browser, parameters in visitors.values():
        address = Route(pattern).path(parameters)
        for form in forms_with_a_password(browser.get(address)):
            tried += 1
            empty = [name for name, kind in form.kinds.items() if kind in TEXTS and form.fields[name] == [""]]
            typed = {name: f"typed & {name}" for name in empty}
            ticked = {name: values for name, values in form.choices.items() if values == ["on"]}
            passwords = {name: TYPED_PASSWORD for name, kind in form.kinds.items() if kind == "password"}
            page = browser.post(urljoin(address, form.action), form.filled(**typed, **ticked, **passwords))

            shown = forms_with_a_password(page)
            assert TYPED_PASSWORD not in page.content.decode()
            assert typed in [{name: "".join(each.fields.get(name, "")) for name in typed} for each in shown]
            assert any(each.ticked >= ticked.keys() for each in shown)
    assert tried


@pytest.mark.parametrize("pattern", sorted(PAGES - OF_THE_ADMINISTRATION))
def test_every_password_can_be_shown(visitors: Visitors, pattern: str) -> None:
    pages = [browser.get(Route(pattern).path(parameters)) for browser, parameters in visitors.values()]
    shown = [page for page in pages if forms_with_a_password(page)]

    for page in shown:
        text = page.content.decode()
        fields = re.findall(r'<input type="password"[^>]* id="([^"]+)"', text)
        assert re.findall(r'data-shows="([^"]+)"', text) == fields != []
    assert shown


def test_a_new_account_is_told_nothing_of_former_passwords(anna: User) -> None:
    rule = "Not your last password"
    headers = {"accept-language": "en"}

    assert rule not in Client(headers=headers).get("/accounts/signup/").content.decode()
    assert rule in sign_in(Client(headers=headers), anna).get("/accounts/password/change/").content.decode()
