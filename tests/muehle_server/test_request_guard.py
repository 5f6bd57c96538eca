"""What is said to requests that go no further than the web entry, by the server as it runs."""

import re
from typing import Any

import httpx
import pytest

from muehle_server.hybrid import MAX_BODY_BYTES

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
            ("A body may have 1048576 bytes.", "Ein Inhalt darf 1048576 Bytes haben."),
        ),
        (
            {"content": iter([b"x"])},
            411,
            "length_required",
            (
                "Send the body with a Content-Length; chunked bodies are not taken.",
                "Schicke den Inhalt mit einer Content-Length; in Stücken wird er nicht angenommen.",
            ),
        ),
        (
            {"content": b"{}", "headers": {"Content-Type": "application/json; charset=hex"}},
            415,
            "unsupported_media_type",
            ("The charset is not one of text.", "Der Zeichensatz ist keiner von Text."),
        ),
    ],
    ids=["413", "411", "415"],
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


def test_a_program_that_posts_to_a_page_gets_a_problem(live_server_url: str) -> None:
    answer = send(f"{live_server_url}/accounts/login/", content=TOO_LARGE)

    assert answer.json()["code"] == "body_too_large"
    assert "Access-Control-Allow-Origin" not in answer.headers
