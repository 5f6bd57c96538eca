"""Calls with a token go through a shorter chain of middleware, and are answered as through the whole one."""

from typing import Any

import pytest
from django.conf import settings
from rest_framework.test import APIClient

from accounts.models import AccessToken, User
from games.core.models.games import Game
from kit.scopes import scope_names
from muehle_server.token_calls import COOKIE_MIDDLEWARE
from tests.support.api import ApiClient

# They differ from one answer to the next.
OF_THE_MOMENT = {"RateLimit", "ETag"}


@pytest.fixture
def token(anna: User) -> str:
    _row, secret = AccessToken.issue(user=anna, description="test", scopes=scope_names())
    return f"Bearer {secret}"


def headers_of(answer: Any) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name not in OF_THE_MOMENT}


@pytest.mark.parametrize(
    ("path", "accept", "status"),
    [
        ("games/{number}/", "*/*", 200),
        ("games/{number}/", "text/html", 406),
        ("games/999999/", "*/*", 404),
        ("games/{number}/record/", "*/*", 200),
        ("account/", "*/*", 200),
        ("account/?unknown=1", "*/*", 400),
        ("nothing/", "*/*", 404),
        ("games/{number}", "*/*", 404),
        ("docs/", "text/html", 200),
        ("problems/", "text/html", 200),
    ],
)
def test_the_answer_has_the_headers_that_it_has_through_the_whole_chain(
    game: Game, token: str, path: str, accept: str, status: int
) -> None:
    address = "/api/v1/" + path.format(number=game.number)
    sent: Any = {"HTTP_AUTHORIZATION": token, "HTTP_ACCEPT": accept, "HTTP_ACCEPT_LANGUAGE": "de"}

    short, whole = ApiClient(**sent).get(address), APIClient(**sent).get(address)

    assert (short.status_code, whole.status_code) == (status, status)
    assert headers_of(short) == headers_of(whole)


def test_a_refused_token_is_refused_in_the_same_way(game: Game) -> None:
    sent: Any = {"HTTP_AUTHORIZATION": "Bearer mue_unknown", "HTTP_ACCEPT_LANGUAGE": "de"}

    short, whole = ApiClient(**sent).get("/api/v1/account/"), APIClient(**sent).get("/api/v1/account/")

    assert (short.status_code, short.json()["detail"]) == (401, whole.json()["detail"])
    assert headers_of(short) == headers_of(whole)


def test_a_call_with_a_token_has_no_session_even_if_it_brings_a_cookie(game: Game, token: str, bert: User) -> None:
    client = ApiClient()
    client.force_login(bert)

    answer = client.get("/api/v1/account/", HTTP_AUTHORIZATION=token)

    assert answer.json()["username"] == "anna"
    assert not hasattr(answer.wsgi_request, "session")


def test_calls_with_a_cookie_and_pages_below_the_api_have_a_session(anna: User, token: str) -> None:
    client = ApiClient()
    client.force_login(anna)

    call, page = client.get("/api/v1/account/"), client.get("/api/v1/docs/", HTTP_AUTHORIZATION=token)

    assert call.json()["username"] == "anna"
    assert hasattr(call.wsgi_request, "session")
    assert hasattr(page.wsgi_request, "session")


def test_all_that_is_left_out_is_there_to_be_left_out() -> None:
    assert set(settings.MIDDLEWARE) >= COOKIE_MIDDLEWARE
