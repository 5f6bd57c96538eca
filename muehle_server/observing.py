"""The outermost layer of the web entry: gives every request an id, completes the headers of its answer, and
counts and times it by its route.

Its time ends where the answer begins, so that a stream counts as soon as it has been opened. The route is the URL
pattern, which is noted by whoever resolves the address (`monitoring.note_route`). Requests without one share a label.
"""

import asyncio
import re
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from http import HTTPStatus
from time import perf_counter
from uuid import uuid4

import structlog
from django.conf import settings
from prometheus_client import Counter, Histogram

from kit import monitoring
from muehle_server.answer_headers import completed
from muehle_server.hybrid import Application, Header, Message, Receive, Scope, Send
from muehle_server.logging import request_id

HEADER = b"x-request-id"
WELL_FORMED = re.compile(rb"[A-Za-z0-9._-]{8,64}")
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
NO_ROUTE, STATIC = "(none)", "(static)"
SAMPLED_EVERY_SECONDS = 2.0

REQUESTS = Counter(
    "muehle_requests", "Requests that were answered.", ["route", "method", "status"], registry=monitoring.PROCESS
)
SECONDS = Histogram(
    "muehle_request_seconds",
    "Time until the answer began.",
    ["route", "method"],
    # A scrape reads all of them for each route and process.
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
    registry=monitoring.PROCESS,
)


class Observed:
    """The ASGI application around all others."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._is_counting = bool(settings.METRICS_TOKEN)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._answer(scope, receive, send)
        elif scope["type"] == "lifespan" and self._is_counting:
            await self._live(scope, receive, send)
        else:
            await self._application(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = perf_counter()
        header = (HEADER, id_of(scope["headers"]))
        request_id.set(header[1].decode())
        structlog.contextvars.bind_contextvars(request_id=request_id.get())
        routes: list[str] = []
        headers = [each for each in scope["headers"] if each[0] != HEADER]
        scope = {**scope, "headers": [*headers, header], monitoring.ROUTES: routes}
        has_begun = False

        async def send_with_id(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                message["headers"] = [*completed(message["headers"], message["status"]), header]
                if self._is_counting:
                    _count(scope, routes, message["status"], perf_counter() - began)
            await send(message)

        try:
            await self._application(scope, receive, send_with_id)
        except Exception:
            if not has_begun:
                await _send_failure(send_with_id)
            raise

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        sampling = asyncio.create_task(_sample())
        try:
            await self._application(scope, receive, send)
        finally:
            sampling.cancel()
            with suppress(asyncio.CancelledError):
                await sampling


def id_of(headers: Iterable[Header]) -> bytes:
    """That of a proxy, where it is trusted with it; otherwise a new one."""
    if settings.TRUST_REQUEST_ID:
        for name, value in headers:
            if name == HEADER and WELL_FORMED.fullmatch(value):
                return value
    return str(uuid4()).encode()


def _count(scope: Scope, routes: list[str], status: int, seconds: float) -> None:
    if routes:
        route = routes[0]
    else:
        route = (
            STATIC if status < HTTPStatus.BAD_REQUEST and scope["path"].startswith(settings.STATIC_URL) else NO_ROUTE
        )
    method = scope["method"] if scope["method"] in METHODS else "other"
    requests, histogram = _series(route, method, status)
    requests.inc()
    histogram.observe(seconds)


@cache
def _series(route: str, method: str, status: int) -> tuple[Counter, Histogram]:
    return REQUESTS.labels(route, method, str(status)), SECONDS.labels(route, method)


async def _send_failure(send: Send) -> None:
    body = HTTPStatus.INTERNAL_SERVER_ERROR.phrase.encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 500, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _sample() -> None:
    while True:
        monitoring.sample_process()
        await asyncio.sleep(SAMPLED_EVERY_SECONDS)
