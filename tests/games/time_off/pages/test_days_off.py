"""The page of weekly days off, and what of them is said on the page of a game."""

from datetime import timedelta

import time_machine
from django.test import Client

from accounts.models import User
from games.core.models.games import Game
from games.play.clocks import renew_stale_clocks
from games.time_off import days_off
from games.time_off.models import DaysOff
from tests.conftest import NOON
from tests.support.pages import Reader
from tests.support.playing import unchanged
from tests.support.reading import messages_in, mistakes, text_of

PAGE = "/preferences/days-off/"


def test_days_off_are_chosen_and_hold_for_a_week(clock: time_machine.Traveller, reader: Reader, anna: User) -> None:
    browser = reader(anna)

    saved = browser.post(PAGE, {"weekdays": ["5", "6"], "time_zone": "Europe/Berlin"})
    again = browser.post(PAGE, {"weekdays": ["0"], "time_zone": "Europe/Berlin"})

    assert messages_in(saved) == ["Your days off are saved and apply from now on."]
    assert [(row.weekdays, row.time_zone) for row in DaysOff.objects.all()] == [([5, 6], "Europe/Berlin")]
    words = "You changed your days off in the last seven days. You can change them again after a week."
    assert (again.status_code, mistakes(again)) == (409, {"weekdays": [words]})
    assert "You can change them again from Mon 9 Mar, 13:00" in text_of(browser.get(PAGE))


def test_the_page_shows_the_holidays_that_come(clock: time_machine.Traveller, reader: Reader, anna: User) -> None:
    browser = reader(anna)

    browser.post(PAGE, {"weekdays": [], "region": "DE-BY", "time_zone": "Europe/Berlin"})
    english = text_of(browser.get(PAGE))

    assert "Next public holidays Friday, 3 April 2026 Good Friday Monday, 6 April 2026 Easter Monday" in english


def test_a_region_that_there_is_not_is_shown_beside_its_field(reader: Reader, anna: User) -> None:
    with unchanged():
        page = reader(anna).post(PAGE, {"region": "XX", "time_zone": "UTC"})

    assert (page.status_code, list(mistakes(page))) == (422, ["region"])


def test_three_days_are_too_many(reader: Reader, anna: User) -> None:
    with unchanged():
        page = reader(anna).post(PAGE, {"weekdays": ["0", "1", "2"], "time_zone": "UTC"})

    assert mistakes(page) == {
        "weekdays": ["You can choose up to 2 days of the week and the public holidays of one region."]
    }


def test_the_game_says_that_its_clock_stands_for_a_day_off(
    clock: time_machine.Traveller, reader: Reader, client: Client, game: Game, anna: User
) -> None:
    days_off.change_days_off(anna, weekdays=[1], time_zone="Europe/Berlin")
    renew_stale_clocks()
    clock.move_to(NOON + timedelta(days=1))

    own, of_others = reader(anna).get(f"/games/{game.pk}/"), client.get(f"/games/{game.pk}/")

    assert "You have a day off: your clock is paused until Wed 4 Mar, 00:00." in text_of(own)
    assert "anna has a day off: the clock is paused until" in text_of(of_others)
