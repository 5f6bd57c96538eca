"""How the launcher itself is asked to end: Ctrl-C, or SIGTERM from a supervisor or a closing terminal."""

import contextlib
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Ended(BaseException):
    """Raised in the main thread by SIGTERM and SIGHUP, so that every `finally` is reached."""


def end_on_signals() -> None:
    """From now on SIGTERM and SIGHUP unwind the launcher as Ctrl-C does."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _raise)
    # A shell that starts a job in the background makes it ignore Ctrl-C; a later SIGINT must end it.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def counted() -> Iterator[Callable[[], int]]:
    """Inside, the signals raise nothing; the yielded function answers how many have come."""
    received: list[int] = []
    before = {number: signal.signal(number, lambda got, _frame: received.append(got)) for number in ENDING}
    try:
        yield lambda: len(received)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def wait_for_end() -> None:
    """Return on Ctrl-C, SIGTERM or SIGHUP."""
    with contextlib.suppress(KeyboardInterrupt, Ended):
        while True:
            signal.pause()


def _raise(number: int, _frame: FrameType | None) -> None:
    raise Ended(number)
