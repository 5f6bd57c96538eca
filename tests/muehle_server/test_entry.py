"""The web entry on a real uvicorn, spoken to byte by byte: what reaches Django, and what is refused before it."""

import http.client
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from muehle_server.hybrid import MAX_ADDRESS_BYTES, MAX_BODY_BYTES
from tests.muehle_server.echo import THREADS
from tests.support.servers import is_closed
from tools.launcher.workspace import ROOT


@dataclass(frozen=True)
class Server:
    """A running uvicorn."""

    port: int
    process: subprocess.Popen[bytes]
    farewell: Path
    # How many requests had reached the application before the test.
    before: int = 0

    def send(self, text: bytes) -> socket.socket:
        """Open a connection and say this much."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        connection.sendall(text)
        return connection

    def ask(self, text: bytes) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of the answer to these bytes."""
        with self.send(text) as connection:
            answer = http.client.HTTPResponse(connection)
            answer.begin()
            return answer.status, dict(answer.getheaders()), answer.read()

    def count(self) -> int:
        """How many other requests of the test have reached the application."""
        return int(json.loads(self.ask(b"GET /count HTTP/1.1\r\nHost: x\r\n\r\n")[2])["count"]) - self.before


@contextmanager
def running(folder: Path, *, body_seconds: str = "30") -> Iterator[Server]:
    """A server of one's own; its bodies may take so many seconds."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        command = [
            sys.executable,
            "-m",
            "uvicorn",
            "tests.muehle_server.echo:application",
            "--fd",
            str(listener.fileno()),
        ]
        process = subprocess.Popen(
            [*command, "--log-level", "warning"],
            cwd=ROOT,
            env=os.environ | {"FAREWELL": str(folder / "farewell"), "BODY_SECONDS": body_seconds},
            pass_fds=[listener.fileno()],
        )
        yield Server(port=listener.getsockname()[1], process=process, farewell=folder / "farewell")
        process.terminate()
        process.wait(timeout=30)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("entry")) as server:
        yield server


@pytest.fixture
def server(shared: Server) -> Server:
    """The server of the module, which counts from here."""
    return replace(shared, before=shared.count())


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bodies may take a fifth of a second."""
    with running(tmp_path_factory.mktemp("hasty"), body_seconds="0.2") as server:
        yield server


def post(path: str, *headers: str, body: bytes = b"") -> bytes:
    head = "\r\n".join([f"POST {path} HTTP/1.1", "Host: x", *headers])
    return head.encode("latin-1") + b"\r\n\r\n" + body


def test_a_request_reaches_the_application_with_its_body_and_its_sender(server: Server) -> None:
    status, _headers, body = server.ask(post("/move?x=1", "Content-Length: 5", body=b"hello"))

    assert status == 200
    assert json.loads(body) == {
        "method": "POST",
        "path": "/move",
        "client": "127.0.0.1",
        "protocol": None,
        "accept": None,
        "length": 5,
        "count": server.before + 1,
    }
    assert server.count() == 1


def test_a_path_arrives_as_bytes_in_the_guise_of_text(server: Server) -> None:
    _status, _headers, body = server.ask(b"GET /M%C3%BChle HTTP/1.1\r\nHost: x\r\n\r\n")

    assert json.loads(body)["path"].encode("latin-1").decode() == "/Mühle"


def test_a_header_that_is_repeated_arrives_as_one(server: Server) -> None:
    _status, _headers, body = server.ask(post("/", "Accept: text/html", "Accept: text/plain", "Content-Length: 0"))

    assert json.loads(body)["accept"] == "text/html,text/plain"


def test_an_answer_may_repeat_a_header(server: Server) -> None:
    with server.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n") as connection:
        answer = http.client.HTTPResponse(connection)
        answer.begin()

        assert answer.headers.get_all("Set-Cookie") == ["a=1", "b=2"]


def test_a_body_in_several_pieces_arrives_whole(server: Server) -> None:
    with server.send(post("/", "Content-Length: 10", body=b"hello")) as connection:
        connection.sendall(b"world")
        answer = http.client.HTTPResponse(connection)
        answer.begin()

        assert json.loads(answer.read())["length"] == 10


def test_a_chunked_body_is_refused_with_411(server: Server) -> None:
    request = post("/move", "Transfer-Encoding: chunked", body=b"5\r\nhello\r\n0\r\n\r\n")

    status, headers, body = server.ask(request)

    assert (status, headers["connection"], body) == (411, "close", b"Length Required")
    assert server.count() == 0


@pytest.mark.parametrize(("length", "status", "reached"), [(MAX_BODY_BYTES, 200, 1), (MAX_BODY_BYTES + 1, 413, 0)])
def test_a_body_may_have_a_mebibyte_and_no_more(server: Server, length: int, status: int, reached: int) -> None:
    answer = server.ask(post("/", f"Content-Length: {length}", body=b"x" * length))

    assert answer[0] == status
    assert server.count() == reached


@pytest.mark.parametrize("path", ["/", "/raw", "/" + "p" * 4000])
def test_an_address_may_have_8000_bytes_and_no_more(server: Server, path: str) -> None:
    for over, status in ((0, 200), (1, 414)):
        query = "x" * (MAX_ADDRESS_BYTES - len(path) + over)
        assert server.ask(f"GET {path}?{query} HTTP/1.1\r\nHost: x\r\n\r\n".encode())[0] == status
    assert server.count() == (path != "/raw")


def test_a_client_that_asks_before_sending_a_huge_body_is_answered_at_once(server: Server) -> None:
    answer = server.ask(post("/", "Content-Length: 10000000000", "Expect: 100-continue"))

    assert answer[0] == 413


def test_a_truncated_body_never_reaches_the_application(server: Server) -> None:
    with server.send(post("/", "Content-Length: 10", body=b"hello")) as connection:
        connection.shutdown(socket.SHUT_WR)
        connection.recv(1000)

    assert server.count() == 0


@pytest.mark.parametrize(
    ("length", "status"), [(10_000, 408), (2 * MAX_BODY_BYTES, 413)], ids=["taken", "refused already"]
)
def test_a_body_that_comes_byte_by_byte_is_given_up(hasty: Server, length: int, status: int) -> None:
    with hasty.send(post("/", f"Content-Length: {length}")) as connection:
        while not select.select([connection], [], [], 0.02)[0]:
            connection.sendall(b"x")
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        answer.read()

        assert (answer.status, answer.headers["Connection"]) == (status, "close")
        assert is_closed(connection)
    assert hasty.count() == 0


def test_slow_senders_hold_no_thread(server: Server) -> None:
    slow = [server.send(post("/", "Content-Length: 10", body=b"hello")) for _ in range(3 * THREADS)]

    status, _headers, _body = server.ask(b"GET /quick HTTP/1.1\r\nHost: x\r\n\r\n")
    for connection in slow:
        connection.close()

    assert status == 200


@pytest.mark.parametrize(("parameters", "status"), [(1000, 200), (1001, 400), (50_000, 400)])
def test_a_query_may_have_a_thousand_parameters_and_no_more(server: Server, parameters: int, status: int) -> None:
    answer = server.ask(b"GET /?" + b"&".join([b"a"] * parameters) + b" HTTP/1.1\r\nHost: x\r\n\r\n")

    assert answer[0] == status


def test_headers_may_have_64_kibibytes_and_no_more(server: Server) -> None:
    for length, status in ((60_000, 200), (70_000, 400), (10_000_000, 400)):
        assert server.ask(b"GET / HTTP/1.1\r\nHost: x\r\nX-A: " + b"a" * length + b"\r\n\r\n")[0] == status


def test_a_query_beyond_ascii_is_malformed(server: Server) -> None:
    answer = server.ask(b"GET /?name=M\xfchle HTTP/1.1\r\nHost: x\r\n\r\n")

    assert answer[0] == 400


@pytest.mark.parametrize(
    ("content_type", "status"),
    [
        (b"application/json; charset=utf-8", 200),
        (b"application/json; charset=unheard-of", 200),
        (b"application/json; charset=hex", 415),
        (b"application/json; charset=rot13", 415),
        (b"application/json; charset=a\x00b", 400),
        (b"application/json; charset=latin1", 200),
        (b"application/x-www-form-urlencoded; charset=UTF8", 200),
        (b"application/x-www-form-urlencoded; charset=latin1", 415),
        (b"application/x-www-form-urlencoded; charset=utf-16", 415),
        (b"Multipart/Form-Data; boundary=x; charset=punycode", 415),
    ],
)
def test_a_charset_that_is_none_of_text_is_refused(server: Server, content_type: bytes, status: int) -> None:
    head = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Type: " + content_type + b"\r\n\r\n"

    assert server.ask(head + b"{}")[0] == status


@pytest.mark.parametrize(
    ("header", "seen"), [("X-Forwarded-Proto: https", "https"), ("X_Forwarded_Proto: https", None)]
)
def test_a_header_with_an_underscore_does_not_pass_for_a_proxys(server: Server, header: str, seen: str | None) -> None:
    _status, _headers, body = server.ask(post("/", header, "Content-Length: 0"))

    assert json.loads(body)["protocol"] == seen


def test_a_raw_endpoint_answers_before_the_application(server: Server) -> None:
    assert server.ask(b"GET /raw HTTP/1.1\r\nHost: x\r\n\r\n")[2] == b"raw"
    assert server.count() == 0


def test_a_connection_serves_several_requests(server: Server) -> None:
    with server.send(b"") as connection:
        for _ in range(2):
            connection.sendall(b"GET /again HTTP/1.1\r\nHost: x\r\n\r\n")
            answer = http.client.HTTPResponse(connection)
            answer.begin()
            answer.read()

    assert server.count() == 2


def test_the_entry_says_farewell_when_the_server_ends(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        server.count()

        server.process.send_signal(signal.SIGTERM)
        server.process.wait(timeout=30)

    assert server.farewell.read_text() == "closed"
