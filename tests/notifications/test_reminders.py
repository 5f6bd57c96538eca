"""Reminders of deadlines: when, to whom, and never twice."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.engine.clock import DaysPerMove
from games.models import Event, Game, Reminder
from games.models.terms import Agreement
from games.notifications.reminders import remind
from games.selectors import events_of_game
from games.transitions import resign
from tests.conftest import NOON
from tests.domain.playing import play
from tests.domain.racing import at_once

Begin = Callable[..., Game]


def reminded() -> list[tuple[str, int]]:
    """Every reminder in the log: its kind, and the half-moves played."""
    rows = Event.objects.filter(type="deadline_near").order_by("id")
    return [(event.data["kind"], event.data["ply"]) for event in rows]


@pytest.mark.parametrize(
    ("days", "hours_left", "kinds"),
    [
        (3, 24.1, []),
        (3, 24, ["day"]),
        (3, 18.1, ["day"]),
        (3, 18, ["quarter"]),
        (7, 42.1, []),
        (7, 42, ["quarter"]),
        (7, 24, ["quarter"]),
        (1, 6.1, []),
        (1, 6, ["quarter"]),
        (4, 24, ["quarter"]),
    ],
)
def test_a_reminder_comes_when_a_quarter_of_the_time_is_left_and_when_a_day_is(
    clock: time_machine.Traveller, begin: Begin, days: int, hours_left: float, kinds: list[str]
) -> None:
    begin(Agreement(clock=DaysPerMove(days)))
    clock.move_to(NOON + timedelta(days=days) - timedelta(hours=hours_left))

    remind()

    assert [kind for kind, _ply in reminded()] == kinds


def test_each_kind_comes_once_for_each_half_move(clock: time_machine.Traveller, game: Game) -> None:
    for hours in (48, 50, 54, 60, 71):
        clock.move_to(NOON + timedelta(hours=hours))
        remind()
        remind()
    play(game, "d6")
    clock.shift(timedelta(hours=48))
    remind()

    assert reminded() == [("day", 0), ("quarter", 0), ("day", 1)]


def test_after_an_outage_one_word_speaks_for_both_kinds(clock: time_machine.Traveller, game: Game) -> None:
    clock.move_to(NOON + timedelta(hours=70))

    counts = remind(), remind()

    assert counts == (1, 0)
    assert reminded() == [("quarter", 0)]
    assert set(Reminder.objects.values_list("kind", flat=True)) == {"quarter", "day"}


def test_nobody_is_reminded_of_what_is_over(clock: time_machine.Traveller, begin: Begin, bert: User) -> None:
    lost, ended = begin(), begin()
    resign(ended.number, bert)
    clock.move_to(NOON + timedelta(days=3, seconds=1))

    assert remind() == 0
    assert lost.reminders.count() == 0


def test_only_the_player_on_move_hears_of_it_and_no_log_of_a_game_shows_it(
    clock: time_machine.Traveller, game: Game, anna: User
) -> None:
    clock.move_to(NOON + timedelta(hours=60))
    remind()

    event = Event.objects.get(type="deadline_near")
    assert [row.user_id for row in event.user_events.all()] == [anna.pk]
    assert event not in events_of_game(game, anna.pk)


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_remind_once(begin: Begin) -> None:
    for _game in range(10):
        begin()
    then = Game.objects.latest("number").started_at + timedelta(hours=60)

    counts = at_once(*[lambda: remind(now=then)] * 4, lambda: remind(limit=3, now=then))
    while remind(now=then):
        pass

    assert sum(int(str(count)) for count in counts) <= 10
    assert reminded() == [("quarter", 0)] * 10
