"""What the log says about logins, and what it does not."""

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.test import Client
from structlog.testing import capture_logs

from accounts.models import User
from tests.accounts.pages.test_second_factor import LOGIN, app_of, code_of
from tests.games.notifications.people import confirm

pytestmark = pytest.mark.django_db

EVENTS = {"authenticated", "logged_in", "logged_out", "login_failed"}


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
