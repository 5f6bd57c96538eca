"""What Apprise's classes find in the place of the library `requests`.

Each request goes through kit.outgoing: the name is looked up once, all its addresses must be public, the
connection goes to one of these, certificates are checked and redirects are not followed. There is nothing else here, so
that a class that wants to send in another way fails.
"""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final

import requests

from kit.locks import Lease
from kit.outgoing.sending import TOTAL_SECONDS, SendResult, send

# Matrix asks who it is, joins the room, and writes.
MOST_REQUESTS: Final = 4
TOO_MANY: Final = 429


class NotSent(requests.RequestException):
    """There was no answer, or none that is worth waiting for."""


@dataclass(frozen=True, slots=True)
class _Request:
    lease: Lease
    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(slots=True)
class Sending:
    """A notification on its way; `results` has what became of each request."""

    lease: Lease
    results: list[SendResult]

    @property
    def seconds(self) -> float:
        return sum(result.seconds for result in self.results)


_under_way: ContextVar[Sending] = ContextVar("chat_apps_sending")


@contextmanager
def sending(lease: Lease) -> Iterator[Sending]:
    """Within it, requests are sent under this lease; without it, none is."""
    found = Sending(lease, [])
    token = _under_way.set(found)
    try:
        yield found
    finally:
        _under_way.reset(token)


class Transport:
    """As much of `requests` as the classes need."""

    codes = requests.codes
    RequestException = requests.RequestException
    TooManyRedirects = requests.TooManyRedirects
    Timeout = requests.Timeout
    ConnectionError = requests.ConnectionError

    def get(self, url: str, **options: Any) -> requests.Response:
        """As requests.get."""
        return self.request("GET", url, **options)

    def post(self, url: str, data: Any = None, **options: Any) -> requests.Response:
        """As requests.post."""
        return self.request("POST", url, data=data, **options)

    def put(self, url: str, data: Any = None, **options: Any) -> requests.Response:
        """As requests.put."""
        return self.request("PUT", url, data=data, **options)

    def request(self, method: str, url: str, **options: Any) -> requests.Response:
        """Send it; only what makes up the content of the request counts, not how it is sent. Raises NotSent."""
        under_way = _under_way.get()
        if len(under_way.results) >= MOST_REQUESTS or under_way.seconds > TOTAL_SECONDS:
            raise NotSent("too many requests, or too slow ones")
        content = {name: options.get(name) for name in ("data", "json", "headers", "params", "auth")}
        prepared = requests.Request(method, url, **content).prepare()
        body: Any = prepared.body or b""
        request = _Request(
            lease=under_way.lease,
            method=method,
            url=str(prepared.url),
            headers={name: str(value) for name, value in prepared.headers.items()},
            body=body.encode() if isinstance(body, str) else body,
        )
        result = asyncio.run(send(request))
        under_way.results.append(result)
        # Classes would sleep before they try again.
        if result.status_code is None or result.status_code == TOO_MANY:
            raise NotSent(result.error)
        return _answer(result)


def _answer(result: SendResult) -> requests.Response:
    answer = requests.Response()
    answer.status_code = result.status_code or 0
    answer._content = result.body  # noqa: SLF001  (there is no other way to make one)
    answer.encoding = "utf-8"
    return answer


TRANSPORT: Final = Transport()
