"""The raw ASGI endpoints: which requests are their own, and for both logs from the question to the last byte.

Their own are those that last: streams, pages that are waited for, and downloads. The API answers the others.
"""

import asyncio
import re
import signal
import threading
from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property
from types import FrameType
from typing import Any

from django.http import HttpResponse, QueryDict

from games.streams.downloads import ADDRESSES, Downloads, headers_of
from games.streams.framing import wanted_format
from games.streams.hub import Hub, Readers, latest
from games.streams.requests import GameStreamView, Stack, StreamOpened, UserStreamView, View, opened
from games.streams.serving import Headers, Receive, Send, Stream, nothing_more, send_end, serve, wait_for_news
from kit.monitoring import note_route

Scope = Mapping[str, Any]
Application = Callable[[Any, Any, Any], Awaitable[None]]

_USER = re.compile(r"/api/v1/events/")
_GAME = re.compile(r"/api/v1/games/(?P<number>[0-9]{1,18})/events/")


class Streams:
    """All streams of a process, with their `threads` for reading and their one line to Redis.

    `pages` is the application that answers a page of a log, once it has been waited for.
    """

    def __init__(self, *, threads: int, pages: Application) -> None:
        self.pages = pages
        self.readers = Readers(threads=threads)
        self.hub = Hub(self.readers, latest=latest)
        self.ending = asyncio.Event()
        self._hears_the_end = False
        self._downloads = Downloads(self.readers, hub=self.hub, ending=self.ending)
        self._user_view: View = UserStreamView.as_view()
        self._game_view: View = GameStreamView.as_view()

    @cached_property
    def _stack(self) -> Stack:
        return Stack()

    def stream_for(self, scope: Scope) -> "StreamApplication | None":
        """The application for a request of a stream or a long poll; None for every other request."""
        view, route, arguments = self._user_view, "api/v1/events/", {}
        if not _USER.fullmatch(scope["path"]):
            if not (match := _GAME.fullmatch(scope["path"])):
                return None
            view, route = self._game_view, "api/v1/games/<int:number>/events/"
            arguments = {"number": int(match["number"])}
        is_stream = wanted_format(_accept(scope)) is not None
        # Who asks for the head of a page does not wait for it.
        if not (is_stream and scope["method"] in ("GET", "HEAD")) and not (scope["method"] == "GET" and _waits(scope)):
            return None
        note_route(scope, f"{route} {'(stream)' if is_stream else '(wait)'}")
        return StreamApplication(self, view, arguments, is_stream=is_stream)

    def download_for(self, scope: Scope) -> "Application | None":
        """The application for a request that is answered piece by piece; None for every other request."""
        if scope["method"] not in ("GET", "HEAD") or not ADDRESSES.fullmatch(scope["path"]):
            return None
        self.listen_for_the_end()
        return self._downloads

    def listen_for_the_end(self) -> None:
        """From the first stream on, end all of them when the process is told to end."""
        if not self._hears_the_end:
            self._hears_the_end = True
            when_told_to_end(self.ending.set)

    async def open(self, scope: Scope, view: View, arguments: Mapping[str, Any]) -> StreamOpened | HttpResponse:
        """What Django says to the request."""
        asking = asyncio.ensure_future(self.readers.read(opened, self._stack, scope, view, arguments))
        try:
            return await asyncio.shield(asking)
        except asyncio.CancelledError:
            # The thread goes on and may take a place, which nobody would give back.
            asking.add_done_callback(_release)
            raise

    async def aclose(self) -> None:
        """The farewell: no more announcements, no more reads."""
        await self.hub.aclose()
        self.readers.close()


class StreamApplication:
    """An ASGI application for one request, of a stream or of a page that is waited for."""

    def __init__(self, streams: Streams, view: View, arguments: Mapping[str, Any], *, is_stream: bool) -> None:
        self._streams = streams
        self._view = view
        self._arguments = arguments
        self._is_stream = is_stream

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = await self._streams.open(scope, self._view, self._arguments)
        headers = headers_of(answer)
        if isinstance(answer, HttpResponse):
            await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
            await send({"type": "http.response.body", "body": answer.content})
            return
        self._streams.listen_for_the_end()
        try:
            if scope["method"] == "HEAD":
                await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
                await send_end(send, answer.stream.slot)
            elif self._is_stream:
                await self._stream(answer.stream, headers, receive, send)
            else:
                await self._poll(answer, scope, receive, send)
        finally:
            answer.stream.slot.release()

    async def _stream(self, stream: Stream, headers: Headers, receive: Receive, send: Send) -> None:
        hub, readers, ending = self._streams.hub, self._streams.readers, self._streams.ending
        await serve(stream, headers=headers, hub=hub, readers=readers, ending=ending, receive=receive, send=send)

    async def _poll(self, opened: StreamOpened, scope: Scope, receive: Receive, send: Send) -> None:
        is_there = await wait_for_news(
            opened.stream,
            seconds=opened.wait_seconds,
            hub=self._streams.hub,
            readers=self._streams.readers,
            ending=self._streams.ending,
            receive=receive,
        )
        # Before the answer: who has it asks again at once, and must not find the place taken by themselves.
        opened.stream.slot.release()
        if is_there:
            await self._streams.pages(scope, nothing_more, send)


def _accept(scope: Scope) -> str:
    return ",".join(value.decode("latin1") for name, value in scope["headers"] if name == b"accept")


def _waits(scope: Scope) -> bool:
    return QueryDict(scope["query_string"]).get("wait", "0") != "0"


def _release(asking: "asyncio.Future[StreamOpened | HttpResponse]") -> None:
    if asking.cancelled() or asking.exception() is not None:
        return
    answer = asking.result()
    if isinstance(answer, StreamOpened):
        answer.stream.slot.release()


# --- The end of the process -------------------------------------------------------------------------------------------
# A web server waits for open requests before it ends, and streams never end: it would wait out its patience at every
# restart, and then complain of each of them.


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
