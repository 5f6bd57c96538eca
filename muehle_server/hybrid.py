"""The web entry: Django as WSGI in a fixed pool of threads, raw ASGI endpoints beside it, on one port.

Four times the throughput of Django's own ASGI handler, and an open stream costs no thread (docs/dependencies.md).
A request reaches Django only with its whole body in memory: slow senders hold no thread, and nothing truncated
is ever taken for a whole. A body has to come in time. Not for anything that depends on the path, the user or the
database; how a refusal is worded is that of request_guard.py.
"""

import asyncio
import codecs
from collections.abc import Awaitable, Callable, Iterable, MutableMapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from django.utils.http import parse_header_parameters

Header = tuple[bytes, bytes]
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
# An ASGI application; other packages have their own types for it.
ForeignApplication = Callable[[Any, Any, Any], Awaitable[None]]
# Answers with the application for a scope, or with None where the scope is not its own.
Endpoint = Callable[[Scope], Application | None]
# Words a refusal with a status: its headers, which end the connection, and its body.
Refuse = Callable[[Scope, HTTPStatus], tuple[Sequence[Header], bytes]]

MAX_BODY_BYTES = 1024 * 1024
# Of path and query. Answers repeat them in links, and common proxies take no more.
MAX_ADDRESS_BYTES = 8000
# Read and thrown away before a refusal, for a client that is still sending may never read the answer.
MAX_DRAINED_BYTES = 16 * MAX_BODY_BYTES
LONGEST_LENGTH = 19
# Names and values.
MAX_HEADERS_BYTES = 64 * 1024
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
BODY_SECONDS = 30.0
# As many as Django reads, which raises an error for more.
MAX_PARAMETERS = 1000
# A key of a scope's state: whether the process has as many connections as it may have.
IS_FULL = "muehle.is_full"


class Hybrid:
    """The ASGI application. Endpoints are asked in order before Django; `closing` runs once at shutdown."""

    def __init__(
        self,
        django: ForeignApplication,
        *,
        refuse: Refuse | None = None,
        endpoints: Sequence[Endpoint] = (),
        closing: Callable[[], Awaitable[None]] | None = None,
        max_body_bytes: int = MAX_BODY_BYTES,
        body_seconds: float = BODY_SECONDS,
    ) -> None:
        self._django = django
        self._refuse = refuse or plainly
        self._endpoints = endpoints
        self._closing = closing
        self._max_body_bytes = max_body_bytes
        self._body_seconds = body_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1000})

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = clean_headers(scope["headers"])
        scope = {**scope, "headers": headers}
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._body_seconds):
                    await _drain(headers, receive)
            await _send(send, refusal, self._refuse(scope, refusal))
            return
        for endpoint in self._endpoints:
            application = endpoint(scope)
            if application is not None:
                await application(scope, receive, send)
                return
        try:
            async with asyncio.timeout(self._body_seconds):
                body = await _whole_body(receive)
        except TimeoutError:
            late = HTTPStatus.REQUEST_TIMEOUT
            await _send(send, late, self._refuse(scope, late))
            return
        if body is not None:
            await self._django(scope, _replay(body), send)

    def _refusal(self, scope: Scope, headers: Iterable[Header]) -> HTTPStatus | None:
        """The status to refuse with before anything is read, or None."""
        if scope.get("state", {}).get(IS_FULL):
            return HTTPStatus.SERVICE_UNAVAILABLE
        if len(scope["path"]) + len(scope["query_string"]) > MAX_ADDRESS_BYTES:
            return HTTPStatus.REQUEST_URI_TOO_LONG
        named = dict(headers)
        if b"transfer-encoding" in named:
            return HTTPStatus.LENGTH_REQUIRED
        length = named.get(b"content-length", b"0")
        query: bytes = scope["query_string"]
        if not length.isdigit() or not query.isascii() or query.count(b"&") >= MAX_PARAMETERS:
            return HTTPStatus.BAD_REQUEST
        if sum(len(name) + len(value) for name, value in headers) > MAX_HEADERS_BYTES or _has_nul(headers):
            return HTTPStatus.BAD_REQUEST
        if not names_text(named.get(b"content-type", b"")):
            return HTTPStatus.UNSUPPORTED_MEDIA_TYPE
        # Python converts no number of thousands of digits.
        if len(length) > LONGEST_LENGTH or int(length) > self._max_body_bytes:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        return None

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.shutdown" and self._closing is not None:
                await self._closing()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return


def plainly(_scope: Scope, status: HTTPStatus) -> tuple[list[Header], bytes]:
    """A refusal that says no more than its status."""
    body = status.phrase.encode()
    head = {b"content-type": b"text/plain; charset=utf-8", b"content-length": str(len(body)).encode()}
    return [*head.items(), (b"connection", b"close")], body


def clean_headers(headers: Iterable[Header]) -> list[Header]:
    """The headers without names that hold an underscore, which WSGI could not tell from a proxy's hyphen."""
    return [(name, value) for name, value in headers if b"_" not in name]


def _has_nul(headers: Iterable[Header]) -> bool:
    """Whether a cookie has a NUL, which no text of the database may have, in the one way to write it."""
    return any(name == b"cookie" and b"\\000" in value for name, value in headers)


def names_text(content_type: bytes) -> bool:
    """Whether the charset, if there is one, is of text, and that of a form UTF-8. Django falls over others."""
    try:
        media_type, parameters = parse_header_parameters(content_type.decode("latin-1"))
        charset = parameters.get("charset", "utf-8")
        "".encode(charset)
        return media_type not in FORMS or codecs.lookup(charset).name == "utf-8"
    except LookupError as error:
        return "not a text encoding" not in str(error)
    except ValueError:
        return False


async def _whole_body(receive: Receive) -> bytes | None:
    """All of the body; None where the client went away before its end."""
    chunks = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        chunks.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(chunks)


def _replay(body: bytes) -> Receive:
    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


async def _drain(headers: Iterable[Header], receive: Receive) -> None:
    """Read a body that is not wanted, unless the client waits for leave to send it."""
    if any(name == b"expect" for name, _value in headers):
        return
    read = 0
    while read < MAX_DRAINED_BYTES:
        message = await receive()
        if message["type"] == "http.disconnect" or not message.get("more_body", False):
            return
        read += len(message.get("body", b""))


async def _send(send: Send, status: HTTPStatus, answer: tuple[Sequence[Header], bytes]) -> None:
    headers, body = answer
    await send({"type": "http.response.start", "status": status.value, "headers": [*headers]})
    await send({"type": "http.response.body", "body": body})
