"""A receiver of webhooks on 127.0.0.1, which keeps requests and answers as the test says, or not at all."""

import json
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Received:
    """A request as it came in."""

    path: str
    headers: Message
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Receiver:
    """`answering` cleared keeps senders waiting after their request has been read; `held` says that one waits."""

    port: int = 0
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b"thank you"
    requests: list[Received] = field(default_factory=list)
    answering: threading.Event = field(default_factory=threading.Event)
    held: threading.Event = field(default_factory=threading.Event)
    most_at_once: int = 0
    at_once: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    @property
    def ids(self) -> list[int]:
        return [int(request.headers["Webhook-Id"]) for request in self.requests]

    @property
    def types(self) -> list[str]:
        return [request.json["type"] for request in self.requests]


def _handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            with receiver.lock:
                receiver.requests.append(Received(self.path, self.headers, body))
                receiver.at_once += 1
                receiver.most_at_once = max(receiver.most_at_once, receiver.at_once)
            if not receiver.answering.is_set():
                receiver.held.set()
                receiver.answering.wait(60)
            with receiver.lock:
                receiver.at_once -= 1
            self._answer()

        def _answer(self) -> None:
            try:
                self.send_response(receiver.status)
                for name, value in ({"Content-Length": str(len(receiver.body))} | receiver.headers).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(receiver.body)
            except OSError:
                # The sender has had enough.
                self.close_connection = True

        def log_message(self, *_arguments: object) -> None:
            pass

    return Handler


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_arguments: object) -> None:
        """A sender who does not like our certificate hangs up; that is no fault of the server's."""


@contextmanager
def receiving(tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """A receiver that answers 200 at once; over TLS where there is a context."""
    receiver = Receiver()
    receiver.answering.set()
    server = _Server(("127.0.0.1", 0), _handler(receiver))
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    receiver.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield receiver
    finally:
        receiver.answering.set()
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def saying(*pieces: bytes, pause_seconds: float = 0.0) -> Iterator[int]:
    """A server that reads nothing and says these bytes, piece by piece, to everybody; yields its port."""
    listener = socket.create_server(("127.0.0.1", 0))
    done = threading.Event()

    def serve() -> None:
        while True:
            try:
                line, _address = listener.accept()
            except OSError:
                return
            with line:
                try:
                    for piece in pieces:
                        line.sendall(piece)
                        if done.wait(pause_seconds):
                            break
                    # What was sent must not be lost because what came was not read.
                    line.shutdown(socket.SHUT_WR)
                    while line.recv(65536):
                        pass
                except OSError:
                    pass

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        done.set()
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()
