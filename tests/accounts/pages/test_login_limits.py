"""How often may be tried to get into an account, or to change what lets in."""

import re

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.pages.test_second_factor import LOGIN, code_of, is_in
from tests.games.notifications.people import confirm
from tests.support.one_instant import _one_instant
from tests.support.pages import Reader
from tests.support.reading import heading
from tests.support.signing_in import sign_in

__all__ = ["_one_instant"]

WRONG = {"login": "anna", "password": "a guess"}


def statuses(client: Client, address: str, fields: dict[str, str], *, times: int) -> list[int]:
    return [client.post(address, fields).status_code for _time in range(times)]


def test_after_five_wrong_passwords_the_right_one_is_of_no_use_for_a_while(client: Client, anna: User) -> None:
    statuses(client, "/accounts/login/", WRONG, times=5)
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")

    elsewhere.post("/accounts/login/", LOGIN)
    refused = not is_in(elsewhere)
    with time_machine.travel("2026-03-02T12:05:01Z", tick=False):
        elsewhere.post("/accounts/login/", LOGIN)

        assert refused
        assert is_in(elsewhere)


def test_nobody_locks_the_owner_out_of_a_browser_that_is_known(anna: User) -> None:
    known = Client()
    known.post("/accounts/login/", LOGIN)
    known.post("/accounts/logout/")
    thief = Client(REMOTE_ADDR="192.0.2.7")
    for login in ("anna", "anna@example.org"):
        statuses(thief, "/accounts/login/", WRONG | {"login": login}, times=5)

    known.post("/accounts/login/", LOGIN)

    assert is_in(known)


def test_a_known_browser_has_five_attempts_too(anna: User, bert: User) -> None:
    known = Client()
    known.post("/accounts/login/", LOGIN)
    known.post("/accounts/logout/")
    statuses(known, "/accounts/login/", WRONG, times=5)

    known.post("/accounts/login/", LOGIN)

    assert not is_in(known)


def test_the_cookie_of_another_account_or_a_forged_one_is_of_no_use(anna: User, bert: User) -> None:
    statuses(Client(), "/accounts/login/", WRONG, times=5)
    thief = Client(REMOTE_ADDR="192.0.2.7")
    thief.post("/accounts/login/", LOGIN | {"login": "bert"})
    thief.post("/accounts/logout/")

    thief.post("/accounts/login/", LOGIN)
    assert not is_in(thief)
    thief.cookies["browser"] = thief.cookies["browser"].value[:-3] + "abc"
    thief.post("/accounts/login/", LOGIN)

    assert not is_in(thief)


def test_an_address_that_somebody_claims_is_counted_for_its_owner(anna: User, bert: User) -> None:
    EmailAddress.objects.create(user=bert, email="anna@example.org", verified=False)
    statuses(Client(), "/accounts/login/", WRONG | {"login": "anna@example.org"}, times=5)
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")

    elsewhere.post("/accounts/login/", LOGIN | {"login": "bert"})

    assert is_in(elsewhere)


def test_a_new_password_opens_the_door_that_others_have_shut(anna: User) -> None:
    confirm(anna)
    statuses(Client(), "/accounts/login/", WRONG, times=5)
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    elsewhere.post("/accounts/password/reset/", {"email": "anna@example.org"})
    [link] = re.findall(r"http://localhost:8000(/accounts/password/reset/key/\S+)", str(mail.outbox[0].body))
    form = elsewhere.get(link, follow=True)

    elsewhere.post(form.request["PATH_INFO"], {"password1": "a brand new trombone"})
    elsewhere.post("/accounts/login/", LOGIN | {"password": "a brand new trombone"})

    assert is_in(elsewhere)


def test_a_code_by_mail_lets_the_owner_in_meanwhile(anna: User) -> None:
    confirm(anna)
    statuses(Client(), "/accounts/login/", WRONG, times=5)
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    elsewhere.post("/accounts/login/code/", {"email": "anna@example.org"})
    [message] = mail.outbox

    elsewhere.post("/accounts/login/code/confirm/", {"code": message.subject.split()[0]})

    assert is_in(elsewhere)


def test_an_address_that_was_only_added_gets_no_code(anna: User) -> None:
    confirm(anna)
    EmailAddress.objects.create(user=anna, email="thief@example.org", verified=False)

    Client().post("/accounts/login/code/", {"email": "thief@example.org"})

    assert "is your code" not in " ".join(str(message.subject) for message in mail.outbox)


def test_a_used_code_of_the_second_factor_does_not_work_again(anna: User) -> None:
    app = TOTP.activate(anna, generate_totp_secret())
    code = code_of(app)
    first, second = Client(), Client()
    for browser in (first, second):
        browser.post("/accounts/login/", LOGIN)

    for browser in (first, second):
        browser.post("/accounts/2fa/authenticate/", {"code": code})

    assert [is_in(browser) for browser in (first, second)] == [True, False]


def test_one_address_tries_no_more_than_ten_wrong_passwords_a_minute(client: Client, anna: User) -> None:
    for number in range(10):
        client.post("/accounts/login/", WRONG | {"login": f"nobody{number}"})

    client.post("/accounts/login/", LOGIN)

    assert not is_in(client)


def test_proxies_are_not_counted_for_their_clients(settings: Settings, anna: User) -> None:
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"NUM_PROXIES": 1}
    attacker, player = (Client(headers={"x-forwarded-for": f"198.51.100.{last}"}) for last in (1, 2))
    liar = Client(headers={"x-forwarded-for": "198.51.100.3, 198.51.100.1"})
    for number in range(10):
        attacker.post("/accounts/login/", WRONG | {"login": f"nobody{number}"})

    for client in (attacker, liar, player):
        client.post("/accounts/login/", LOGIN)

    assert [is_in(client) for client in (attacker, liar, player)] == [False, False, True]


def test_thirty_logins_a_minute_from_one_address_are_enough(client: Client, anna: User) -> None:
    fields = {"login": "x", "password": ""}

    assert statuses(client, "/accounts/login/", fields, times=31) == [200] * 30 + [429]


def test_five_wrong_codes_close_the_second_door(client: Client, anna: User) -> None:
    app = TOTP.activate(anna, generate_totp_secret())
    client.post("/accounts/login/", LOGIN)
    statuses(client, "/accounts/2fa/authenticate/", {"code": "000000"}, times=5)

    client.post("/accounts/2fa/authenticate/", {"code": code_of(app)})

    assert not is_in(client)


def test_who_asks_for_the_password_of_another_keeps_nobody_from_asking(client: Client, anna: User) -> None:
    answers = statuses(client, "/accounts/password/reset/", {"email": "anna@example.org"}, times=12)

    assert answers == [302] * 12
    assert len(mail.outbox) == 5


def test_an_address_asks_for_twenty_new_passwords_a_minute_at_most(client: Client, db: None) -> None:
    answers = [
        client.post("/accounts/password/reset/", {"email": f"nobody{number}@example.org"}).status_code
        for number in range(21)
    ]

    assert answers == [302] * 20 + [429]


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        ("/accounts/password/change/", {"oldpassword": "a guess", "password1": "another shiny trombone"}),
        ("/accounts/reauthenticate/", {"password": "a guess"}),
    ],
)
def test_a_user_who_finds_an_open_browser_cannot_try_passwords_there(
    reader: Reader, anna: User, address: str, fields: dict[str, str]
) -> None:
    answers = statuses(reader(anna), address, fields, times=21)

    anna.refresh_from_db()
    assert answers == [200] * 20 + [429]
    assert anna.check_password("a good password")


def test_whoever_tries_passwords_in_one_session_keeps_the_owner_of_another_from_nothing(anna: User) -> None:
    confirm(anna)
    new = {"oldpassword": "a guess", "password1": "another shiny trombone"}
    thief, owner = sign_in(Client(REMOTE_ADDR="192.0.2.7"), anna), sign_in(Client(), anna, minutes_ago=60)
    statuses(thief, "/accounts/password/change/", new, times=25)
    statuses(thief, "/accounts/reauthenticate/", {"password": "a guess"}, times=25)
    statuses(thief, "/accounts/email/", {"action_add": "", "email": "x"}, times=25)

    owner.post("/accounts/reauthenticate/", {"password": "a good password"})
    added = owner.post("/accounts/email/", {"action_add": "", "email": "other@example.org"})
    changed = owner.post("/accounts/password/change/", new | {"oldpassword": "a good password"})

    anna.refresh_from_db()
    assert (added.status_code, changed.status_code) == (302, 302)
    assert anna.check_password("another shiny trombone")


def test_an_address_makes_twenty_accounts_a_minute_at_most(client: Client, db: None) -> None:
    assert statuses(client, "/accounts/signup/", {"username": "x"}, times=21)[-2:] == [200, 429]


@pytest.mark.parametrize(("language", "words"), [("en", "Too many attempts"), ("de", "Zu viele Versuche")])
def test_the_refusal_is_a_page_of_ours(client: Client, db: None, language: str, words: str) -> None:
    client.cookies["language"] = language
    statuses(client, "/accounts/login/", {"login": "x", "password": ""}, times=30)

    page = client.post("/accounts/login/", {"login": "x", "password": ""})

    assert (page.status_code, heading(page)) == (429, words)
