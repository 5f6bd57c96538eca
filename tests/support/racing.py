"""Two or more at the same instant, with real threads and connections: for tests with `transactional_db`."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from threading import Barrier
from typing import TypeVar

from django.db import connection, connections, transaction

from games.core.errors import Refusal
from games.core.models.games import Game

T = TypeVar("T")
# The pool of connections holds eight; one stays for the test itself.
MOST_THREADS = 7


def at_once(*deeds: Callable[[], T]) -> list[T | Refusal]:
    """Do all the deeds at once, in a thread each, and return for each its answer or the refusal that it met."""
    assert len(deeds) <= MOST_THREADS
    barrier = Barrier(len(deeds))

    def start(deed: Callable[[], T]) -> T | Refusal:
        connection.ensure_connection()
        barrier.wait(timeout=30)
        return answer_or_refusal(deed)

    with ThreadPoolExecutor(len(deeds)) as threads:
        futures = [threads.submit(_disconnected_after, partial(start, deed)) for deed in deeds]
        return [future.result(timeout=60) for future in futures]


def answer_or_refusal(deed: Callable[[], T]) -> T | Refusal:
    """What the deed returns, or the refusal that it raises."""
    try:
        return deed()
    except Refusal as refusal:
        return refusal


@contextmanager
def while_locked(
    game: Game, deed: Callable[[], T], *, first: Callable[[], object] | None = None
) -> Iterator[Future[T | Refusal]]:
    """Hold the game's row, start the deed in a thread, and run the block when the deed waits for the row.

    What is done `first` is done but not committed by then. The row is released after the block; the future has the
    answer then.
    """
    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            Game.objects.select_for_update().get(number=game.number)
            if first:
                first()
            future = threads.submit(_disconnected_after, partial(answer_or_refusal, deed))
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
    raise AssertionError(f"the deed does not wait for the game's row: {future}")
