"""Who clients talk to: tokens for the real server, and a server that says what a test wants."""

import http.server
import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from accounts.models import AccessToken, User
from kit.scopes import scope_names

Answer = tuple[int, dict[str, str], dict[str, Any]]


@contextmanager
def server_that_says(answers: Sequence[Answer], *, is_ascii: bool = True) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """A server that gives these answers one after the other; its address, and the headers that it was asked with."""
    left, asked = list(answers), list[dict[str, str]]()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            asked.append({**self.headers, "path": self.path})
            status, headers, body = left.pop(0)
            content = json.dumps(body, ensure_ascii=is_ascii).encode()
            self.send_response(status)
            for name, value in {"Content-Length": str(len(content)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        do_POST = do_GET  # noqa: N815  (as the base class calls it)

        def log_message(self, *_about: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()


def token_of(user: User) -> str:
    _row, secret = AccessToken.issue(user=user, description="client", scopes=scope_names())
    return secret
