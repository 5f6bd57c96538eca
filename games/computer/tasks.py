"""Tasks that play for computers, in a queue and with a worker of their own, so that nothing else waits for them."""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Lock

import structlog
from celery import shared_task

from kit import periodic
from kit.periodic import periodic_task, work_off

log = structlog.get_logger(__name__)

QUEUE = "computer"
# Where no worker takes them, no more messages than this pile up by the sweep.
MOST_MESSAGES = 10


@shared_task
def play_for_computers() -> None:
    """Answer in all games in which a computer is to answer now."""
    # Imported late: a web process that only wakes the worker has no use for the engine.
    from games.computer import playing

    if work_off(playing.play_next):
        _send()


@periodic_task(every=2.0)
def look_for_computers() -> None:
    """Find games in which a computer is to answer and no worker is at it: those that answer later, and those whose
    message or worker was lost."""
    from games.computer import turns

    if not turns.is_any_due():
        return
    if look_for_computers.request.is_eager:
        # The fallback beat has no broker: it plays itself.
        play_for_computers()
    elif periodic.waiting(QUEUE) < MOST_MESSAGES:
        _send()


@periodic_task(every=5.0)
def keep_exhibition() -> None:
    """Begin the next game between two computers, and let a move follow soon if somebody watches."""
    from games.computer import exhibition

    exhibition.keep()


def wake() -> None:
    """Ask for a look at once, without waiting for the broker; a request that is lost costs a moment only."""
    if _asked.acquire(blocking=False):
        _sender().submit(_send_and_forget)


def _send_and_forget() -> None:
    _asked.release()
    try:
        _send()
    except Exception as error:
        log.warning("computer_not_woken", error=str(error))


def _send() -> None:
    periodic.send(play_for_computers, QUEUE)


# Held while a request waits for the thread: more of them would ask for the same.
_asked = Lock()


@cache
def _sender() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="computer-wake")


def _after_fork() -> None:
    """A thread is not copied with its process."""
    global _asked
    _asked = Lock()
    _sender.cache_clear()


os.register_at_fork(after_in_child=_after_fork)
