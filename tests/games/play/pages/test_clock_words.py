"""Time in words: what is left, how urgent that is, and how long anything takes."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone, translation

from games.core.models.games import Game
from games.core.time_controls import in_words
from games.play.templatetags.clocks import time_left_of
from kit.times import HOUR, MINUTE, day, duration, moment
from muehle.clocks import DAY, TimeControl
from muehle.clocks.days_per_move import DaysPerMove
from muehle.clocks.fischer import FischerBank
from muehle.clocks.total_time import TotalTime

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("days", "seconds_left", "words", "level"),
    [
        (3, 3 * DAY, "3 days left", "calm"),
        (3, 3 * DAY - 1, "2 days 23 hours left", "calm"),
        (3, 2 * DAY, "2 days left", "calm"),
        (3, 2 * DAY - 1, "1 day 23 hours left", "calm"),
        (3, DAY + 1, "1 day left", "calm"),
        (3, DAY, "1 day left", "soon"),
        (3, 10 * HOUR + 59 * MINUTE, "10 hours 59 minutes left", "soon"),
        (3, 6 * HOUR + 1, "6 hours left", "soon"),
        (3, 6 * HOUR, "6 hours left", "urgent"),
        (3, 2 * HOUR - 1, "1 hour 59 minutes left", "urgent"),
        (3, 59 * MINUTE, "59 minutes left", "urgent"),
        (3, MINUTE - 1, "less than a minute left", "urgent"),
        (3, 0, "time’s up", "urgent"),
        (3, -5, "time’s up", "urgent"),
        (1, DAY, "1 day left", "calm"),
        (1, 12 * HOUR + 1, "12 hours left", "calm"),
        (1, 12 * HOUR, "12 hours left", "soon"),
    ],
)
def test_what_is_left_is_shown_by_the_unit_that_matters(days: int, seconds_left: int, words: str, level: str) -> None:
    game = Game(white_seconds=days * DAY, ply=0, deadline_at=NOON + timedelta(seconds=seconds_left))

    left = time_left_of(game, now=NOON)

    assert left is not None
    assert (left.words, left.level) == (words, level)


@pytest.mark.parametrize(
    ("seconds_left", "level"), [(30 * HOUR, "calm"), (DAY, "soon"), (6 * HOUR, "urgent"), (MINUTE, "urgent")]
)
@pytest.mark.parametrize("clock", [TotalTime(), FischerBank()])
def test_little_time_is_urgent_where_it_is_all_that_is_left(clock: TimeControl, seconds_left: int, level: str) -> None:
    columns = {"clock_system": clock.system, "clock_parameters": clock.parameters, "white_seconds": seconds_left}
    game = Game(ply=0, deadline_at=NOON + timedelta(seconds=seconds_left), **columns)

    left = time_left_of(game, now=NOON)

    assert left is not None
    assert (left.level, left.share) == (level, 100)


@pytest.mark.parametrize(("seconds_left", "share"), [(2 * DAY, 100), (DAY, 50), (0, 0), (-DAY, 0), (3 * DAY, 100)])
def test_the_bar_shows_the_share_of_the_turn_that_is_left(seconds_left: int, share: int) -> None:
    game = Game(white_seconds=2 * DAY, ply=0, deadline_at=NOON + timedelta(seconds=seconds_left))

    left = time_left_of(game, now=NOON)

    assert left is not None
    assert left.share == share


def test_an_ended_game_has_no_time_left() -> None:
    assert time_left_of(Game(white_seconds=DAY, deadline_at=None), now=NOON) is None


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 minutes"),
        (59, "0 minutes"),
        (MINUTE, "1 minute"),
        (HOUR, "1 hour"),
        (2 * HOUR + 5 * MINUTE, "2 hours 5 minutes"),
        (DAY, "1 day"),
        (2 * DAY + HOUR + MINUTE, "2 days 1 hour"),
        (None, "0 minutes"),
    ],
)
def test_a_duration_has_its_two_largest_units(seconds: int | None, words: str) -> None:
    assert duration(seconds) == words


@pytest.mark.parametrize(
    ("clock", "english", "german"),
    [
        (DaysPerMove(1), "1 day per move", "1\u00a0Tag pro Zug"),
        (DaysPerMove(14), "14 days per move", "14\u00a0Tage pro Zug"),
        (
            FischerBank(),
            "3 days + 1 day per move (max. 7 days)",
            "3 Tage + 1 Tag pro Zug (max. 7 Tage)",
        ),
        (TotalTime(30 * DAY), "30 days for the whole game", "30\u00a0Tage für die ganze Partie"),
        (TotalTime(DAY + HOUR), "1 day 1 hour for the whole game", "1\u00a0Tag 1\u00a0Stunde für die ganze Partie"),
    ],
)
def test_a_clock_is_said_as_people_say_it(clock: TimeControl, english: str, german: str) -> None:
    with translation.override("en"):
        in_english = in_words(clock)
    with translation.override("de"):
        in_german = in_words(clock)

    assert (in_english, in_german) == (english, german)


@pytest.mark.parametrize(
    ("language", "zone", "expected"),
    [
        ("en", "UTC", ("Mon 2 Mar, 12:00", "2 Mar 2026")),
        ("de", "Europe/Berlin", ("Mo, 2.\u00a0März, 13:00\u00a0Uhr", "2.\u00a0März 2026")),
        ("de", "Pacific/Auckland", ("Di, 3.\u00a0März, 01:00\u00a0Uhr", "3.\u00a0März 2026")),
    ],
)
def test_moments_are_shown_in_the_readers_language_and_zone(
    clock: time_machine.Traveller, language: str, zone: str, expected: tuple[str, str]
) -> None:
    with translation.override(language), timezone.override(zone):
        shown = moment(NOON), day(NOON)

    assert shown == expected


@pytest.mark.parametrize(
    ("language", "zone", "expected"),
    [
        ("en", "UTC", ("Thu 31 Dec, 23:30", "Fri 1 Jan 2027, 00:30")),
        ("de", "UTC", ("Do, 31.\u00a0Dez., 23:30\u00a0Uhr", "Fr, 1.\u00a0Jan. 2027, 00:30\u00a0Uhr")),
        ("en", "Europe/Berlin", ("Fri 1 Jan 2027, 00:30", "Fri 1 Jan 2027, 01:30")),
    ],
)
def test_moments_of_another_year_say_which(
    clock: time_machine.Traveller, language: str, zone: str, expected: tuple[str, str]
) -> None:
    last = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
    with translation.override(language), timezone.override(zone):
        shown = moment(last), moment(last + timedelta(hours=1))

    assert shown == expected
