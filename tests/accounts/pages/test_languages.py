"""The language of pages: the browser's for guests, the account's for players, and the switch between them."""

from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format

from accounts.models import User
from tests.support.pages import Reader
from tests.support.reading import language_of, text_of


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [("de-AT,de;q=0.9,en;q=0.5", "de"), ("en-GB", "en"), ("fr,de;q=0.3", "de"), ("fr", "en"), ("", "en")],
)
def test_a_guest_reads_what_the_browser_asks_for(client: Client, db: None, accepted: str, expected: str) -> None:
    page = client.get("/", headers={"accept-language": accepted})

    assert language_of(page) == expected


def test_a_guest_who_switches_stays_switched(client: Client, db: None) -> None:
    answer = client.post("/language/", {"language": "de", "next": "/rules/"}, headers={"accept-language": "en"})

    page = client.get("/rules/", headers={"accept-language": "en"})
    assert (answer.status_code, answer["Location"]) == (302, "/rules/")
    assert language_of(page) == "de"


def test_a_player_reads_the_accounts_language_on_any_browser(reader: Reader, anna: User) -> None:
    browser = reader(anna)
    browser.cookies["language"] = "de"

    page = browser.get("/", headers={"accept-language": "de"})

    assert language_of(page) == "en"
    assert page.cookies[settings.LANGUAGE_COOKIE_NAME].value == "en"


def test_a_player_who_switches_changes_the_account(reader: Reader, anna: User) -> None:
    browser = reader(anna)

    browser.post("/language/", {"language": "de", "next": "/"})

    anna.refresh_from_db()
    assert anna.language == "de"
    assert language_of(browser.get("/")) == "de"


def test_an_unknown_language_changes_nothing(reader: Reader, anna: User) -> None:
    answer = reader(anna).post("/language/", {"language": "tlh", "next": "/"})

    anna.refresh_from_db()
    assert (answer.status_code, anna.language) == (302, "en")


@pytest.mark.parametrize("elsewhere", ["https://example.com/", "//example.com", "javascript:alert(1)", ""])
def test_the_switch_leads_nowhere_else(client: Client, db: None, elsewhere: str) -> None:
    answer = client.post("/language/", {"language": "de", "next": elsewhere})

    assert answer["Location"] == "/"


def test_the_switch_works_by_post_only(client: Client, db: None) -> None:
    assert client.get("/language/?language=de").status_code == 405


def test_somebody_who_signs_up_keeps_the_language_of_the_page(client: Client, db: None) -> None:
    client.cookies["language"] = "de"
    fields = {
        "username": "dora",
        "email": "dora@example.org",
        "password1": "ein gutes Waldhorn",
    }

    client.post("/accounts/signup/", fields)

    assert User.objects.get(username="dora").language == "de"


def test_the_greeting_after_signing_in_is_in_the_accounts_language(client: Client, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(language="de")

    page = client.post(
        "/accounts/login/",
        {"login": "anna", "password": "a good password"},
        headers={"accept-language": "en"},
        follow=True,
    )

    assert "Angemeldet als anna." in text_of(page)
    assert language_of(page) == "de"


@pytest.mark.parametrize(("language", "written"), [("en", "3 Oct 2026, 19:05"), ("de", "3. Okt. 2026, 19:05\u00a0Uhr")])
def test_times_are_written_the_same_way_everywhere(language: str, written: str) -> None:
    with translation.override(language):
        assert date_format(datetime(2026, 10, 3, 19, 5, tzinfo=UTC), "SHORT_DATETIME_FORMAT") == written
        assert date_format(datetime(2026, 10, 3, 19, 5, tzinfo=UTC), "DATETIME_FORMAT") == written
