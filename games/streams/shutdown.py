"""The end of the process, heard in time for its streams to end by themselves.

A web server waits for open requests before it ends, and streams never end: it would wait out its patience at every
restart, and then complain of each of them.
"""

import asyncio
import signal
import threading
from collections.abc import Callable
from types import FrameType


def when_told_to_end(callback: Callable[[], None]) -> None:
    """Call back in the running loop on SIGTERM and SIGINT; other handlers are called as before."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        _listen(number, lambda: loop.call_soon_threadsafe(callback))


def _listen(number: signal.Signals, callback: Callable[[], object]) -> None:
    previous = signal.getsignal(number)

    def handle(received: int, frame: FrameType | None) -> None:
        callback()
        if callable(previous):
            previous(received, frame)

    signal.signal(number, handle)
