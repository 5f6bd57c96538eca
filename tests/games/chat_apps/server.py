"""A chat server on 127.0.0.1: it takes every request, keeps it, and answers as the chat apps do or as the test says."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

# What Matrix answers to its three questions; Slack wants a word.
MATRIX = {"user_id": "@bot:example.org", "room_id": "!room:example.org", "event_id": "$1"}


@dataclass(frozen=True)
class Received:
    """A request as it came in."""

    method: str
    path: str
    headers: Message
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class ChatServer:
    """With `status` other than 200 it answers so; `location` sends to another address."""

    port: int = 0
    status: int = 200
    location: str = ""
    received: list[Received] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def text(self) -> str:
        """All bodies that came in, as one text."""
        return "\n".join(json.dumps(each.json, ensure_ascii=False) for each in self.received if each.body)


def _handler(server: ChatServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"] or 0))
            server.received.append(Received(self.command, self.path, self.headers, body))
            answer = b"ok" if self.path.startswith("/services/") else json.dumps(MATRIX).encode()
            self.send_response(server.status)
            if server.location:
                self.send_header("Location", server.location)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        do_GET = do_POST = do_PUT = answer  # noqa: N815  (the names of the library)

        def log_message(self, *_args: object) -> None:
            pass

    return Handler


@contextmanager
def chat_server() -> Iterator[ChatServer]:
    """A server, until the end of the block."""
    found = ChatServer()
    with ThreadingHTTPServer(("127.0.0.1", 0), _handler(found)) as http:
        found.port = http.server_address[1]
        thread = threading.Thread(target=http.serve_forever, args=[0.02], daemon=True)
        thread.start()
        try:
            yield found
        finally:
            http.shutdown()
            thread.join()
