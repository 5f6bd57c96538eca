"""Periodic tasks of all apps: how they are declared, and how they work off a queue in bounded time."""

import time
from collections.abc import Callable
from typing import Any, cast

import structlog
from celery import Celery, Task, current_app, shared_task

log = structlog.get_logger(__name__)

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
    """Ask for another run at once; one that finds no worker in time is dropped, for the beat asks as well.

    The fallback beat, which runs tasks without the broker, comes back by itself.
    """
    if not task.request.is_eager:
        task.apply_async(expires=EXPIRES_SECONDS)


def send(task: "Task[[], None]", queue: str) -> None:
    """Send a task to a queue once; raises an error of the broker. For what has been committed and is in a row, so
    that a lost message costs time only: state is never in the queue."""
    task.apply_async(queue=queue, expires=EXPIRES_SECONDS, retry=False)


def tasks(app: Celery) -> "dict[str, Task[[], None]]":
    """The periodic tasks of all apps, by name."""
    app.loader.import_default_modules()
    return {name: task for name, task in app.tasks.items() if hasattr(task, "every")}


def seconds_between(task: "Task[[], None]") -> float:
    """The interval that the task was declared with."""
    return float(cast("Any", task).every)


def is_broker_answering() -> bool:
    """Whether it does so soon."""
    try:
        waiting()
    except Exception as error:
        log.warning("broker_silent", error=str(error))
        return False
    return True


def waiting(queue: str = "") -> int:
    """How many tasks of the usual queue, or another one, no worker has taken yet. Raises an error soon if the broker
    does not answer."""
    timeouts = {"socket_timeout": 1, "socket_connect_timeout": 1, "max_retries": 0}
    with current_app.connection_for_read(transport_options=timeouts, connect_timeout=1) as connection:
        channel: Any = connection.default_channel
        return int(channel.queue_declare(queue or current_app.conf.task_default_queue).message_count)
