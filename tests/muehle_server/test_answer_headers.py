"""Headers that every answer has."""

from http import HTTPStatus

import httpx
import pytest
from pytest_django import Settings

from games.core.models.games import Game
from muehle_server.answer_headers import completed
from muehle_server.hybrid import plainly
from tests.games.streams.listening import opened

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("method", "path", "content", "status"),
    [
        ("GET", "/", b"", 200),
        ("GET", "/api/v1/health/live/", b"", 200),
        ("GET", "/api/v1/nowhere/", b"", 404),
        ("GET", "/static/web/favicon.svg", b"", 200),
        ("POST", "/api/v1/positions/", b"x" * (1024 * 1024 + 1), 413),
    ],
)
def test_no_answer_may_be_framed_or_taken_for_another_type(
    live_server_url: str, method: str, path: str, content: bytes, status: int
) -> None:
    answer = httpx.request(method, live_server_url + path, content=content, timeout=20)

    assert answer.status_code == status
    assert answer.headers.get_list("X-Content-Type-Options") == ["nosniff"]
    assert len(answer.headers.get_list("Content-Security-Policy")) == 1
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


def test_nor_may_a_stream(live_server_url: str, game: Game) -> None:
    with opened(f"{live_server_url}/api/v1/games/{game.number}/events/") as answer:
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


def test_a_page_that_may_be_framed_still_may(live_server_url: str, game: Game) -> None:
    answer = httpx.get(f"{live_server_url}/games/{game.number}/embed/")

    assert len(answer.headers.get_list("Content-Security-Policy")) == 1
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]


def test_by_https_every_answer_says_that_there_is_no_other_way(settings: Settings) -> None:
    settings.SECURE_HSTS_SECONDS = 31_536_000

    assert (b"strict-transport-security", b"max-age=31536000; includeSubDomains; preload") in completed([], 413)


def test_what_is_said_already_is_not_said_again_and_304_says_nothing() -> None:
    given = [(b"x-content-type-options", b"nosniff"), (b"content-security-policy", b"default-src 'self'")]

    assert completed(given, 200) == given
    assert completed([], 304) == []


def test_a_refusal_in_plain_text_says_its_charset() -> None:
    headers, _body = plainly({}, HTTPStatus.LENGTH_REQUIRED)

    assert (b"content-type", b"text/plain; charset=utf-8") in headers
