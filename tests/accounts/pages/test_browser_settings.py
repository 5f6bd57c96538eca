"""Time zone and language come from the browser: at sign-up, and later where the reader wants it."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.pages.test_account_pages import SIGN_UP
from tests.support.reading import markup_of

Reader = Callable[[User], Client]


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        ("America/New_York", "America/New_York"),
        ("", "Europe/Berlin"),
        ("Mars/Olympus", "Europe/Berlin"),
        ("\x00", "Europe/Berlin"),
    ],
)
def test_a_new_account_has_the_time_zone_of_the_browser(client: Client, db: None, sent: str, stored: str) -> None:
    client.post("/accounts/signup/", SIGN_UP | {"time_zone": sent})

    if sent != "\x00":
        assert User.objects.get(username="dora").time_zone == stored


@pytest.mark.parametrize(("accepted", "language"), [("en-GB,en;q=0.9", "en"), ("de-AT", "de"), ("fr, en;q=0.5", "en")])
def test_a_new_account_has_the_language_of_the_browser(client: Client, db: None, accepted: str, language: str) -> None:
    client.post("/accounts/signup/", SIGN_UP, headers={"accept-language": accepted})

    assert User.objects.get(username="dora").language == language


def test_the_form_has_a_place_for_the_time_zone(client: Client, db: None) -> None:
    assert b'name="time_zone" data-browser-zone' in client.get("/accounts/signup/").content


def test_the_time_zone_of_the_device_is_taken_on_wish(reader: Reader, anna: User) -> None:
    answer = reader(anna).post("/time-zone/", {"time_zone": "Asia/Tokyo", "next": "/lobby/"})

    anna.refresh_from_db()
    assert (answer.status_code, answer["Location"], anna.time_zone) == (302, "/lobby/", "Asia/Tokyo")


def test_an_unknown_zone_and_a_guest_change_nothing(reader: Reader, client: Client, anna: User) -> None:
    reader(anna).post("/time-zone/", {"time_zone": "Mars/Olympus"})
    as_guest = client.post("/time-zone/", {"time_zone": "Asia/Tokyo"})

    anna.refresh_from_db()
    assert anna.time_zone == "Europe/Berlin"
    assert as_guest["Location"].startswith("/accounts/login/")


def test_the_line_is_for_people_who_are_signed_in(reader: Reader, client: Client, anna: User) -> None:
    assert 'data-zone="Europe/Berlin" data-language="en"' in markup_of(reader(anna).get("/lobby/"))
    assert b"browser-settings" not in client.get("/lobby/").content
