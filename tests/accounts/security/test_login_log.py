"""What the log says about logins, and what it does not."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
import time_machine
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.usersessions.models import UserSession
from django.core import mail
from django.test import Client
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from accounts.models import User
from tests.accounts.pages.test_account_pages import SIGN_UP
from tests.accounts.pages.test_second_factor import LOGIN, app_of, code_of
from tests.games.notifications.people import confirm
from tests.support.signing_in import sign_in

pytestmark = pytest.mark.django_db

EVENTS = {"authenticated", "logged_in", "logged_out", "login_failed", "login_refused", "session_ended"}


def lines_of(client: Client, *requests: tuple[str, dict[str, str]]) -> list[Any]:
    """What is logged about logins when the client posts these."""
    with capture_logs() as lines:
        for address, fields in requests:
            client.post(f"/accounts/{address}/", fields)
    return [line for line in lines if line["event"] in EVENTS]


def test_a_login_and_its_end_are_logged(client: Client, anna: User) -> None:
    lines = lines_of(client, ("login", LOGIN), ("logout", {}))

    assert lines == [
        {"event": "authenticated", "log_level": "info", "user": anna.pk, "method": "password"},
        {"event": "logged_in", "log_level": "info", "user": anna.pk},
        {"event": "logged_out", "log_level": "info", "user": anna.pk},
    ]


@pytest.mark.parametrize("login", ["anna", "ANNA@example.org"])
def test_a_wrong_password_is_logged_with_the_account_and_without_the_password(
    client: Client, anna: User, login: str
) -> None:
    confirm(anna)

    lines = lines_of(client, ("login", {"login": login, "password": "a secret guess"}))

    assert lines == [{"event": "login_failed", "log_level": "warning", "user": anna.pk, "method": "password"}]


def test_what_is_no_account_is_not_logged_for_it_may_be_a_password(client: Client) -> None:
    lines = lines_of(client, ("login", {"login": "a-secret-in-the-wrong-field", "password": "anna"}))

    assert lines == [{"event": "login_failed", "log_level": "warning", "user": None, "method": "password"}]


def test_both_factors_are_logged(client: Client, anna: User) -> None:
    app = app_of(anna)

    with time_machine.travel(datetime.now(UTC), tick=False):
        second = [("2fa/authenticate", {"code": code}) for code in ("000000", code_of(app))]
        lines = lines_of(client, ("login", LOGIN), *second)

    assert [(line["event"], line.get("method")) for line in lines] == [
        ("authenticated", "password"),
        ("login_failed", "totp"),
        ("authenticated", "totp"),
        ("logged_in", None),
    ]


# --- Every way --------------------------------------------------------------------------------------------------------


def by_code(client: Client, anna: User) -> None:
    client.post("/accounts/login/code/", {"email": "anna@example.org"})
    client.post("/accounts/login/code/confirm/", {"code": mail.outbox[0].subject.split()[0]})


def by_wrong_code(client: Client, anna: User) -> None:
    client.post("/accounts/login/code/", {"email": "anna@example.org"})
    client.post("/accounts/login/code/confirm/", {"code": "ABC-DEF"})


def by_recovery_code(client: Client, anna: User) -> None:
    app_of(anna)
    code = RecoveryCodes.activate(anna).get_unused_codes()[0]
    client.post("/accounts/login/", LOGIN)
    client.post("/accounts/2fa/authenticate/", {"code": code})


def by_wrong_security_key(client: Client, anna: User) -> None:
    app_of(anna)
    client.post("/accounts/login/", LOGIN)
    client.post("/accounts/2fa/authenticate/", {"credential": '{"id": "x"}'})


def by_wrong_password_again(client: Client, anna: User) -> None:
    sign_in(client, anna, minutes_ago=60)
    client.post("/accounts/reauthenticate/", {"password": "a guess"})


def too_often(client: Client, anna: User) -> None:
    for _time in range(5):
        client.post("/accounts/login/", LOGIN | {"password": "a guess"})
    client.post("/accounts/login/", LOGIN)


def on_another_device(client: Client, anna: User, *, address: str) -> None:
    Client().post("/accounts/login/", LOGIN)
    other = UserSession.objects.get(user=anna)
    client.post("/accounts/login/", LOGIN)
    client.post(address.format(other.pk))


WAYS: dict[str, tuple[Callable[[Client, User], object], Sequence[tuple[str, str | None]]]] = {
    "sign-up": (
        lambda client, _anna: client.post("/accounts/signup/", SIGN_UP),
        [("logged_in", None), ("authenticated", "password")],
    ),
    "code by mail": (by_code, [("authenticated", "code"), ("logged_in", None)]),
    "wrong code by mail": (by_wrong_code, [("login_failed", "code")]),
    "recovery code": (
        by_recovery_code,
        [("authenticated", "password"), ("authenticated", "recovery_codes"), ("logged_in", None)],
    ),
    "wrong security key": (by_wrong_security_key, [("authenticated", "password"), ("login_failed", "webauthn")]),
    "wrong passkey": (
        lambda client, _anna: client.post("/accounts/2fa/webauthn/login/", {"credential": '{"id": "x"}'}),
        [("login_failed", "webauthn")],
    ),
    "wrong password before a change": (by_wrong_password_again, [("login_failed", "password")]),
    "too many wrong passwords": (too_often, [("login_failed", "password")] * 5 + [("login_refused", "password")]),
    "another device is logged out": (
        partial(on_another_device, address="/preferences/devices/{}/end/"),
        [("authenticated", "password"), ("logged_in", None)] * 2 + [("session_ended", None)],
    ),
    "all other devices are logged out": (
        partial(on_another_device, address="/accounts/sessions/"),
        [("authenticated", "password"), ("logged_in", None)] * 2 + [("session_ended", None)],
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_every_way_in_and_out_is_logged_with_the_account_and_the_request(client: Client, anna: User, way: str) -> None:
    confirm(anna)
    act, expected = WAYS[way]

    with capture_logs(processors=[merge_contextvars]) as lines:
        act(client, anna)

    found = [line for line in lines if line["event"] in EVENTS]
    known = {None} if way == "wrong passkey" else {User.objects.latest("pk").pk if way == "sign-up" else anna.pk}
    assert [(line["event"], line.get("method")) for line in found] == expected
    assert {line["user"] for line in found} == known
    assert all(line["request_id"] for line in found)
