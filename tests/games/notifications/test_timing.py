"""When a notification goes out, in the player's own time, over quiet hours and changes of the clocks."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from games.core.models.events import Event
from games.core.models.games import Game
from games.notifications.models import Delivery, NotificationSettings
from games.notifications.timing import goes_out_at, is_gathering

EMAIL = Delivery.Channel.EMAIL


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"2026-{text}+00:00")


def goes_out(
    now: str, *, happened: str = "", event_type: str = "game_finished", deadline: str = "", **wishes: object
) -> datetime:
    """When something goes out to somebody in Berlin, who has these wishes."""
    game = Game(deadline_at=at(deadline) if deadline else None)
    event = Event(type=event_type, game=game, created_at=at(happened or now))
    row = NotificationSettings(**wishes)
    return goes_out_at(event, User(time_zone="Europe/Berlin"), row, EMAIL, now=at(now)).astimezone(UTC)


def test_without_wishes_everything_goes_out_at_once() -> None:
    assert goes_out("03-02T12:00") == at("03-02T12:00")


@pytest.mark.parametrize(
    ("pace", "happened", "expected"),
    [
        ("hourly", "03-02T12:00", "03-02T13:00"),
        ("hourly", "03-02T12:59", "03-02T13:00"),
        ("daily", "03-02T06:59", "03-02T07:00"),
        ("daily", "03-02T07:00", "03-03T07:00"),
        # The clocks go forward on 29 March: eight in the morning is an hour earlier then.
        ("daily", "03-28T07:30", "03-29T06:00"),
    ],
)
def test_gathered_news_go_out_at_the_full_hour_and_at_the_players_own(pace: str, happened: str, expected: str) -> None:
    assert goes_out(happened, pace=pace) == at(expected)


def test_what_was_to_go_out_goes_out_when_its_time_has_come() -> None:
    assert goes_out("03-03T07:00", happened="03-02T07:00", pace="daily") == at("03-03T07:00")


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("03-02T20:59", "03-02T20:59"),
        ("03-02T21:00", "03-03T06:00"),
        ("03-03T03:00", "03-03T06:00"),
        ("03-03T06:00", "03-03T06:00"),
    ],
)
def test_in_quiet_hours_nothing_goes_out(now: str, expected: str) -> None:
    assert goes_out(now, quiet_from=22, quiet_until=7) == at(expected)


def test_quiet_hours_from_an_hour_to_the_same_are_none() -> None:
    assert goes_out("03-02T21:00", quiet_from=22, quiet_until=22) == at("03-02T21:00")
    assert not is_gathering(NotificationSettings(quiet_from=22, quiet_until=22))


@pytest.mark.parametrize(
    ("deadline", "expected"),
    [("03-03T09:00", "03-03T06:00"), ("03-03T08:59", "03-02T22:00"), ("03-02T23:00", "03-02T22:00")],
)
def test_a_deadline_breaks_the_quiet_where_the_morning_would_be_too_late(deadline: str, expected: str) -> None:
    moment = goes_out("03-02T22:00", event_type="deadline_near", deadline=deadline, quiet_from=22, quiet_until=7)

    assert moment == at(expected)


def test_a_reminder_is_not_gathered_and_a_move_is() -> None:
    later = at("03-02T12:00") + timedelta(days=3)
    deadline = later.strftime("%m-%dT%H:%M")

    reminder = goes_out("03-02T12:00", event_type="deadline_near", deadline=deadline, pace="daily")
    move = goes_out("03-02T12:00", event_type="move_played", deadline=deadline, pace="daily")

    assert (reminder, move) == (at("03-02T12:00"), at("03-03T07:00"))
