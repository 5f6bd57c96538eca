"""Requests that arrive: sent again when the line breaks or the server asks for patience, done once all the same.

A POST carries an Idempotency-Key and a move its ply, so that sending it twice is harmless; everything else may be
repeated by its nature.
"""

import random
import time
import uuid
from collections.abc import Iterator
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

import httpx

from muehle_client.errors import Refusal, Unreachable

JSON = "application/json"
LATER = {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE}
LATER |= {HTTPStatus.GATEWAY_TIMEOUT}
LONGEST_PAUSE_SECONDS = 30.0
# Longer than a long poll, and than the silence between two signs of life of a stream.
READ_SECONDS = 45.0
CONNECT_SECONDS = 10.0


class Transport:
    """Speaks HTTP; `patience_seconds` is for how long a request is tried before Unreachable is raised."""

    def __init__(self, url: str, token: str | None = None, *, patience_seconds: float = 120.0) -> None:
        headers = {"User-Agent": "muehle-client", **({"Authorization": f"Bearer {token}"} if token else {})}
        timeout = httpx.Timeout(READ_SECONDS, connect=CONNECT_SECONDS)
        self._http = httpx.Client(base_url=f"{url.rstrip('/')}/api/v1/", headers=headers, timeout=timeout)
        self._patience_seconds = patience_seconds

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the connections back."""
        self._http.close()

    # --- What operations are made of ---

    @staticmethod
    def _part(value: object) -> str:
        """A value as one part of an address."""
        return quote(str(value), safe="")

    def _json(self, method: str, address: str, **request: Any) -> Any:
        answer = self._answer(method, address, accept=JSON, **request)
        return answer.json() if answer.content else None

    def _text(self, method: str, address: str, **request: Any) -> str:
        return self._answer(method, address, accept="*/*", **request).text

    def _lines(self, method: str, address: str, *, query: dict[str, Any] | None = None) -> Iterator[str]:
        """The text line by line as it comes, however long it is. Where it breaks off Unreachable is raised at once:
        what has been handed out already cannot be sent again."""
        try:
            with self._http.stream(method, address, params=given(query), headers={"Accept": "*/*"}) as answer:
                if answer.is_error:
                    answer.read()
                    raise Refusal(problem_of(answer))
                yield from lines_of(answer)
        except httpx.TransportError as error:
            raise Unreachable(str(error)) from error

    def _all(self, method: str, address: str, *, query: dict[str, Any] | None = None) -> Iterator[Any]:
        """Every item of a list, page after page."""
        page = self._json(method, address, query=query)
        yield from page["results"]
        while page["next"]:
            page = self._json(method, page["next"])
            yield from page["results"]

    def _answer(
        self,
        method: str,
        address: str,
        *,
        accept: str,
        query: dict[str, Any] | None = None,
        body: dict[str, Any] | None = None,
        content: tuple[str, str] | None = None,
        key: str | None = None,
    ) -> httpx.Response:
        """The answer of a success; raises Refusal, Unreachable."""
        headers = {"Accept": accept}
        if method == "POST":
            headers["Idempotency-Key"] = key or str(uuid.uuid4())
        if content is not None:
            headers["Content-Type"] = content[1]
        request = self._http.build_request(
            method,
            address,
            params=given(query) or None,
            json=body,
            content=content[0].encode() if content else None,
            headers=headers,
        )
        return self._sent(request)

    def _sent(self, request: httpx.Request) -> httpx.Response:
        end, pauses = time.monotonic() + self._patience_seconds, pauses_of()
        while True:
            try:
                answer = self._http.send(request)
            except httpx.TransportError as error:
                pause, cause = next(pauses), error
            else:
                if not answer.is_error:
                    return answer
                refusal = Refusal(problem_of(answer))
                if answer.status_code not in LATER:
                    raise refusal
                pause, cause = asked_pause(answer) or next(pauses), refusal  # type: ignore[assignment]
            if time.monotonic() + pause > end:
                raise cause if isinstance(cause, Refusal) else Unreachable(str(cause)) from cause
            time.sleep(pause)


def lines_of(answer: httpx.Response) -> Iterator[str]:
    """The lines of a text as they come. They end with a line feed: texts of people may contain the other characters at
    which iter_lines() ends a line too."""
    rest = b""
    for piece in answer.iter_bytes():
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            yield line.decode()
    if rest:
        yield rest.decode()


def asked_pause(answer: httpx.Response) -> float | None:
    """For how many seconds the server wants to be left alone, if it says so."""
    asked = answer.headers.get("Retry-After", "")
    return float(asked) if asked.isdigit() else None


def pauses_of() -> Iterator[float]:
    """Longer and longer, and never the same for all who wait."""
    longest = 0.5
    while True:
        yield random.uniform(longest / 2, longest)  # noqa: S311  (no secret)
        longest = min(longest * 2, LONGEST_PAUSE_SECONDS)


def given(query: dict[str, Any] | None) -> dict[str, Any]:
    return {name: value for name, value in (query or {}).items() if value is not None}


def problem_of(answer: httpx.Response) -> dict[str, Any]:
    """The problem that the server sent, or one in its shape for what something in between has said."""
    try:
        problem = answer.json()
    except ValueError:
        problem = None
    if isinstance(problem, dict) and "code" in problem:
        return problem
    return {"code": "unknown", "status": answer.status_code, "detail": answer.text[:500]}
