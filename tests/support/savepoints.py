"""What many tests of a module need is written once, in a transaction around them; each of them rolls back to it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django.core.cache import cache
from django.db import transaction

Built = TypeVar("Built")


@contextmanager
def kept_for_a_module(blocker: Any, build: Callable[[], Built]) -> Iterator[Built]:
    """Build in a transaction that is rolled back at the end; for fixtures of a module, whose tests must not commit."""
    around = transaction.atomic()
    with blocker.unblock():
        around.__enter__()
        try:
            built = build()
        except BaseException:
            _undo(around)
            raise
    yield built
    with blocker.unblock():
        _undo(around)


@contextmanager
def rolled_back() -> Iterator[None]:
    """Take back what the block writes and counts, so that a test can try one thing after another on the same data."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    cache.clear()


def _undo(around: transaction.Atomic) -> None:
    transaction.set_rollback(True)
    around.__exit__(None, None, None)
