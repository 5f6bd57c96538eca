"""Two or more at the same instant, with real threads and connections: for tests with `transactional_db`."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from threading import Barrier
from typing import TypeVar

from django.db import connection, connections, transaction
from django.db.models import Model

from kit.errors import Refusal

T = TypeVar("T")
# The pool of connections holds eight; one stays for the test itself.
MOST_THREADS = 7


def at_once(*actions: Callable[[], T]) -> list[T | Refusal]:
    """Do all the actions at once, in a thread each, and return for each its answer or the refusal that it met."""
    assert len(actions) <= MOST_THREADS
    barrier = Barrier(len(actions))

    def start(action: Callable[[], T]) -> T | Refusal:
        connection.ensure_connection()
        barrier.wait(timeout=30)
        return answer_or_refusal(action)

    with ThreadPoolExecutor(len(actions)) as threads:
        futures = [threads.submit(_disconnected_after, partial(start, action)) for action in actions]
        return [future.result(timeout=60) for future in futures]


def answer_or_refusal(action: Callable[[], T]) -> T | Refusal:
    """What the action returns, or the refusal that it raises."""
    try:
        return action()
    except Refusal as refusal:
        return refusal


@contextmanager
def while_locked(
    held: Model, action: Callable[[], T], *, first: Callable[[], object] | None = None
) -> Iterator[Future[T | Refusal]]:
    """Hold a row, of a game for one, start the action in a thread, and run the block when the action waits for the row.

    What is done `first` is done but not committed by then. The row is released after the block; the future has the
    answer then.
    """
    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            type(held)._default_manager.select_for_update().get(pk=held.pk)
            if first:
                first()
            future = threads.submit(_disconnected_after, partial(answer_or_refusal, action))
            _wait_until_it_waits(future)
            yield future
        future.result(timeout=60)


def _disconnected_after(function: Callable[[], T]) -> T:
    try:
        return function()
    finally:
        connections.close_all()


def _wait_until_it_waits(future: Future[T | Refusal]) -> None:
    query = """
        SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE NOT granted AND datname = current_database()
    """
    end = time.perf_counter() + 30
    while time.perf_counter() < end and not future.done():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(query)
            if cursor.fetchone() != (0,):
                return
        time.sleep(0.005)
    raise AssertionError(f"the action does not wait for the row: {future}")
