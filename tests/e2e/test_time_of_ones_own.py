"""Leave, days off and the calendar, by hand in a browser; and what the opponent sees of them."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest
from django.utils import timezone
from icalendar import Calendar
from playwright.sync_api import Page, expect

from accounts.models import User
from games.core.models.games import Game
from games.time_off.models import DaysOff, Leave
from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.sitting import Sit
from tests.e2e.table import signed_in
from tests.support.playing import fresh

pytestmark = pytest.mark.e2e

ONE = timedelta(days=1)
At = Callable[..., Page]


@pytest.fixture
def at(new_context: NewContext, live_server_url: str, anna: User) -> At:
    """A factory of pages at which Anna sits, who has leave to take."""
    User.objects.filter(pk=anna.pk).update(date_joined=timezone.now() - 200 * ONE)

    def go(path: str, **options: Any) -> Page:
        page = signed_in(new_context(base_url=live_server_url, **options), anna, live_server_url)
        page.goto(path)
        return page

    return go


def test_leave_is_taken_seen_by_the_opponent_at_once_and_ended(at: At, sit: Sit, game: Game, bert: User) -> None:
    before = fresh(game).deadline_at
    assert before is not None
    table = sit(game, bert)
    page = at("/preferences/leave/")

    page.get_by_label("Last day").fill((timezone.localdate() + 3 * ONE).isoformat())
    page.get_by_role("button", name="Take leave").click()

    expect(page.get_by_role("heading", name="You are on leave")).to_be_visible()
    expect(table.page.get_by_text("anna is on leave: the clock is paused until")).to_be_visible()
    after = fresh(game).deadline_at
    assert after is not None
    assert after > before + 2 * ONE

    page.get_by_role("button", name="I’m back").click()

    leave = Leave.objects.get()
    expect(page.get_by_text("Your leave has been changed. You keep the days you did not use.")).to_be_visible()
    assert leave.ends_at - leave.starts_at == ONE


def test_leave_is_planned_and_given_up_on_a_phone(at: At, game: Game) -> None:
    page = at("/preferences/leave/", viewport=PHONE)
    before = fresh(game).deadline_at

    page.get_by_label("First day").fill((timezone.localdate() + 20 * ONE).isoformat())
    page.get_by_label("Last day").fill((timezone.localdate() + 22 * ONE).isoformat())
    page.get_by_role("button", name="Take leave").click()
    expect(page.get_by_role("heading", name="Planned leave")).to_be_visible()
    planned = Leave.objects.count()
    width = page.evaluate("document.documentElement.scrollWidth")
    page.get_by_role("button", name="Cancel leave").click()

    expect(page.get_by_role("heading", name="Planned leave")).to_be_hidden()
    assert (planned, Leave.objects.count(), width) == (1, 0, PHONE["width"])
    assert fresh(game).deadline_at == before


def test_days_off_are_chosen_with_the_holidays_of_a_region(at: At, game: Game) -> None:
    page = at("/preferences/days-off/")

    page.get_by_label("Saturday").check()
    page.get_by_label("Sunday").check()
    page.get_by_label("My public holidays").select_option(label="Bayern")
    page.get_by_role("button", name="Save").click()

    expect(page.get_by_role("heading", name="Next public holidays")).to_be_visible()
    expect(page.get_by_label("Sunday")).to_be_checked()
    row = DaysOff.objects.get()
    assert (row.weekdays, row.region) == ([5, 6], "DE-BY")


def test_the_calendar_is_read_by_a_program_until_its_address_is_revoked(at: At, game: Game) -> None:
    page = at("/preferences/calendar/")
    page.get_by_role("button", name="Create calendar feed").click()
    address = page.locator(".secret").inner_text()

    calendar = httpx.get(address)
    page.goto("/preferences/calendar/")
    read = page.locator("dd").nth(1).inner_text()
    page.get_by_role("button", name="Revoke the address").click()
    expect(page.get_by_role("button", name="Create calendar feed")).to_be_visible()

    (event,) = Calendar.from_ical(calendar.content).walk("VEVENT")
    assert event["SUMMARY"] == "Mühle: your move against bert"
    deadline_at = fresh(game).deadline_at
    assert deadline_at is not None
    assert event.decoded("DTEND") == deadline_at.replace(microsecond=0)
    assert read != "not yet"
    assert httpx.get(address).status_code == 404
