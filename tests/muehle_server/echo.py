"""A small application behind the web entry, for its tests: `uvicorn tests.muehle_server.echo:application`."""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

from a2wsgi import WSGIMiddleware

from muehle_server.hybrid import Application, Hybrid, Receive, Scope, Send

THREADS = 2
_requests: list[str] = []


def echo(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Answer with what has arrived; /count answers how many requests have."""
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    if environ["PATH_INFO"] != "/count":
        _requests.append(environ["PATH_INFO"])
    seen = {
        "method": environ["REQUEST_METHOD"],
        "path": environ["PATH_INFO"],
        "client": environ["REMOTE_ADDR"],
        "protocol": environ.get("HTTP_X_FORWARDED_PROTO"),
        "accept": environ.get("HTTP_ACCEPT"),
        "length": len(body),
        "count": len(_requests),
    }
    write = start_response(
        "200 OK", [("Content-Type", "application/json"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")]
    )
    text = json.dumps(seen).encode()
    write(text[:5])
    return [text[5:10], text[10:]]


def raw_endpoint(scope: Scope) -> Application | None:
    return _raw if scope["path"] == "/raw" else None


async def _raw(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": b"raw"})


async def _close() -> None:
    Path(os.environ["FAREWELL"]).write_text("closed")


application = Hybrid(
    WSGIMiddleware(cast("Any", echo), workers=THREADS),
    endpoints=[raw_endpoint],
    closing=_close,
    body_seconds=float(os.environ.get("BODY_SECONDS", "30")),
)
