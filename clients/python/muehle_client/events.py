"""Following a log: every event once and in order, however often the line breaks."""

import json
import socket
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Any, Generic, Literal, Self, TypedDict, TypeVar

import httpx

from muehle_client.errors import Refusal
from muehle_client.schema import Game
from muehle_client.transport import (
    CONNECT_SECONDS,
    LATER,
    READ_SECONDS,
    asked_pause,
    given,
    lines_of,
    pauses_of,
    problem_of,
)

NDJSON = "application/x-ndjson"
T = TypeVar("T")


class Ready(TypedDict):
    """The stream is open, and from here on nothing is missed: what was before `after` is to be read once."""

    type: Literal["ready"]
    after: int


class Reset(TypedDict):
    """The server does not know the number that you came with: forget what you know and read again."""

    type: Literal["reset"]
    after: int


class State(TypedDict):
    """How a game stood when its stream began."""

    type: Literal["state"]
    seq: int
    game: Game


class Following(Generic[T]):
    """The lines of a stream, each once and in order; goes on by itself after every break.

    It ends when `close()` is called, from any thread, at the end of a `with`, and after `timeout_seconds` without a
    line. `after` is the number of the last line that was handed out: following goes on from there. Raises Refusal for
    what no patience mends.
    """

    def __init__(self, http: httpx.Client, address: str, *, after: int | None, timeout_seconds: float | None) -> None:
        self.after = after
        self._http, self._address, self._timeout_seconds = http, address, timeout_seconds
        self._stream: httpx.Response | None = None
        self._closed = threading.Event()
        # Held while the stream is opened, closed or put away.
        self._lock = threading.Lock()
        self._lines = self._all()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> T:
        if self._timeout_seconds is None:
            return next(self._lines)
        watch = threading.Timer(self._timeout_seconds, self.close)
        watch.daemon = True
        watch.start()
        try:
            return next(self._lines)
        finally:
            watch.cancel()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End it, also while another thread waits for the next line."""
        with self._lock:
            self._closed.set()
            if self._stream is not None:
                _hang_up(self._stream)
        # Another thread that is in it leaves it by itself.
        with suppress(ValueError):
            self._lines.close()

    def _all(self) -> Generator[T]:
        pauses = pauses_of()
        while not self._closed.is_set():
            pause = None
            try:
                with self._opened() as stream:
                    pause = _require_stream(stream)
                    for event in _events_in(stream) if pause is None else ():
                        if self._closed.is_set():
                            return
                        self.after = event.get("seq", event.get("after", self.after))
                        pauses = pauses_of()
                        yield event
            except httpx.TransportError:
                pass
            self._pause(next(pauses) if pause is None else pause)

    def _pause(self, seconds: float) -> None:
        self._closed.wait(seconds)

    @contextmanager
    def _opened(self) -> Generator[httpx.Response]:
        most = self._timeout_seconds or READ_SECONDS
        timeout = httpx.Timeout(min(READ_SECONDS, most), connect=min(CONNECT_SECONDS, most))
        query, headers = given({"after": self.after}), {"Accept": NDJSON}
        with self._http.stream("GET", self._address, params=query, headers=headers, timeout=timeout) as stream:
            with self._lock:
                self._stream = stream
                if self._closed.is_set():
                    _hang_up(stream)
            try:
                yield stream
            finally:
                with self._lock:
                    self._stream = None


def _events_in(stream: httpx.Response) -> Iterator[Any]:
    """What its lines say; empty ones are signs of life."""
    return (json.loads(line) for line in lines_of(stream) if line.strip())


def _hang_up(stream: httpx.Response) -> None:
    """Break the connection, so that a thread that reads from it does not wait for more."""
    line = stream.extensions.get("network_stream")
    if line is not None:
        with suppress(OSError):
            line.get_extra_info("socket").shutdown(socket.SHUT_RDWR)


def _require_stream(stream: httpx.Response) -> float | None:
    """Seconds to wait where the server asks for patience, None where the stream is open."""
    if not stream.is_error:
        return None
    stream.read()
    if stream.status_code in LATER:
        return asked_pause(stream) or 1.0
    raise Refusal(problem_of(stream))
