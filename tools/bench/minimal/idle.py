"""The least that an idle stream can be: an ASGI application that says something every seven seconds."""

import asyncio
from typing import Any


async def application(scope: Any, _receive: Any, send: Any) -> None:
    """Answer every request with a stream that has no end."""
    if scope["type"] != "http":
        return
    headers = [(b"content-type", b"text/event-stream")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    while True:
        await send({"type": "http.response.body", "body": b": \n\n", "more_body": True})
        await asyncio.sleep(7)
