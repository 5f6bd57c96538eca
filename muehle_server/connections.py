"""A connection of a client: `uvicorn --http=muehle_server.connections:Connection`.

uvicorn's own waits without end for the head of a request, and for a client that does not read its answer. Here both
have a limit, connections beyond a number are turned away, and what cannot be read as HTTP is refused in the words of
all other refusals.
"""

import asyncio
from http import HTTPStatus
from typing import Any
from uuid import uuid4

import structlog
from django.conf import settings
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from muehle_server import wsgi  # noqa: F401  (sets Django up)

# isort: split
from muehle_server.answer_headers import completed
from muehle_server.hybrid import IS_FULL, MAX_ADDRESS_BYTES, MAX_HEADERS_BYTES
from muehle_server.request_guard import refuse

# Of a connection that is turned away: it gets an answer, but not much time.
FULL_SECONDS = 2.0
# What is read more slowly costs memory for too long.
LEAST_READ_BYTES = 32 * 1024


class Connection(HttpToolsProtocol):
    """uvicorn's, with its limits. How long a body may take is a matter of hybrid.py."""

    _head_timer: asyncio.TimerHandle | None = None
    # Whether some of a head has come, and not all of it.
    _has_begun = False
    _head_bytes = 0
    _reading_timer: asyncio.TimerHandle | None = None
    # The request that is being answered, or was last.
    _answered: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        is_full = len(self.connections) > settings.CONNECTIONS_PER_PROCESS
        self.app_state = {**self.app_state, IS_FULL: is_full}
        self._expect_head(FULL_SECONDS if is_full else settings.REQUEST_SECONDS)

    def data_received(self, data: bytes) -> None:
        if self._head_timer is None and (self.cycle is None or self.cycle.response_complete):
            self._expect_head(settings.REQUEST_SECONDS)
        super().data_received(data)
        if self._has_begun:
            self._head_bytes += len(data)
            if self._head_bytes > MAX_HEADERS_BYTES + MAX_ADDRESS_BYTES:
                self._refuse(HTTPStatus.BAD_REQUEST)

    def on_message_begin(self) -> None:
        self._has_begun, self._head_bytes = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._head_is_there()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_is_there()
        self._is_read()
        # Of several requests that were sent at once uvicorn tells the last one alone, and the others would go on.
        if self._answered is not None:
            self._answered.disconnected = True
            self._answered.message_event.set()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._expect_reading()

    def resume_writing(self) -> None:
        self._is_read()
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """What uvicorn says to what it cannot read."""
        self._refuse(HTTPStatus.BAD_REQUEST)

    def _expect_head(self, seconds: float) -> None:
        self._head_timer = self.loop.call_later(seconds, self._give_up)

    def _head_is_there(self) -> None:
        self._has_begun = False
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _give_up(self) -> None:
        self._head_timer = None
        if self._has_begun:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self.transport.close()

    def _expect_reading(self) -> None:
        most = self.transport.get_write_buffer_size() - LEAST_READ_BYTES
        self._reading_timer = self.loop.call_later(settings.REQUEST_SECONDS, self._look_whether_it_is_read, most)

    def _look_whether_it_is_read(self, most: int) -> None:
        if self.transport.get_write_buffer_size() > most:
            self.transport.abort()
        else:
            self._expect_reading()

    def _is_read(self) -> None:
        if self._reading_timer is not None:
            self._reading_timer.cancel()
            self._reading_timer = None

    def _refuse(self, status: HTTPStatus) -> None:
        if self.transport.is_closing():
            return
        is_known, request_id = self._has_begun, str(uuid4())
        scope = (
            {"path": self.url.decode("latin-1"), "headers": self.headers} if is_known else {"path": "", "headers": []}
        )
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            headers, body = refuse(scope, status)
        headers = [*completed(headers, status), (b"x-request-id", request_id.encode())]
        lines = [b"%s: %s\r\n" % header for header in headers]
        self.transport.write(b"".join([STATUS_LINE[status], *lines, b"\r\n", body]))
        self.transport.close()
