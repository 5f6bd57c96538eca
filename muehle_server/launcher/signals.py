"""How the launcher itself is asked to end: Ctrl-C, or SIGTERM from a supervisor or a closing terminal."""

import contextlib
import signal
from types import FrameType


class Ended(BaseException):
    """Raised in the main thread by SIGTERM and SIGHUP, so that every `finally` is reached."""


def end_on_signals() -> None:
    """From now on SIGTERM and SIGHUP unwind the launcher as Ctrl-C does."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _raise)


def wait_for_end() -> None:
    """Return on Ctrl-C, SIGTERM or SIGHUP."""
    with contextlib.suppress(KeyboardInterrupt, Ended):
        while True:
            signal.pause()


def _raise(number: int, _frame: FrameType | None) -> None:
    raise Ended(number)
