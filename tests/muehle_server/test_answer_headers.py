"""Headers that every answer has."""

from collections.abc import Callable, Iterator
from http import HTTPStatus
from http.cookies import SimpleCookie

import httpx
import pytest
from pytest_django import Settings

from accounts.models import User
from games.core.models.games import Game
from muehle_server.answer_headers import completed
from muehle_server.hybrid import plainly
from tests.games.streams.listening import opened
from tests.muehle_server.test_headers_of_all import expected
from tests.support.live import web_process

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("method", "path", "content", "status"),
    [
        ("GET", "/", b"", 200),
        ("GET", "/api/v1/health/live/", b"", 200),
        ("GET", "/api/v1/nowhere/", b"", 404),
        ("GET", "/static/web/favicon.svg", b"", 200),
        ("GET", "/static/nothing.css", b"", 404),
        ("GET", "/nowhere/", b"", 404),
        ("GET", "/preferences/", b"", 302),
        ("GET", "/" + "x" * 9000, b"", 414),
        ("POST", "/accounts/login/", b"", 403),
        ("POST", "/lobby/", b"x" * (1024 * 1024 + 1), 413),
    ],
)
def test_no_answer_may_be_framed_or_taken_for_another_type(
    live_server_url: str, method: str, path: str, content: bytes, status: int
) -> None:
    answer = httpx.request(method, live_server_url + path, content=content, timeout=20)

    assert answer.status_code == status
    for name, part in expected(status, answer.headers["Content-Type"], path=path).items():
        [said] = answer.headers.get_list(name)
        assert part in said, name


def test_nor_may_a_stream(live_server_url: str, game: Game) -> None:
    with opened(f"{live_server_url}/api/v1/games/{game.number}/events/") as answer:
        for name, part in expected(200, answer.headers["Content-Type"], path="/api/v1/games/1/events/").items():
            [said] = answer.headers.get_list(name)
            assert part in said, name


def test_a_page_that_may_be_framed_still_may(live_server_url: str, game: Game) -> None:
    answer = httpx.get(f"{live_server_url}/games/{game.number}/embed/")

    assert len(answer.headers.get_list("Content-Security-Policy")) == 1
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]


def test_by_https_every_answer_says_that_there_is_no_other_way(settings: Settings) -> None:
    settings.SECURE_HSTS_SECONDS = 31_536_000

    assert (b"strict-transport-security", b"max-age=31536000; includeSubDomains; preload") in completed([], 413)


@pytest.fixture
def https() -> Iterator[str]:
    """A web process behind a proxy that speaks HTTPS."""
    hosts = "muehle.example.org,127.0.0.1"
    with web_process(SITE_URL="https://muehle.example.org", ALLOWED_HOSTS=hosts, ALLOW_INSECURE_HTTP="") as url:
        yield url


class Browser:
    """A browser that keeps every cookie by its name, and every line that has set one."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.held: dict[str, str] = {}
        self.lines: list[str] = []

    def __call__(self, method: str, path: str, **fields: str) -> httpx.Response:
        site = "https://muehle.example.org"
        headers = {"Host": "muehle.example.org", "X-Forwarded-Proto": "https", "Referer": f"{site}/"}
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.held.items())
        fields |= {"csrfmiddlewaretoken": self.held.get("__Host-csrftoken", "")}
        answer = httpx.request(method, self._url + path, headers=headers, data=fields if method == "POST" else None)
        for line in answer.headers.get_list("Set-Cookie"):
            self.lines.append(line)
            self.held |= {name: cookie.value for name, cookie in SimpleCookie(line).items()}
        return answer


def test_by_https_every_cookie_is_secure_and_for_this_host_alone(https: str, person: Callable[..., User]) -> None:
    person("dora")
    browser = Browser(https)

    browser("GET", "/accounts/login/")
    browser("POST", "/preferences/look/", color_scheme="dark")
    browser("POST", "/accounts/login/", login="dora", password="a good password")
    browser("POST", "/language/", language="de")
    browser("POST", "/preferences/export/")
    browser("GET", "/preferences/export/")
    answer = browser("POST", "/accounts/logout/")

    assert set(browser.held) == {
        f"__Host-{name}" for name in ("browser", "csrftoken", "language", "look", "messages", "sessionid")
    }
    for line in browser.lines:
        [cookie] = SimpleCookie(line).values()
        assert (bool(cookie["secure"]), cookie["path"], cookie["domain"], cookie["samesite"]) == (True, "/", "", "Lax")
        assert cookie["httponly"] or cookie.key == "__Host-csrftoken" or cookie["max-age"] == "0", line
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"


def test_what_is_said_already_is_not_said_again_and_304_says_nothing() -> None:
    given = [(b"x-content-type-options", b"nosniff"), (b"content-security-policy", b"default-src 'self'")]
    given += [(name, b"unsafe-none") for name in (b"cross-origin-opener-policy", b"cross-origin-resource-policy")]
    given += [(b"referrer-policy", b"no-referrer")]

    assert completed(given, 200) == given
    assert completed([], 304) == []


def test_a_refusal_in_plain_text_says_its_charset() -> None:
    headers, _body = plainly({}, HTTPStatus.LENGTH_REQUIRED)

    assert (b"content-type", b"text/plain; charset=utf-8") in headers
