"""Which tasks the fallback beat runs, and when it does not; tests/campaigns/test_redis_away.py has real workers."""

from collections.abc import Callable, Iterator
from threading import Event
from typing import Any, cast

import pytest
from celery import Celery, Task
from django.db.models.functions import Now

from accounts import fallback_beat
from accounts.fallback_beat import FallbackBeat
from accounts.models import Leadership
from kit import periodic
from muehle_server.celery import app as project
from tests.support.servers import wait_for

pytestmark = pytest.mark.django_db(transaction=True)

ENOUGH_SECONDS = 60.0


def declared(name: str, function: Callable[[], None], *, every: float) -> "Task[[], None]":
    """A periodic task of an app of its own."""
    declare: Any = Celery(set_as_current=False).task
    return cast("Task[[], None]", declare(function, name=name, every=every, shared=False))


class Work:
    """A periodic task that counts its runs and may be held up."""

    def __init__(self, *, every: float) -> None:
        self.runs = 0
        self.may_end = Event()
        self.may_end.set()
        self.task = declared("work", self._run, every=every)

    def _run(self) -> None:
        self.runs += 1
        self.may_end.wait(ENOUGH_SECONDS)


@pytest.fixture
def beats() -> Iterator[list[FallbackBeat]]:
    """Those made in a test, to be closed."""
    made: list[FallbackBeat] = []
    yield made
    for beat in made:
        beat.close()


def started(beats: list[FallbackBeat], work: Work) -> FallbackBeat:
    beats.append(FallbackBeat({"work": work.task}))
    return beats[-1]


def step(beat: FallbackBeat) -> None:
    beat.step()
    beat.wait(ENOUGH_SECONDS)


def let_the_lease_expire() -> None:
    Leadership.objects.update(expires_at=Now())


def test_a_task_runs_at_its_interval(beats: list[FallbackBeat]) -> None:
    often, rarely = Work(every=0.0), Work(every=3600.0)

    for work in (often, rarely):
        beat = started(beats, work)
        step(beat)
        step(beat)
        beat.close()

    assert (often.runs, rarely.runs) == (2, 1)


def test_of_two_one_works(beats: list[FallbackBeat]) -> None:
    works = [Work(every=0.0), Work(every=0.0)]
    first, second = (started(beats, work) for work in works)

    for beat in (first, second, first, second):
        step(beat)

    assert [work.runs for work in works] == [2, 0]


def test_when_one_has_ended_the_other_works(beats: list[FallbackBeat]) -> None:
    works = [Work(every=0.0), Work(every=0.0)]
    first, second = (started(beats, work) for work in works)
    step(first)

    first.close()
    step(second)

    assert [work.runs for work in works] == [1, 1]


def test_one_that_hung_beyond_its_lease_does_nothing_when_it_wakes(beats: list[FallbackBeat]) -> None:
    works = [Work(every=0.0), Work(every=0.0)]
    hung, other = (started(beats, work) for work in works)
    step(hung)
    let_the_lease_expire()
    step(other)

    step(hung)

    assert [work.runs for work in works] == [1, 1]


def test_a_run_that_has_not_begun_when_the_lease_ends_is_dropped(
    beats: list[FallbackBeat], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fallback_beat, "THREADS", 1)
    slow, late = Work(every=0.0), Work(every=0.0)
    slow.may_end.clear()
    beats.append(FallbackBeat({"slow": slow.task, "late": late.task}))
    beats[0].step()
    wait_for(lambda: slow.runs)
    let_the_lease_expire()

    slow.may_end.set()
    beats[0].wait(ENOUGH_SECONDS)

    assert (slow.runs, late.runs) == (1, 0)


def test_a_task_that_still_runs_is_not_started_again(beats: list[FallbackBeat]) -> None:
    work = Work(every=0.0)
    work.may_end.clear()
    beat = started(beats, work)

    for _step in range(3):
        beat.step()
    work.may_end.set()
    beat.wait(ENOUGH_SECONDS)

    assert work.runs == 1


def test_a_task_that_fails_does_not_stop_the_others(beats: list[FallbackBeat]) -> None:
    def fail() -> None:
        raise ValueError

    failing = declared("failing", fail, every=0.0)
    work = Work(every=0.0)
    beats.append(FallbackBeat({"failing": failing, "work": work.task}))

    step(beats[0])
    step(beats[0])

    assert work.runs == 2


def test_what_is_asked_for_again_does_not_need_the_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    task = periodic.tasks(project)["games.play.tasks.settle_overdue_games"]
    monkeypatch.setattr(task, "apply_async", lambda **_options: asked.append(task.name))
    monkeypatch.setattr("games.play.tasks.work_off", lambda _step: True)

    task.apply()
    assert asked == []

    task()
    assert asked == [task.name]


def test_all_periodic_tasks_are_known_with_their_intervals() -> None:
    found = {name: periodic.seconds_between(task) for name, task in periodic.tasks(project).items()}

    assert found["games.play.tasks.settle_overdue_games"] == 10
    assert found["games.notifications.tasks.deliver_notifications"] == 5
    assert len(found) > 10
