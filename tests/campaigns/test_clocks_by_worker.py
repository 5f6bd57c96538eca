"""Clocks kept by a real worker: leave that begins at night, and changes whose request did not get to the clocks."""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from games.core.models.events import Event
from games.core.models.games import Game
from games.play.tasks import keep_clocks
from games.time_off.models import Leave, StaleClocks
from tests.support.playing import fresh
from tests.support.processes import wait_for_worker, worker
from tests.support.servers import wait_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.campaign]

ONE = timedelta(days=1)


@pytest.fixture
def due(game: Game, anna: User) -> Leave:
    """Leave that Anna has planned, and that should have begun this minute."""
    now = timezone.now()
    return Leave.objects.create(user=anna, starts_at=now - timedelta(seconds=1), ends_at=now + 2 * ONE)


def moved() -> list[str]:
    return [event.data["why"] for event in Event.objects.filter(type="deadline_moved")]


def someone_waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        # A transaction keeps what it has seen of the others until it is told not to.
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
        return bool(cursor.fetchone()[0])


def test_a_worker_begins_planned_leave_once(game: Game, due: Leave) -> None:
    before = fresh(game).deadline_at

    with worker():
        keep_clocks.delay()
        keep_clocks.delay()
        wait_for(lambda: fresh(game).deadline_at != before)
        keep_clocks.delay()
        wait_for_worker()
        wait_for(lambda: not StaleClocks.objects.exists())

    assert fresh(game).deadline_at == due.ends_at + 3 * ONE
    assert moved() == ["leave"]
    assert Leave.objects.get().begun_at is not None


def test_clocks_that_a_killed_worker_left_behind_are_kept_by_the_next_one(game: Game, due: Leave) -> None:
    before = fresh(game).deadline_at

    with transaction.atomic():
        Game.objects.select_for_update().get(pk=game.pk)
        with worker() as first:
            keep_clocks.delay()
            wait_for(someone_waits_for_a_lock)
            first.kill()
    left_behind = (fresh(game).deadline_at, StaleClocks.objects.count())
    with worker():
        keep_clocks.delay()
        wait_for(lambda: fresh(game).deadline_at != before)
        wait_for(lambda: not StaleClocks.objects.exists())

    assert left_behind == (before, 1)
    assert moved() == ["leave"]
