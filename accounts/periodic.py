"""Periodic tasks of all apps: how they are declared, and how they work off a queue in bounded time."""

import time
from collections.abc import Callable
from typing import Any, cast

from celery import Task, shared_task

# Well below the soft time limit; what is left then is asked for anew, so that other tasks have their turn.
SECONDS_A_RUN = 30.0
EXPIRES_SECONDS = 10


def periodic_task(*, every: float, **options: Any) -> Callable[[Callable[[], None]], "Task[[], None]"]:
    """A decorator for tasks that the beat asks for every so many seconds; `options` are those of Celery's tasks."""
    declare = cast("Callable[..., Any]", shared_task)
    return cast("Callable[[Callable[[], None]], Task[[], None]]", declare(every=every, **options))


def work_off(step: Callable[[], int]) -> bool:
    """Repeat a step until it finds nothing to do; True where the time was up first."""
    end = time.monotonic() + SECONDS_A_RUN
    while time.monotonic() < end:
        if step() == 0:
            return False
    return True


def run_again(task: "Task[[], None]") -> None:
    """Ask for another run at once; one that finds no worker in time is dropped, for the beat asks as well."""
    task.apply_async(expires=EXPIRES_SECONDS)
