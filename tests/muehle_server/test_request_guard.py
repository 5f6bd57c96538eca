"""What is said to requests that go no further than the web entry, by the server as it runs."""

import http.client
import json
import re
import select
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from email.message import Message
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from django.test import Client

from games.core.models.games import Game
from muehle_server.hybrid import MAX_ADDRESS_BYTES, MAX_BODY_BYTES
from tests.games.streams.listening import listening
from tests.support.live import web_process
from tests.support.playing import play
from tests.support.servers import is_closed, wait_for

pytestmark = pytest.mark.django_db(transaction=True)

TOO_LARGE = b"x" * (MAX_BODY_BYTES + 1)


def send(url: str, *, language: str = "en", accept: str = "*/*", **request: Any) -> httpx.Response:
    headers = {"Accept-Language": language, "Accept": accept, **request.pop("headers", {})}
    return httpx.post(url, headers=headers, timeout=20, **request)


@pytest.mark.parametrize(
    ("request_", "status", "code", "details"),
    [
        (
            {"content": TOO_LARGE},
            413,
            "body_too_large",
            ("A body can have at most 1048576 bytes.", "Ein Inhalt darf höchstens 1048576 Bytes haben."),
        ),
        (
            {"content": iter([b"x"])},
            411,
            "length_required",
            (
                "Send the body with a Content-Length; chunked bodies are not accepted.",
                "Sende den Inhalt mit einer Content-Length; in Stücken (chunked) wird er nicht angenommen.",
            ),
        ),
        (
            {"content": b"{}", "headers": {"Content-Type": "application/json; charset=hex"}},
            415,
            "unsupported_media_type",
            (
                "Forms must be in UTF-8, other bodies in a text charset.",
                "Formulare müssen in UTF-8 sein, anderes in einem Zeichensatz für Text.",
            ),
        ),
        (
            {"params": {"x": "x" * MAX_ADDRESS_BYTES}},
            414,
            "address_too_long",
            (
                "An address can have at most 8000 bytes, path and query together.",
                "Eine Adresse darf höchstens 8000 Bytes haben, Pfad und Parameter zusammen.",
            ),
        ),
    ],
    ids=["413", "411", "415", "414"],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_call_is_refused_with_a_problem_in_its_language(
    live_server_url: str, request_: dict[str, Any], status: int, code: str, details: tuple[str, str], language: str
) -> None:
    answer = send(f"{live_server_url}/api/v1/positions/", language=language, accept="text/html", **request_)

    problem = answer.json()
    assert (answer.status_code, problem["status"], problem["code"]) == (status, status, code)
    assert problem["detail"] == details[language == "de"]
    assert re.fullmatch(r"[0-9a-f-]{36}", problem["request_id"])
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Connection"] == "close"


@pytest.mark.parametrize("size", [600 * 1024, len(TOO_LARGE)], ids=["for Django", "for the server"])
def test_a_browser_is_refused_with_a_page_in_its_language(live_server_url: str, size: int) -> None:
    url, page = f"{live_server_url}/accounts/login/", "text/html,application/xhtml+xml,*/*;q=0.8"
    cookie = "; ".join(f"{name}={value}" for name, value in httpx.get(url).cookies.items())

    answer = send(url, language="de", accept=page, data={"login": "x" * size}, headers={"Cookie": cookie})

    assert answer.status_code == 413
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "Das war zu viel auf einmal" in answer.text
    assert 'lang="de"' in answer.text


def test_a_browser_with_too_long_an_address_is_told_where_moves_can_be_sent(live_server_url: str) -> None:
    url, accept = f"{live_server_url}/analysis/?moves={'d6,' * 3000}", "text/html,*/*;q=0.8"

    answer = httpx.get(url, headers={"Accept": accept, "Accept-Language": "de"})

    assert answer.status_code == 414
    assert "Diese Adresse ist zu lang" in answer.text
    assert 'href="/analysis/"' in answer.text


def test_a_program_that_posts_to_a_page_gets_a_problem(live_server_url: str) -> None:
    answer = send(f"{live_server_url}/accounts/login/", content=TOO_LARGE)

    assert answer.json()["code"] == "body_too_large"
    assert "Access-Control-Allow-Origin" not in answer.headers


# --- Connections ------------------------------------------------------------------------------------------------------

HEAD = b"GET /api/v1/health/live/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.fixture(scope="module")
def impatient(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """A web process that waits for nobody."""
    with django_db_blocker.unblock(), web_process(REQUEST_SECONDS="0.3") as url:
        yield url


def address_of(url: str) -> tuple[str, int]:
    host, port = urlsplit(url).netloc.split(":")
    return host, int(port)


@contextmanager
def connected(url: str, *pieces: bytes) -> Iterator[socket.socket]:
    with socket.create_connection(address_of(url), timeout=20) as connection:
        for piece in pieces:
            connection.sendall(piece)
        yield connection


def answer_on(connection: socket.socket) -> tuple[int, Message, bytes]:
    answer = http.client.HTTPResponse(connection)
    answer.begin()
    return answer.status, answer.headers, answer.read()


def trickled(connection: socket.socket, piece: bytes) -> None:
    """Send the piece now and then, until there is an answer or an end."""
    while not select.select([connection], [], [], 0.02)[0]:
        connection.sendall(piece)


@pytest.mark.parametrize("begun", [HEAD, HEAD + b"X-Slow: ", b"GET /", b"POST /api/v1/"])
def test_a_head_that_comes_byte_by_byte_is_given_up(impatient: str, begun: bytes) -> None:
    with connected(impatient, begun) as connection:
        trickled(connection, b"x")
        status, headers, body = answer_on(connection)

        assert (status, json.loads(body)["code"]) == (408, "request_timeout")
        assert headers["Content-Type"] == "application/problem+json"
        assert json.loads(body)["request_id"] == headers["X-Request-Id"]
        assert (headers["X-Content-Type-Options"], headers["Connection"]) == ("nosniff", "close")
        assert is_closed(connection)


@pytest.mark.parametrize("line", [b"", b"\r\n"])
def test_a_connection_on_which_nothing_is_asked_is_closed(impatient: str, line: bytes) -> None:
    with connected(impatient) as connection:
        trickled(connection, line)

        assert is_closed(connection)


def test_the_head_of_the_next_request_has_to_come_in_time_as_well(impatient: str) -> None:
    with connected(impatient, HEAD + b"\r\n") as connection:
        first = answer_on(connection)[0]
        connection.sendall(HEAD)
        trickled(connection, b"x")

        assert (first, answer_on(connection)[0]) == (200, 408)


@pytest.mark.parametrize(
    ("accept", "path", "media_type"),
    [
        ("text/html", "/accounts/login/", "text/html; charset=utf-8"),
        ("text/html", "/api/v1/games/", "application/problem+json"),
        ("*/*", "/accounts/login/", "application/problem+json"),
    ],
)
def test_a_body_that_does_not_come_is_refused_in_words(impatient: str, accept: str, path: str, media_type: str) -> None:
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: {accept}\r\nContent-Length: 9\r\n\r\n"
    with connected(impatient, head.encode(), b"x") as connection:
        status, headers, _body = answer_on(connection)

        assert (status, headers["Content-Type"], headers["Connection"]) == (408, media_type, "close")


def test_a_stream_may_last_longer_than_a_request(impatient: str, game: Game) -> None:
    with listening(f"{impatient}/api/v1/games/{game.number}/events/") as ear:
        first = ear.next()
        with connected(impatient, HEAD) as connection:
            assert answer_on(connection)[0] == 408
        play(game, "d6")

        assert (first.type, ear.next().type) == ("state", "move_played")


LARGE = b"GET /static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def not_reading(url: str) -> socket.socket:
    """A connection that has asked for more than the buffers of the system take."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    # It ends by a reset.
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.connect(address_of(url))
    connection.sendall(8 * LARGE)
    return connection


def test_who_does_not_read_an_answer_keeps_no_thread(capfd: pytest.CaptureFixture[str]) -> None:
    """Neither while the connection stays, nor when it is left."""
    with web_process(DATABASE_POOL_SIZE="4") as url, ExitStack() as stack:
        held = [stack.enter_context(closing(not_reading(url))) for _each in range(6)]
        # Its answers are of another thread than those of the others.
        assert httpx.get(f"{url}/lobby/", timeout=20).status_code == 200

        while_they_stay = [httpx.get(f"{url}/lobby/", timeout=20).status_code for _each in held]
        stack.close()
        when_they_have_left = [httpx.get(f"{url}/lobby/", timeout=20).status_code for _each in held]

        assert while_they_stay == when_they_have_left == [200] * 6
        assert "Traceback" not in capfd.readouterr().err


def test_who_does_not_read_an_answer_is_cut_off() -> None:
    with web_process(REQUEST_SECONDS="0.3", CONNECTIONS_PER_PROCESS="3") as url, ExitStack() as stack:
        for _each in range(3):
            stack.enter_context(closing(not_reading(url)))

        wait_for(lambda: httpx.get(f"{url}/api/v1/health/live/", timeout=20).status_code == 200)


def test_a_stream_ends_with_its_connection_although_more_was_asked(game: Game) -> None:
    path = f"/api/v1/games/{game.number}/events/"
    stream = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n".encode()

    def state_of_another(url: str) -> int:
        with httpx.stream("GET", url + path, headers={"Accept": "text/event-stream"}, timeout=20) as answer:
            return answer.status_code

    with web_process(STREAMS_PER_CALLER="1") as url:
        with connected(url, stream + HEAD + b"\r\n") as connection:
            assert b"200 OK" in connection.recv(100)
            assert state_of_another(url) == 429

        wait_for(lambda: state_of_another(url) == 200)


def test_requests_that_are_sent_at_once_are_all_answered(live_server_url: str) -> None:
    last = LARGE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    with connected(live_server_url, 3 * LARGE + last) as connection:
        received = b""
        while piece := connection.recv(64 * 1024):
            received += piece

    assert received.count(b"HTTP/1.1 200 OK") == 4
    assert len(received) > 4 * int(re.findall(rb"content-length: (\d+)", received)[0])


@pytest.mark.parametrize("text", [b"\x16\x03\x01\x02\x00", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\xff" * 100])
def test_what_is_no_http_is_refused_in_words(live_server_url: str, text: bytes) -> None:
    with connected(live_server_url, text) as connection:
        status, headers, body = answer_on(connection)

        assert (status, json.loads(body)["code"]) == (400, "malformed")
        assert headers["X-Request-Id"]


def test_a_process_with_too_many_connections_refuses_more_in_words() -> None:
    with web_process(CONNECTIONS_PER_PROCESS="3") as url, ExitStack() as stack:
        held = [stack.enter_context(connected(url, HEAD)) for _each in range(3)]
        refused = httpx.get(f"{url}/api/v1/health/live/")
        held[0].close()

        assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
        assert (refused.headers["Retry-After"], refused.headers["Connection"]) == ("5", "close")
        wait_for(lambda: httpx.get(f"{url}/api/v1/health/live/").status_code == 200)


def test_a_head_without_an_end_is_not_read_for_ever(live_server_url: str) -> None:
    parts = urlsplit(live_server_url)
    with socket.create_connection((parts.hostname, parts.port), timeout=20) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: " + b"a" * 80_000)
        answer = connection.recv(65536)

    assert answer.startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("address", ["/language/", "/accounts/login/", "/analysis/"])
def test_a_form_with_too_many_fields_or_files_is_refused_with_a_page(client: Client, address: str) -> None:
    fields = client.post(address, "&".join(f"f{n}=" for n in range(1001)), "application/x-www-form-urlencoded")
    files = client.post(address, {f"f{n}": BytesIO(b"x") for n in range(101)})

    assert (fields.status_code, files.status_code) == (400, 400)
    assert b"<title>" in fields.content
    assert b"<title>" in files.content
