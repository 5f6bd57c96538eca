"""Answers that may be long: made and sent piece by piece, at the pace of whoever reads them.

Django's stack says who may have one, as with streams. Each piece is made in one of the readers' threads, with a
connection that is given back before the piece is sent; the next one is made when this one has been read. So a slow
reader holds neither a thread nor a connection nor more than a piece of memory, and who goes away leaves nothing behind.

An answer that cannot be brought to its end, or whose token or session ends before it, is broken off without one: its
client sees that something is missing.
"""

import asyncio
import re
from collections.abc import Mapping
from typing import Any

import structlog
from django.http import HttpResponse, HttpResponseBase

from games.core.pubsub import Topic
from games.streams.hub import Hub, Readers
from games.streams.requests import Stack
from games.streams.serving import Headers, Receive, Send, ends_of, run_until_gone, send_body, send_end
from kit.downloads import SLICE_BYTES, Download

log = structlog.get_logger(__name__)

Scope = Mapping[str, Any]

ADDRESSES = re.compile(
    r"/api/v1/(players/[^/]+/games|records/export)/|/(players/[^/]+|records|preferences/export/[0-9]+)/download/"
    r"|/dumps/[^/]+\.gz"
)


class Downloads:
    """The ASGI application of all addresses that answer with a download."""

    def __init__(self, readers: Readers, *, hub: Hub, ending: asyncio.Event) -> None:
        self._readers = readers
        self._hub = hub
        self._ending = ending
        # One piece at a time: however many are downloading, streams find a thread to read in.
        self._turn = asyncio.Lock()
        self._stack: Stack | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = await self._call(self._answer, scope)
        if not isinstance(answer, Download):
            assert isinstance(answer, HttpResponse)  # noqa: S101  (no other address answers in pieces)
            await send({"type": "http.response.start", "status": answer.status_code, "headers": headers_of(answer)})
            await send({"type": "http.response.body", "body": answer.content})
            return
        try:
            only_head = scope["method"] == "HEAD"
            sending = self._send_all(answer, send, only_head=only_head)
            key = Topic(*answer.key) if answer.key else None
            ends = ends_of(key, hub=self._hub, readers=self._readers, ending=self._ending)
            task = await run_until_gone(sending, receive=receive, ends=ends)
        finally:
            answer.slot.release()
        if not task.cancelled():
            task.result()

    def _answer(self, scope: Scope) -> HttpResponseBase:
        self._stack = self._stack or Stack()
        return self._stack.answer(scope)

    async def _send_all(self, answer: Download, send: Send, *, only_head: bool) -> None:
        await send({"type": "http.response.start", "status": answer.status_code, "headers": headers_of(answer)})
        pieces = iter(answer)
        try:
            while not only_head and (piece := await self._call(next, pieces, None)) is not None:
                for begin in range(0, len(piece), SLICE_BYTES):
                    await send_body(send, piece[begin : begin + SLICE_BYTES])
        except TimeoutError:
            log.info("download_not_read")
            return
        await send_end(send, answer.slot)

    async def _call(self, function: Any, *args: Any) -> Any:
        """Call the function in a thread; if the caller is cancelled, wait until it has ended."""
        async with self._turn:
            calling = asyncio.ensure_future(self._readers.read(function, *args))
            try:
                return await asyncio.shield(calling)
            except asyncio.CancelledError:
                await asyncio.wait({calling})
                if not calling.exception() and isinstance(calling.result(), Download):
                    calling.result().slot.release()
                raise


def headers_of(answer: HttpResponseBase) -> Headers:
    """The headers of Django's answer as ASGI has them, cookies included."""
    headers = [(name.lower().encode("ascii"), value.encode("latin1")) for name, value in answer.items()]
    return headers + [(b"set-cookie", cookie.OutputString().encode("ascii")) for cookie in answer.cookies.values()]
