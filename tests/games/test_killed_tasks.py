"""A worker that is killed at any statement of a task that concerns time: the next one makes up for it, once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
import time_machine
from django.db import DatabaseError, connection, transaction

from accounts.models import User
from games.core.models.events import Event, UserEvent
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.models import DeadlineNotification
from games.play.tasks import keep_clocks, notify_of_deadlines, settle_overdue_games
from games.time_off.leave import take_leave
from games.time_off.models import Leave, StaleClocks
from games.time_off.tasks import notify_of_leave_ends
from muehle.clocks.days_per_move import DaysPerMove
from tests.conftest import NOON

pytestmark = pytest.mark.casual

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
State = list[Any]


class KilledError(DatabaseError):
    """The process is gone: what it has not committed is rolled back, and nothing follows."""


def work() -> None:
    """One round of the worker."""
    for task in (settle_overdue_games, keep_clocks, notify_of_deadlines, notify_of_leave_ends):
        task()


@contextmanager
def killed_at(number: int) -> Iterator[None]:
    """Let no statement begin from this one on. Each transaction is a savepoint here: its end is a statement as well."""
    numbers = count(1)

    def execute(run: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if next(numbers) == number:
            raise KilledError
        return run(sql, *rest)

    with connection.execute_wrapper(execute):
        yield


def survives(number: int) -> bool:
    try:
        with killed_at(number):
            work()
    except KilledError:
        # Marked by a statement that would have been a transaction of its own, and was not begun.
        transaction.set_rollback(False)
        return False
    return True


def stored() -> State:
    """All that the tasks write, without the numbers of rows."""
    states = [
        Game.objects.order_by("number").values_list(
            "number", "status", "termination", "deadline_at", "grace_until", "deadline_notification_at"
        ),
        Leave.objects.values_list("user", "game", "starts_at", "ends_at", "begun_at", "end_told_at"),
        DeadlineNotification.objects.values_list("game", "ply", "kind", "deadline_at"),
        StaleClocks.objects.values_list("user"),
        Event.objects.values_list("game", "type", "data"),
        UserEvent.objects.values_list("user", "seq", "event__type", "event__game"),
    ]
    return [sorted(map(repr, rows)) for rows in states]


@pytest.fixture
def due(clock: time_machine.Traveller, begin: Callable[..., Game], person: Callable[..., User]) -> None:
    """Something for each task: planned leave, an emergency day, a game lost, one to claim, a deadline that is near."""
    players = {name: person(name) for name in ("saved", "late", "away", "near", "opponent")}
    User.objects.filter(pk=players["saved"].pk).update(emergency_day=True, date_joined=NOON - 400 * DAY)
    opponent = players["opponent"]
    for white in (players["saved"], players["saved"], players["late"], players["away"]):
        begin(white=white, black=opponent)
    begin(Agreement(timeout="claim"), white=players["late"], black=opponent)
    for white in (players["near"], players["away"]):
        begin(Agreement(clock=DaysPerMove(4)), white=white, black=opponent)
    take_leave(players["away"], starts_at=NOON + DAY, ends_at=NOON + 4 * DAY)
    clock.move_to(NOON + 3 * DAY + HOUR)


def test_whatever_a_worker_was_doing_when_it_was_killed_is_done_once(due: None) -> None:
    with transaction.atomic():
        work()
        undisturbed = stored()
        effects = {
            "emergency day": Leave.objects.filter(game__isnull=False).exists(),
            "lost": Game.objects.filter(termination="timeout").exists(),
            "to be claimed": Game.objects.filter(grace_until__isnull=False).exists(),
            "leave begun": Leave.objects.filter(game=None, begun_at__isnull=False).exists(),
            "leave ends": Event.objects.filter(type="leave_ends").exists(),
            "deadline near": DeadlineNotification.objects.exists(),
        }
        transaction.set_rollback(True)
    assert [name for name, is_there in effects.items() if not is_there] == []

    for number in count(1):
        with transaction.atomic():
            if survives(number):
                break
            work()
            found = stored()
            transaction.set_rollback(True)
        assert found == undisturbed, number

    assert number > 50
