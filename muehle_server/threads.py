"""Django's WSGI stack in a fixed pool of threads, as the ASGI application for whole requests and whole answers.

A request costs one step into a thread and one back, and finds what its thread has kept, such as the connection of the
cache. a2wsgi, which can also stream, takes five steps each way and a fresh context a request. Not for streams: they
are endpoints of hybrid.py, which also sees to it that a body comes whole.
"""

import asyncio
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

from muehle_server.hybrid import Header, Receive, Scope, Send

Environ = dict[str, Any]
StartResponse = Callable[..., Callable[[bytes], object]]
WsgiApplication = Callable[[Environ, StartResponse], Iterable[bytes]]


class Threaded:
    """The ASGI application. A request waits where all threads are at work."""

    def __init__(self, application: WsgiApplication, *, threads: int) -> None:
        self._application = application
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="django")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        message = await receive()
        environ = environ_of(scope, body=message["body"])
        status, headers, body = await asyncio.get_running_loop().run_in_executor(self._pool, self._answer, environ)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _answer(self, environ: Environ) -> tuple[int, list[Header], bytes]:
        started: tuple[str, list[tuple[str, str]]] = ("500 Internal Server Error", [])
        parts: list[bytes] = []

        def start_response(
            status: str, headers: list[tuple[str, str]], _error: object = None
        ) -> Callable[[bytes], object]:
            nonlocal started
            started = status, headers
            return parts.append

        answer = self._application(environ, start_response)
        try:
            parts.extend(answer)
        finally:
            getattr(answer, "close", lambda: None)()
        status, headers = started
        encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return int(status[:3]), encoded, b"".join(parts)


def environ_of(scope: Scope, *, body: bytes) -> Environ:
    """The request as PEP 3333 describes it to a WSGI application."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("", 0)
    root = scope.get("root_path", "")
    return {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": _bytes_as_text(root),
        "PATH_INFO": _bytes_as_text(scope["path"].removeprefix(root)),
        "QUERY_STRING": scope["query_string"].decode("ascii"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        **_headers(scope["headers"]),
    }


def _headers(headers: Iterable[Header]) -> dict[str, str]:
    found: dict[str, str] = {}
    for raw_name, raw_value in headers:
        name, value = raw_name.decode("latin-1").upper().replace("-", "_"), raw_value.decode("latin-1")
        if name not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            name = f"HTTP_{name}"
        found[name] = f"{found[name]},{value}" if name in found else value
    return found


def _bytes_as_text(text: str) -> str:
    """UTF-8, a character for each byte, as WSGI wants its paths."""
    return text.encode().decode("latin-1")
