"""A client of the streams as others would write one: it reads frames, and knows nothing of the server's inside."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from accounts.models import AccessToken, User

SECONDS_TO_ARRIVE = 20.0


@dataclass(frozen=True)
class Heard:
    """One frame: its id, its type and what its JSON says."""

    id: int
    type: str
    data: dict[str, Any]


class Ear:
    """An open stream; `next()` waits for the next event and skips comments, silence and the retry line."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self._lines = response.iter_lines()

    def next(self) -> Heard:
        fields: dict[str, str] = {}
        for line in self._lines:
            if not line and "data" in fields:
                return Heard(int(fields["id"]), fields["event"], json.loads(fields["data"]))
            name, _colon, value = line.partition(": ")
            fields = fields | {name: value} if line else {}
        raise EOFError("the stream has ended")

    def types(self, count: int) -> list[str]:
        return [self.next().type for _index in range(count)]


@contextmanager
def listening(url: str, *, token: str = "", **headers: str) -> Iterator[Ear]:
    """An open Server-Sent Events stream; the answer was 200."""
    with opened(url, token=token, **headers) as response:
        assert response.status_code == 200, response.read()
        yield Ear(response)


@contextmanager
def opened(url: str, *, token: str = "", accept: str = "text/event-stream", **headers: str) -> Iterator[httpx.Response]:
    """The answer to a request for a stream, whatever it is; header names are written with underscores."""
    named = {name.replace("_", "-"): value for name, value in headers.items()} | {"Accept": accept}
    if token:
        named["Authorization"] = f"Bearer {token}"
    with httpx.Client(timeout=SECONDS_TO_ARRIVE) as client, client.stream("GET", url, headers=named) as response:
        yield response


def token_of(user: User, *scopes: str) -> str:
    """A new token's secret; with `game:read` unless other scopes are named."""
    return AccessToken.issue(user=user, description="a stream", scopes=list(scopes or ["game:read"]))[1]
