"""Nobody can lock anybody out: strangers guess at an account from many addresses while its owner signs in."""

import re
from collections.abc import Callable
from functools import partial
from itertools import cycle
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from structlog.testing import capture_logs

from accounts.models import User
from kit.schema import generated
from tests.accounts.pages.test_second_factor import LOGIN, app_of, code_of, is_in
from tests.games.notifications.people import confirm
from tests.support.one_instant import _one_instant
from tests.support.passkeys import Passkey
from tests.support.signing_in import sign_in

__all__ = ["_one_instant"]

# All that the server takes for the account of these tests.
LOGINS = ("anna", "ANNA", " Anna ", "anna@example.org", "Anna@EXAMPLE.org", "second@example.org")
HOME = "203.0.113.7"


@pytest.fixture
def owner(anna: User) -> User:
    """With two confirmed addresses."""
    confirm(anna)
    EmailAddress.objects.create(user=anna, email="second@example.org", verified=True)
    return anna


def attack(*, password: str = "a guess", addresses: int) -> None:
    """Guess the password by each way to name the account; with the right one, a code of the second factor."""
    for number, login in zip(range(addresses), cycle(LOGINS), strict=False):
        thief = Client(REMOTE_ADDR=f"198.51.100.{number}")
        answer = thief.post("/accounts/login/", {"login": login, "password": password})
        if answer.headers.get("Location") == "/accounts/2fa/authenticate/":
            thief.post("/accounts/2fa/authenticate/", {"code": f"{number:06}"})
        assert not is_in(thief)


def known_browser(factor: Callable[[], dict[str, str]] | None = None) -> Client:
    """A browser in which the owner has signed in before, at home."""
    browser = Client(REMOTE_ADDR=HOME)
    browser.post("/accounts/login/", LOGIN)
    if factor is not None:
        browser.post("/accounts/2fa/authenticate/", factor())
    assert is_in(browser)
    browser.post("/accounts/logout/")
    return browser


def code_from_the_mail() -> dict[str, str]:
    return {"code": str(mail.outbox[-1].subject).split()[0]}


# --- Ways of the owner: what happens before the attack, and then the steps, each during an attack ---------------------

Step = Callable[[], Any]
Way = Callable[[User], tuple[Client, list[Step]]]


def password_in_a_known_browser(_owner: User, *, login: str) -> tuple[Client, list[Step]]:
    browser = known_browser()
    return browser, [lambda: browser.post("/accounts/login/", LOGIN | {"login": login})]


def second_factor_in_a_known_browser(owner: User) -> tuple[Client, list[Step]]:
    app = app_of(owner)
    browser = known_browser(lambda: {"code": code_of(app)})
    return browser, [
        lambda: browser.post("/accounts/login/", LOGIN),
        lambda: in_half_a_minute(lambda: browser.post("/accounts/2fa/authenticate/", {"code": code_of(app)})),
    ]


def in_half_a_minute(step: Step) -> Any:
    """When the app shows another code; no limit has run out by then."""
    with time_machine.travel("2026-03-02T12:00:30Z", tick=False):
        return step()


def passkey(owner: User) -> tuple[Client, list[Step]]:
    key, browser = Passkey(), Client(REMOTE_ADDR=HOME)
    key.add(sign_in(Client(), owner))
    return browser, [lambda: key.log_in(browser)]


def code_by_mail(_owner: User) -> tuple[Client, list[Step]]:
    browser = Client(REMOTE_ADDR=HOME)
    return browser, [
        lambda: browser.post("/accounts/login/code/", {"email": "second@example.org"}),
        lambda: browser.post("/accounts/login/code/confirm/", code_from_the_mail()),
    ]


def code_by_mail_and_second_factor(owner: User) -> tuple[Client, list[Step]]:
    app, (browser, steps) = app_of(owner), code_by_mail(owner)
    return browser, [*steps, lambda: browser.post("/accounts/2fa/authenticate/", {"code": code_of(app)})]


def link_by_mail(_owner: User) -> tuple[Client, list[Step]]:
    browser = Client(REMOTE_ADDR=HOME)

    def choose() -> None:
        [link] = re.findall(r"http://localhost:8000(/accounts/password/reset/key/\S+)", str(mail.outbox[-1].body))
        form = browser.get(link, follow=True)
        browser.post(form.request["PATH_INFO"], {"password1": "a brand new trombone"})

    return browser, [
        lambda: browser.post("/accounts/password/reset/", {"email": "anna@example.org"}),
        choose,
        lambda: browser.post("/accounts/login/", LOGIN | {"password": "a brand new trombone"}),
    ]


def link_by_mail_and_second_factor(owner: User) -> tuple[Client, list[Step]]:
    app, (browser, steps) = app_of(owner), link_by_mail(owner)
    return browser, [*steps, lambda: browser.post("/accounts/2fa/authenticate/", {"code": code_of(app)})]


WAYS: dict[str, Way] = {
    "password by the name": partial(password_in_a_known_browser, login="anna"),
    "password by the address": partial(password_in_a_known_browser, login="second@example.org"),
    "password and second factor": second_factor_in_a_known_browser,
    "passkey": passkey,
    "code by mail": code_by_mail,
    "code by mail and second factor": code_by_mail_and_second_factor,
    "link by mail": link_by_mail,
    "link by mail and second factor": link_by_mail_and_second_factor,
}


MANY = [12, pytest.param(100, marks=pytest.mark.campaign)]


@pytest.mark.parametrize("addresses", MANY)
@pytest.mark.parametrize("way", WAYS)
def test_many_addresses_keep_no_owner_out(owner: User, way: str, addresses: int) -> None:
    browser, steps = WAYS[way](owner)
    if "second factor" in way:
        attack(password=LOGIN["password"], addresses=addresses)
    attack(addresses=addresses)

    for step in steps:
        attack(addresses=6)
        step()

    assert is_in(browser)


def test_strangers_behind_the_same_address_keep_no_owner_out(owner: User) -> None:
    browser = known_browser()
    for number in range(12):
        Client(REMOTE_ADDR=HOME).post("/accounts/login/", {"login": f"nobody{number}", "password": "a guess"})

    browser.post("/accounts/login/", LOGIN)

    assert is_in(browser)


# --- Against strangers the limit holds --------------------------------------------------------------------------------


@pytest.mark.parametrize("login", LOGINS)
def test_wrong_passwords_are_counted_for_the_account_whatever_was_entered(owner: User, login: str) -> None:
    attack(addresses=5)
    stranger = Client(REMOTE_ADDR="192.0.2.7")

    stranger.post("/accounts/login/", LOGIN | {"login": login})

    assert not is_in(stranger)


def test_four_wrong_passwords_leave_one_guess(owner: User) -> None:
    attack(addresses=4)
    stranger = Client(REMOTE_ADDR="192.0.2.7")

    stranger.post("/accounts/login/", LOGIN)

    assert is_in(stranger)


def test_a_password_that_comes_too_late_is_refused_as_a_wrong_one_and_counts_as_one(owner: User) -> None:
    attack(addresses=5)
    pages = {}
    for password in ("a guess", LOGIN["password"]):
        stranger = Client(REMOTE_ADDR="192.0.2.7" if password == "a guess" else "192.0.2.8")
        with capture_logs() as lines:
            answers = [
                stranger.post("/accounts/login/", {"login": "anna@example.org", "password": password})
                for _time in range(11)
            ]
        texts = [answer.context["form"].non_field_errors()[0] for answer in answers]
        pages[password] = [[answer.status_code for answer in answers], texts, [line["event"] for line in lines]]

    first, second = pages.values()

    assert first == second
    assert first[1][:10] == [first[1][0]] * 10
    assert first[1][10] == "Too many failed login attempts. Try again later."


def test_an_account_that_there_is_not_is_refused_in_the_same_words(owner: User) -> None:
    attack(addresses=6)
    words = set()
    for number, login in enumerate([*LOGINS, "nobody", "nobody@example.org"]):
        browser = Client(REMOTE_ADDR=f"192.0.2.{number}")
        for _time in range(7):
            answer = browser.post("/accounts/login/", {"login": login, "password": "a guess"})
            words.add((answer.status_code, *answer.context["form"].non_field_errors()))

    assert len(words) == 1


def test_nobody_forgets_the_guesses_at_an_account_by_claiming_its_address(owner: User, bert: User) -> None:
    confirm(bert)
    EmailAddress.objects.create(user=bert, email="anna@example.org", verified=False)
    attack(addresses=5)
    thief = Client(REMOTE_ADDR="192.0.2.7")
    thief.post("/accounts/password/reset/", {"email": "bert@example.org"})
    [link] = re.findall(r"http://localhost:8000(/accounts/password/reset/key/\S+)", str(mail.outbox[-1].body))
    form = thief.get(link, follow=True)
    thief.post(form.request["PATH_INFO"], {"password1": "a brand new trombone"})

    thief.post("/accounts/login/", LOGIN)

    assert not is_in(thief)


def test_an_old_password_that_is_wrong_is_a_guess_too(owner: User) -> None:
    thief = sign_in(Client(), owner)
    for _time in range(5):
        thief.post("/accounts/password/change/", {"oldpassword": "a guess", "password1": "a brand new trombone"})

    page = thief.post("/accounts/reauthenticate/", {"password": LOGIN["password"]})

    assert page.context["form"].errors


def test_guesses_at_the_second_factor_are_counted_for_the_account(owner: User) -> None:
    app = app_of(owner)
    attack(password=LOGIN["password"], addresses=5)
    stranger = Client(REMOTE_ADDR="192.0.2.7")
    stranger.post("/accounts/login/", LOGIN)

    with capture_logs() as lines:
        page = stranger.post("/accounts/2fa/authenticate/", {"code": code_of(app)})

    assert not is_in(stranger)
    assert page.context["form"].errors["code"] == ["Too many failed login attempts. Try again later."]
    refused = {"event": "login_refused", "log_level": "warning", "user": owner.pk, "method": "totp"}
    assert [line for line in lines if line["event"].startswith("login_")] == [refused]


def test_strangers_keep_nobody_who_is_signed_in_from_proving_who_they_are(owner: User) -> None:
    app, browser = app_of(owner), sign_in(Client(REMOTE_ADDR=HOME), owner, minutes_ago=60)
    attack(password=LOGIN["password"], addresses=6)
    attack(addresses=6)

    by_password = browser.post("/accounts/reauthenticate/", {"password": LOGIN["password"], "next": "/x/"})
    by_code = browser.post("/accounts/2fa/reauthenticate/", {"code": code_of(app), "next": "/x/"})

    assert [answer.headers.get("Location") for answer in (by_password, by_code)] == ["/x/", "/x/"]


def test_no_operation_of_the_api_takes_a_password() -> None:
    assert "password" not in str(generated()["components"]).lower()
