"""The calendar feed: its page, and what a calendar program reads at the secret address, parsed by a library."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from icalendar import Calendar

from accounts.models import User
from games.calendar.models import CalendarFeed
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.clocks import renew_stale_clocks
from games.play.timeouts import settle_overdue_games
from games.time_off import days_off
from games.time_off.leave import take_leave
from muehle.clocks import DAY
from muehle.clocks.total_time import TotalTime
from tests.conftest import NOON
from tests.support.api import Api
from tests.support.pages import Reader
from tests.support.playing import fresh, play
from tests.support.reading import messages_in, text_of

PAGE = "/preferences/calendar/"
ONE = timedelta(days=1)


def address_in(page: Any) -> str:
    """The path of the feed that the page shows."""
    found = re.search(r'<p class="secret">https?://[^/<]+(/calendar/[^<]+\.ics)</p>', page.content.decode())
    assert found is not None
    return found[1]


def entries(client: Client, address: str) -> dict[str, Any]:
    """The events of the feed by UID; each is there once."""
    calendar = Calendar.from_ical(client.get(address).content)
    found = [(str(each["UID"]), each) for each in calendar.walk("VEVENT")]
    assert len(dict(found)) == len(found)
    return dict(found)


@pytest.fixture
def address(reader: Reader, anna: User) -> str:
    """Of Anna's feed."""
    return address_in(reader(anna).post(PAGE))


@pytest.fixture(autouse=True)
def _by_our_own_clock(clock: time_machine.Traveller) -> Iterator[None]:
    yield
    cache.clear()


def test_a_game_that_waits_is_one_event_that_ends_with_its_deadline(client: Client, game: Game, address: str) -> None:
    answer = client.get(address)

    calendar = Calendar.from_ical(answer.content)
    (event,) = calendar.walk("VEVENT")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert (calendar["VERSION"], calendar["METHOD"], calendar["PRODID"]) == (
        "2.0",
        "PUBLISH",
        "-//Muehle//Deadlines//EN",
    )
    assert event["UID"] == f"game-{game.pk}@localhost"
    assert event["SUMMARY"] == "Mühle: your move against bert"
    assert event.decoded("DTEND") == fresh(game).deadline_at == NOON + 3 * ONE
    assert event.decoded("DTSTART") == NOON + 3 * ONE - timedelta(minutes=30)
    assert (event.decoded("DTSTAMP"), event["SEQUENCE"], event["TRANSP"]) == (NOON, 1, "TRANSPARENT")
    assert str(event["DESCRIPTION"]).startswith(f"Game {game.pk}. Move by Thursday 5 March 2026, 13:00 (CET)")
    assert str(event["URL"]).endswith(f"/games/{game.pk}/")
    assert b"\r\n" in answer.content
    assert max(map(len, answer.content.split(b"\r\n"))) <= 75


def test_a_move_takes_the_game_out_and_the_answer_brings_it_back_as_the_same_event(
    clock: time_machine.Traveller, client: Client, game: Game, address: str
) -> None:
    (before,) = entries(client, address).values()
    play(game, "d6")
    waiting = entries(client, address)
    clock.shift(ONE)
    play(game, "f4")

    (after,) = entries(client, address).values()

    assert waiting == {}
    assert after["UID"] == before["UID"]
    assert (before["SEQUENCE"], after["SEQUENCE"]) == (1, 3)
    assert (after.decoded("DTSTAMP"), after.decoded("DTEND")) == (NOON + ONE, NOON + 4 * ONE)


def test_leave_and_days_off_are_in_the_event_and_count_as_a_revision(
    clock: time_machine.Traveller, client: Client, game: Game, anna: User, address: str
) -> None:
    User.objects.filter(pk=anna.pk).update(emergency_day=True, date_joined=NOON - 365 * ONE)
    days_off.change_days_off(anna, weekdays=[2], time_zone="UTC")
    renew_stale_clocks()
    with_a_day_off = entries(client, address)
    take_leave(anna, ends_at=NOON + 7 * ONE)
    renew_stale_clocks()

    with_leave = entries(client, address)

    assert [(each["SEQUENCE"], each.decoded("DTEND")) for each in with_a_day_off.values()] == [(2, NOON + 4 * ONE)]
    assert [(each["SEQUENCE"], each.decoded("DTEND")) for each in with_leave.values()] == [(3, fresh(game).deadline_at)]
    assert fresh(game).deadline_at == NOON + 11 * ONE


def test_what_has_not_changed_is_not_sent_again(
    clock: time_machine.Traveller, client: Client, game: Game, address: str
) -> None:
    first = client.get(address)
    clock.shift(timedelta(hours=5))
    again = client.get(address, headers={"if-none-match": first["ETag"]})
    play(game, "d6")
    moved = client.get(address, headers={"if-none-match": first["ETag"]})

    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert (moved.status_code, moved["ETag"] != first["ETag"]) == (200, True)
    assert first["Cache-Control"] == moved["Cache-Control"] == "private, no-cache"


@pytest.mark.casual
def test_a_game_in_its_grace_is_there_until_that_is_over(
    clock: time_machine.Traveller, client: Client, game: Game, address: str
) -> None:
    User.objects.update(emergency_day=False)
    Game.objects.update(timeout="claim")
    clock.move_to(NOON + 4 * ONE)
    settle_overdue_games()

    (event,) = entries(client, address).values()

    assert event["SUMMARY"] == "Mühle: your time against bert has run out"
    assert event.decoded("DTEND") == NOON + 10 * ONE


def test_the_feed_speaks_the_language_of_its_owner(client: Client, game: Game, anna: User, address: str) -> None:
    User.objects.filter(pk=anna.pk).update(language="de", time_zone="Pacific/Auckland")

    (event,) = entries(client, address).values()

    assert event["SUMMARY"] == "Mühle: Du bist am Zug gegen bert"
    assert "Freitag, 6. März 2026, 01:00 Uhr (NZDT)" in event["DESCRIPTION"]


@pytest.mark.parametrize("guess", ["x", "0" * 43, "1", "anna", "%00", "%ff", "..%2f..", "a" * 5000])
def test_an_address_that_nobody_has_made_finds_nothing(client: Client, game: Game, address: str, guess: str) -> None:
    assert client.get(f"/calendar/{guess}.ics").status_code == 404


def test_only_a_digest_of_the_secret_is_kept(address: str) -> None:
    secret = address.removeprefix("/calendar/").removesuffix(".ics")

    row = CalendarFeed.objects.values().get()

    assert len(secret) == 43
    assert secret not in str(row)


def test_the_address_is_shown_once(reader: Reader, anna: User) -> None:
    browser = reader(anna)

    made = browser.post(PAGE)
    later = browser.get(PAGE)

    assert "/calendar/" in made.content.decode()
    assert "webcal://" in made.content.decode()
    assert "/calendar/" not in text_of(later)
    assert "not yet" in text_of(later)
    assert made["Cache-Control"] == later["Cache-Control"] == "no-store"


def test_a_new_address_ends_the_former_one(reader: Reader, client: Client, anna: User, address: str) -> None:
    other = address_in(reader(anna).post(PAGE))

    assert client.get(address).status_code == 404
    assert client.get(other).status_code == 200


def test_a_revoked_address_finds_nothing(reader: Reader, client: Client, anna: User, address: str) -> None:
    revoked = reader(anna).post(f"{PAGE}revoke/")
    again = reader(anna).post(f"{PAGE}revoke/")

    assert messages_in(revoked) == ["The address no longer works. Calendars that use it will soon be empty."]
    assert (again.status_code, client.get(address).status_code) == (302, 404)
    assert "Create calendar feed" in text_of(reader(anna).get(PAGE))


def test_the_feed_of_a_closed_account_finds_nothing(client: Client, anna: User, address: str) -> None:
    User.objects.filter(pk=anna.pk).update(is_active=False)

    assert client.get(address).status_code == 404


def test_the_page_says_when_the_feed_was_last_read_to_the_hour(
    clock: time_machine.Traveller, client: Client, address: str
) -> None:
    client.get(address)
    clock.shift(timedelta(minutes=59))
    client.get(address)
    soon = CalendarFeed.objects.get().read_at
    clock.shift(timedelta(minutes=1))
    client.get(address)

    assert (soon, CalendarFeed.objects.get().read_at) == (NOON, NOON + timedelta(hours=1))


def test_a_program_that_asks_too_often_is_told_when_to_come_again(
    client: Client, address: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    monkeypatch.setitem(rates, "guest", "2/minute")

    answers = [client.get(address) for _each in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert 0 < int(answers[-1]["Retry-After"]) <= 60


def test_reading_a_feed_takes_as_many_queries_for_many_games(
    client: Client, address: str, begin: Any, django_assert_num_queries: Any
) -> None:
    client.get(address)
    for _each in range(3):
        begin()

    with django_assert_num_queries(2):
        assert len(entries(client, address)) == 3


def test_reading_is_all_that_can_be_done_with_the_address(client: Client, address: str) -> None:
    assert client.head(address).status_code == 200
    assert [client.post(address).status_code, client.delete(address).status_code] == [405, 405]


def test_a_calendar_without_games_is_one(client: Client, address: str) -> None:
    assert Calendar.from_ical(client.get(address).content).walk("VEVENT") == []
    assert datetime.now(UTC) == NOON


def test_the_deadline_of_a_total_time_is_where_what_is_left_ends(
    clock: time_machine.Traveller, client: Client, begin: Any, address: str
) -> None:
    game = begin(Agreement(clock=TotalTime(10 * DAY)))
    clock.shift(4 * ONE)
    play(game, "d6", "f4")

    (event,) = entries(client, address).values()

    assert event.decoded("DTEND") == fresh(game).deadline_at == NOON + 10 * ONE


# --- Alarms and leave -------------------------------------------------------------------------------------------------


def test_each_deadline_has_the_alarm_that_its_owner_has_chosen(
    client: Client, reader: Reader, game: Game, anna: User, address: str
) -> None:
    uid = f"game-{game.number}@localhost"
    without = entries(client, address)[uid].walk("VALARM")
    answer = reader(anna).post(f"{PAGE}change/", {"alarm_hours": "6"})
    (alarm,) = entries(client, address)[uid].walk("VALARM")
    reader(anna).post(f"{PAGE}change/", {"alarm_hours": ""})

    assert without == entries(client, address)[uid].walk("VALARM") == []
    assert "Your changes are saved." in messages_in(answer)[0]
    assert (alarm["ACTION"], str(alarm["DESCRIPTION"])) == ("DISPLAY", "Mühle: your move against bert")
    assert alarm["TRIGGER"].dt == timedelta(hours=-6)
    assert alarm["TRIGGER"].params["RELATED"] == "END"


def test_leave_is_in_the_feed_if_its_owner_wants_so(
    clock: time_machine.Traveller, client: Client, reader: Reader, anna: User, address: str
) -> None:
    User.objects.filter(pk=anna.pk).update(date_joined=NOON - 400 * ONE)
    leave = take_leave(User.objects.get(pk=anna.pk), starts_at=NOON + 3 * ONE, ends_at=NOON + 8 * ONE)
    private = entries(client, address)
    reader(anna).post(f"{PAGE}change/", {"with_leave": "on"})

    (found,) = entries(client, address).values()
    clock.shift(9 * ONE)

    assert private == {}
    assert (found["UID"], found["SUMMARY"]) == (f"leave-{leave.pk}@localhost", "Mühle: my leave")
    assert (found["DTSTART"].dt, found["DTEND"].dt) == (NOON + 3 * ONE, NOON + 8 * ONE)
    assert entries(client, address) == {}


def test_a_new_address_keeps_what_was_chosen(reader: Reader, anna: User, address: str) -> None:
    browser = reader(anna)
    browser.post(f"{PAGE}change/", {"alarm_hours": "24", "with_leave": "on"})
    page = browser.post(PAGE).content.decode()

    assert '<option value="24" selected>1 day before</option>' in page
    feed = CalendarFeed.objects.get()
    assert (feed.alarm_hours, feed.with_leave) == (24, True)


def test_alarm_and_leave_are_changed_over_the_api(api: Api, anna: User, address: str) -> None:
    client = api(anna, "webhook:write")
    changed = client.patch("/api/v1/calendar-feed/", {"alarm_hours": 12, "with_leave": True}, format="json").json()
    wrong = client.patch("/api/v1/calendar-feed/", {"alarm_hours": 0}, format="json")
    client.patch("/api/v1/calendar-feed/", {"alarm_hours": None}, format="json")

    assert (changed["alarm_hours"], changed["with_leave"]) == (12, True)
    assert wrong.status_code == 400
    assert client.read("calendar-feed/")["alarm_hours"] is None
    client.delete("/api/v1/calendar-feed/")
    assert client.patch("/api/v1/calendar-feed/", {"with_leave": True}, format="json").status_code == 404


def test_there_is_nothing_to_choose_without_a_feed(reader: Reader, anna: User) -> None:
    browser = reader(anna)

    assert "Alarm before a deadline" not in text_of(browser.get(PAGE))
    assert browser.post(f"{PAGE}change/", {"alarm_hours": "6"}).status_code == 404


def test_the_alarms_are_in_the_language_of_the_page(reader: Reader, anna: User, address: str) -> None:
    User.objects.filter(pk=anna.pk).update(language="de")

    assert "6\N{NO-BREAK SPACE}Stunden vorher" in reader(User.objects.get(pk=anna.pk)).get(PAGE).content.decode()
