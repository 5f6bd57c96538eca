"""How long a session lasts: while it is used, and not longer than it may."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.conftest import NOON
from tests.support.signing_in import sign_in

PAGE = "/preferences/"
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture
def browser(clock: time_machine.Traveller, anna: User) -> Client:
    """Anna's, in which she has just logged in."""
    return sign_in(Client(), anna)


@pytest.fixture
def staffs(browser: Client, anna: User) -> Client:
    User.objects.filter(pk=anna.pk).update(is_staff=True)
    browser.get(PAGE)
    return browser


def is_in(browser: Client) -> bool:
    return browser.get(PAGE).status_code == 200


def end() -> timedelta:
    """When the only session ends, counted from the login."""
    return Session.objects.get().expire_date - NOON


def test_a_session_goes_on_while_it_is_used(clock: time_machine.Traveller, browser: Client) -> None:
    for _month in range(3):
        clock.shift(29 * DAY)
        assert is_in(browser)


def test_a_session_ends_after_thirty_days_without_use(clock: time_machine.Traveller, browser: Client) -> None:
    clock.shift(10 * DAY)
    assert is_in(browser)

    clock.shift(30 * DAY)

    assert not is_in(browser)


def test_a_session_of_staff_ends_after_twelve_hours_without_use(clock: time_machine.Traveller, staffs: Client) -> None:
    for _time in range(3):
        clock.shift(10 * HOUR)
        assert is_in(staffs)

    clock.shift(12 * HOUR)

    assert not is_in(staffs)


@pytest.mark.parametrize(("is_staff", "every", "longest"), [(True, 10 * HOUR, 7 * DAY), (False, 20 * DAY, 365 * DAY)])
def test_however_often_it_is_used_a_session_has_an_end(
    clock: time_machine.Traveller, browser: Client, anna: User, is_staff: bool, every: timedelta, longest: timedelta
) -> None:
    User.objects.filter(pk=anna.pk).update(is_staff=is_staff)
    gone = timedelta()
    while gone + every < longest:
        assert is_in(browser)
        clock.shift(every)
        gone += every

    clock.shift(longest - gone)

    assert not is_in(browser)


def test_a_login_begins_a_session_of_its_own_length(clock: time_machine.Traveller, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(is_staff=True)

    Client().post("/accounts/login/", {"login": "anna", "password": "a good password"})

    assert end() == 12 * HOUR


def test_the_cookie_lasts_as_long_as_the_longest_session(clock: time_machine.Traveller, anna: User) -> None:
    answer = Client().post("/accounts/login/", {"login": "anna", "password": "a good password"})

    assert answer.cookies["sessionid"]["max-age"] == 365 * 24 * 3600


def test_its_use_is_written_once_an_hour(clock: time_machine.Traveller, browser: Client) -> None:
    writes = []
    for minutes in (59, 1, 59, 1):
        clock.shift(timedelta(minutes=minutes))
        with CaptureQueriesContext(connection) as asked:
            browser.get(PAGE)
        writes.append(sum("UPDATE" in query["sql"] for query in asked))

    assert writes == [0, 1, 0, 1]


def test_what_scripts_read_is_no_use(clock: time_machine.Traveller, browser: Client) -> None:
    clock.shift(10 * DAY)

    browser.get("/api/v1/games/?waiting=true", headers={"Sec-Fetch-Mode": "cors"})
    browser.get("/api/v1/events/", headers={"Sec-Fetch-Mode": "cors", "Accept": "text/event-stream"})
    browser.get(PAGE, headers={"Sec-Fetch-Mode": "same-origin"})

    assert end() == 30 * DAY


def test_what_scripts_change_is_use(clock: time_machine.Traveller, browser: Client) -> None:
    clock.shift(10 * DAY)

    browser.post("/language/", {"language": "de"}, headers={"Sec-Fetch-Mode": "cors"})
    browser.patch(
        "/api/v1/account/", {"language": "de"}, content_type="application/json", headers={"Sec-Fetch-Mode": "cors"}
    )

    assert end() == 40 * DAY


def test_a_session_that_has_ended_meanwhile_does_not_come_back(clock: time_machine.Traveller, browser: Client) -> None:
    clock.shift(10 * DAY)
    Session.objects.all().delete()

    assert not is_in(browser)

    assert not Session.objects.exists()
