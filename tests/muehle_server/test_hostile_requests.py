"""Requests as nobody should send them: none is answered by 5xx, none without words, and none leaves a traceback."""

import asyncio
import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from muehle_server import asgi
from muehle_server.hybrid import Application, Endpoint, Hybrid, Message, Receive, Scope, Send
from muehle_server.observing import Observed
from muehle_server.request_guard import refuse
from tests.support.live import web_process

# One of each kind: pages, calls, streams, downloads, pictures, files, links with a secret, nothing.
PATHS = [
    "/",
    "/lobby/",
    "/accounts/login/",
    "/admin/login/",
    "/oauth/authorize/",
    "/games/1/board.svg",
    "/analysis/",
    "/positions/board.png",
    "/static/web/favicon.svg",
    "/static/../settings.py",
    "/metrics",
    "/invitations/x/",
    "/unsubscribe/x/",
    "/calendar/x.ics",
    "/move/x/",
    "/accounts/confirm-email/x/",
    "/accounts/password/reset/key/1-x/",
    "/csp-reports/",
    "/nowhere",
    "/api/",
    "/api/v1/",
    "/api/v1/games/",
    "/api/v1/games/1/",
    "/api/v1/events/",
    "/api/v1/games/1/events/",
    "/api/v1/games/999999999999999999/events/",
    "/api/v1/players/anna/games/",
    "/api/v1/records/export/",
    "/records/download/",
    "/preferences/export/99999999999999999999/download/",
    "/api/v1/oauth/token/",
    "/api/v1/schema/",
]
ODD = st.sampled_from(
    ["%00", "%ff%fe", "%C3%28", "%ED%A0%80", "%", "%zz", "%F0%9F%90%B1", "..", "//", "\\", ";a=b", "'"]
)
TARGETS = st.one_of(
    st.sampled_from(PATHS),
    st.tuples(st.sampled_from(PATHS), ODD).map("".join),
    st.lists(ODD, min_size=1, max_size=5).map(lambda parts: "/" + "/".join(parts)),
    st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=40).map(lambda text: "/" + text),
)
PARAMETER = st.tuples(
    st.sampled_from(
        ["wait", "after", "page_size", "cursor", "ply", "form", "language", "next", "moves", "q", "%00", ""]
    ),
    st.sampled_from(
        ["", "0", "-1", "1" * 5000, "1e99", "nan", "%00", "%ff", "%ED%A0%80", "[]", "x", "+", "%F0%9F%90%B1"]
    ),
).map("=".join)
QUERIES = st.one_of(
    st.just(""),
    st.lists(PARAMETER, max_size=4).map("&".join),
    st.sampled_from(["&" * 1000, "&" * 40_000, "a=1&" * 1001, "wait=1&" * 999, "?", "=", "%"]),
)
METHODS = st.sampled_from(
    ["GET", "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "LINK"]
)
TEXTS = st.one_of(
    st.sampled_from(
        [
            "",
            " ",
            "*",
            "null",
            ",",
            ";",
            "=",
            "\t",
            "1" * 5000,
            "-1",
            "é" * 10,
            '"\\000abcdefgh"',
            '"\\377"',
            "x" * 9000,
        ]
    ),
    st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=30),
)
SAMPLES: dict[str, list[str]] = {
    "Host": ["", "evil.example", "127.0.0.1:x", "127.0.0.1:99999", "[::1", "a b", "localhost.", "127.0.0.1@evil"],
    "Accept": [
        "text/html",
        "text/event-stream",
        "application/x-ndjson;q=x",
        "text/event-stream;q=",
        "image/png",
        "a/b/c",
    ],
    "Accept-Language": ["de", "x" * 600, "de;q=9", "*,*,*", "de-" * 100],
    "Accept-Encoding": ["gzip", "gzip;q=0", "br, *;q=0"],
    "Authorization": ["Bearer", "Bearer x", "Bearer \xff", "Basic eDp4", "Bearer a b", "Digest x"],
    "Cookie": [
        'sessionid="\\000aaaaaaaaaaaa"',
        "sessionid=" + "x" * 4000,
        "csrftoken=x; sessionid=\xff" * 20,
        'language="\\000"; look=\\; messages="[[__json"; browser=\xfc:::',
        "language=xx-" + "x" * 200,
    ],
    "Content-Type": [
        "application/json; charset=hex",
        "application/json; charset=utf-7",
        "application/json; charset=\xff",
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=\xff",
        "application/x-www-form-urlencoded; charset=utf-16",
        "text/plain; charset*=utf-8''%ff",
    ],
    "Content-Length": ["0", "5", "-1", "+5", "5, 5", "1" * 30, "9" * 5000, "\xb2", "0x5", "1000000"],
    "Transfer-Encoding": ["chunked", "gzip, chunked", "identity"],
    "Expect": ["100-continue", "200-ok"],
    "Upgrade": ["websocket", "h2c"],
    "Connection": ["upgrade", "close", "keep-alive, te"],
    "If-None-Match": ["*", 'W/"x', '"' * 100],
    "If-Modified-Since": ["yesterday", "Mon, 99 Foo 0000 99:99:99 GMT"],
    "Range": ["bytes=0-", "bytes=9-1", "lines=1"],
    "Last-Event-ID": ["-1", "1" * 5000, "x", "\xff"],
    "Idempotency-Key": ["x", "\xff", "x" * 5000],
    "X-Forwarded-For": ["::", "1.2.3.4, x", "[", "%"],
    "X-Forwarded-Proto": ["https", "gopher"],
    "X-Request-Id": ["x", "\xff" * 20],
    "X-CSRFToken": ["x" * 64, "\xff"],
    "Origin": ["null", "https://evil.example", "http://[", "http://127.0.0.1:x"],
    "Referer": ["http://[", "\xff"],
    "X_Odd": ["1"],
    "X-Nothing": [""],
}
HEADERS = st.lists(
    st.sampled_from(sorted(SAMPLES)).flatmap(
        lambda name: st.tuples(st.just(name), st.one_of(st.sampled_from(SAMPLES[name]), TEXTS))
    ),
    max_size=5,
)
BODIES = st.sampled_from([b"", b"{}", b"[" * 50_000, b"\xff\x00" * 9, b"a=1&" * 1001, b"--x\r\n\r\n", b"x" * 600_000])


def in_words(status: int, media_type: str, body: bytes) -> bool:
    """Whether a refusal says in a form that its reader understands what was wrong."""
    if media_type == "application/problem+json":
        problem = json.loads(body)
        return bool(problem["status"] == status and problem["code"] and problem["detail"])
    if media_type == "application/json":
        return "error" in json.loads(body)
    return bool(body.strip()) and media_type in ("text/html; charset=utf-8", "text/plain; charset=utf-8")


# --- What comes before Django, in this process ------------------------------------------------------------------------


async def arrived(_scope: Scope, _receive: Receive, send: Send) -> None:
    """Stands for all that is behind the entry."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": b"arrived"})


def stood_for(endpoint: Endpoint) -> Endpoint:
    def found(scope: Scope) -> Application | None:
        return None if endpoint(scope) is None else arrived

    return found


ENTRY = Observed(
    Hybrid(arrived, refuse=refuse, endpoints=[stood_for(each) for each in asgi.endpoints], body_seconds=0.01)
)


async def answered(scope: Scope, *pieces: bytes) -> tuple[int, dict[bytes, bytes], bytes]:
    """The answer to a request whose body comes in these pieces, and then not on."""
    waiting: Iterator[bytes] = iter(pieces)
    sent: list[Message] = []

    async def receive() -> Message:
        piece = next(waiting, None)
        if piece is None:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": piece, "more_body": bool(piece)}

    async def send(message: Message) -> None:
        sent.append(message)

    await ENTRY(scope, receive, send)
    start, *rest = sent
    return start["status"], dict(start["headers"]), b"".join(each["body"] for each in rest)


@given(METHODS, st.text(max_size=30) | TARGETS, QUERIES, HEADERS, st.lists(st.sampled_from([b"x", b""]), max_size=2))
@example("GET", "/", "&" * 1000, [], [b""])
@example("GET", "/api/v1/events/", "&" * 1000, [], [b""])
@example("POST", "/", "", [("Content-Length", "9" * 5000)], [])
def test_the_entry_passes_on_or_refuses_in_words(
    method: str, path: str, query: str, headers: list[tuple[str, str]], pieces: list[bytes]
) -> None:
    scope: dict[str, Any] = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode("latin-1"),
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in headers],
        "state": {},
    }

    status, said, body = asyncio.run(answered(scope, *pieces))

    assert status == 200 or 400 <= status < 500
    assert status == 200 or in_words(status, said[b"content-type"].decode(), body)
    assert said[b"x-request-id"]


# --- The whole server -------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_no_request_is_answered_by_an_error_of_ours(capfd: pytest.CaptureFixture[str]) -> None:
    with web_process(REQUEST_SECONDS="0.3", METRICS_TOKEN="x", LOG_LEVEL="INFO") as url:
        host, port = urlsplit(url).netloc.split(":")

        @given(METHODS, TARGETS, QUERIES, HEADERS, BODIES)
        @example("GET", "/", "&" * 1000, [], b"")
        @example("GET", "/lobby/", "", [("Cookie", 'sessionid="\\000aaaaaaaaaaaa"')], b"")
        @example("GET", "/lobby/", "", [("Host", "evil.example")], b"")
        @example(
            "POST", "/accounts/login/", "", [("Content-Type", "application/x-www-form-urlencoded")], b"a=1&" * 1001
        )
        @example("POST", "/api/v1/oauth/token/", "", [("Content-Type", "multipart/form-data; boundary=\xff")], b"--x")
        def ask(method: str, target: str, query: str, headers: list[tuple[str, str]], body: bytes) -> None:
            given_names = {name for name, _value in headers}
            lines = [f"{method} {target}{'?' + query if query else ''} HTTP/1.1"]
            lines += [f"{name}: {value}" for name, value in headers]
            lines += [] if "Host" in given_names else [f"Host: {host}"]
            lines += [] if {"Content-Length", "Transfer-Encoding"} & given_names else [f"Content-Length: {len(body)}"]
            text = "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body
            status, said, content = exchange((host, int(port)), text, method)

            assert status < 500, (status, text[:500], content[:500])
            if status >= 400 and method != "HEAD" and status != 405:
                assert in_words(status, said.get("content-type", ""), content), (status, text[:500], content[:500])

        ask()

    written = capfd.readouterr().err
    assert "Traceback" not in written, written[written.index("Traceback") - 500 :][:3000]


def exchange(address: tuple[str, int], text: bytes, method: str) -> tuple[int, dict[str, str], bytes]:
    """The answer to these bytes; of a stream, its head."""
    with socket.create_connection(address, timeout=20) as connection:
        # It may be refused before its end.
        with suppress(ConnectionError):
            connection.sendall(text)
        answer = http.client.HTTPResponse(connection, method=method)
        answer.begin()
        said = {name.lower(): value for name, value in answer.getheaders()}
        is_endless = "stream" in said.get("content-type", "") or "ndjson" in said.get("content-type", "")
        return answer.status, said, b"" if is_endless else answer.read()
