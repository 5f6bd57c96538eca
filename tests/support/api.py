"""Clients of the API, each with an identity, whose every answer is held against the schema."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient, ForceAuthClientHandler

from accounts.models import AccessToken, User
from kit.scopes import scope_names
from muehle_server.token_calls import TokenCalls
from tests.games.site.api.contract import check
from tests.support.signing_in import sign_in

EVERY_SCOPE = tuple(scope_names())


class _Handler(TokenCalls, ForceAuthClientHandler):
    """With the chains of middleware of the web process."""


class ApiClient(APIClient):
    """Speaks JSON, and raises AssertionError for an answer that is not in the schema."""

    # The last answer that came in pieces.
    received = b""

    def __init__(self, enforce_csrf_checks: bool = False, **defaults: Any) -> None:
        super().__init__(enforce_csrf_checks, **defaults)
        self.handler = _Handler(enforce_csrf_checks)

    def generic(self, method: str, *args: Any, **kwargs: Any) -> Any:
        response = super().generic(method, *args, **kwargs)
        check(method, response)
        if response.streaming:
            self.received = b"".join(response)
        return response

    def read(self, address: str, **query: Any) -> Any:
        """The JSON of a GET that must succeed."""
        response = self.get(f"/api/v1/{address}", query)
        assert response.status_code == 200, response.content
        return response.json()

    def send(self, address: str, **body: object) -> Any:
        """POST the body as JSON."""
        return self.post(f"/api/v1/{address}", body, format="json")

    def play(self, number: int, move: str, ply: int, **more: object) -> Any:
        """POST a move."""
        return self.send(f"games/{number}/moves/", move=move, ply=ply, **more)


Api = Callable[..., ApiClient]
Site = Callable[[User], ApiClient]


def client_of(user: User | None = None, *scopes: str) -> ApiClient:
    """A client with a token of the user's, which has these scopes or all; of a visitor if there is no user."""
    client = ApiClient()
    if user is not None:
        _token, secret = AccessToken.issue(user=user, description="test", scopes=list(scopes or EVERY_SCOPE))
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


@pytest.fixture
def api(db: None) -> Api:
    """A factory of clients: api() is a guest, api(anna) holds a token with every scope, api(anna, "game:read") one
    with these alone."""
    return client_of


@pytest.fixture
def site(db: None) -> Callable[[User], ApiClient]:
    """A factory of clients that are signed in on the site, with the CSRF token sent along."""

    def make(user: User) -> ApiClient:
        client = ApiClient()
        sign_in(client, user)
        return client

    return make


def refused(response: Any, status: int, code: str) -> dict[str, Any]:
    """The problem, which must have this status and code."""
    assert (response.status_code, response.json().get("code")) == (status, code), response.content
    assert response.headers["Content-Type"] == "application/problem+json"
    problem: dict[str, Any] = response.json()
    return problem
