"""One request to a server that may be slow, broken or hostile. No database, no retries.

The connection goes to an address that has been checked, and the certificate must be the one of the name. Redirects,
proxies and cookies are not used. A request without a status after TOTAL_SECONDS has failed. Nothing is sent that could
take longer than the lease of the sender: another worker may be sending the same by then.
"""

import asyncio
import functools
import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

import httpx
from django.db import models
from django.utils.translation import gettext_lazy as _

from kit.locks import Lease
from kit.outgoing import addresses

TOTAL_SECONDS = 10.0
CONNECT_SECONDS = 4.0
# Of an answer only so much is read, and for so long; the status has decided before.
BODY_BYTES, BODY_SECONDS = 2048, 2.0
CLOSING_SECONDS = 2.0
LONGEST_ATTEMPT = TOTAL_SECONDS + BODY_SECONDS + CLOSING_SECONDS
MOST_ADDRESSES = 3
# The beginning of the answer, stored with the attempt.
LONGEST_EXCERPT = 300


class Error(models.TextChoices):
    """Why an attempt failed."""

    ADDRESS = "address", _("The name does not lead to an address on the public internet.")
    UNREACHABLE = "unreachable", _("No connection could be made.")
    TLS = "tls", _("The certificate is not valid for this name, or TLS failed.")
    TIMEOUT = "timeout", _("There was no answer in time.")
    BROKEN = "broken", _("The answer was not valid HTTP.")
    REDIRECT = "redirect", _("The answer was a redirect; redirects are not followed.")
    STATUS = "status", _("The status of the answer was not 2xx.")
    BACKLOG = "backlog", _("Too many events were waiting for this address. Fetch this one from /events/.")
    INTERRUPTED = "interrupted", _("No attempt was completed.")


class OutgoingRequest(Protocol):
    """A request that an app wants to send."""

    @property
    def method(self) -> str: ...
    @property
    def lease(self) -> Lease: ...
    @property
    def url(self) -> str: ...
    @property
    def headers(self) -> Mapping[str, str]: ...
    @property
    def body(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class SendResult:
    """The result of an attempt; `error` is empty for a success, `status_code` is None without an answer.

    `body` is the beginning of the answer, and `excerpt` its very beginning as one line of what can be printed.
    """

    error: str = ""
    status_code: int | None = None
    excerpt: str = ""
    seconds: float = 0.0
    body: bytes = b""


class LeaseOver(Exception):  # noqa: N818  (a reason not to send)
    """The process was held up for so long that it must not send any more."""


async def send(outgoing: OutgoingRequest) -> SendResult:
    """Send the request. Failures do not raise: they are results with an `error`."""
    started = time.monotonic()
    try:
        async with asyncio.timeout(LONGEST_ATTEMPT):
            status_code, body = await _sent(outgoing)
    except (TimeoutError, httpx.TimeoutException):
        return SendResult(Error.TIMEOUT, seconds=time.monotonic() - started)
    except LeaseOver:
        return SendResult(Error.INTERRUPTED, seconds=time.monotonic() - started)
    except addresses.Unfit:
        return SendResult(Error.ADDRESS, seconds=time.monotonic() - started)
    except httpx.ConnectError as error:
        kind = Error.TLS if _is_of_tls(error) else Error.UNREACHABLE
        return SendResult(kind, seconds=time.monotonic() - started)
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError):
        return SendResult(Error.BROKEN, seconds=time.monotonic() - started)
    return SendResult(_error_of(status_code), status_code, _excerpt(body), time.monotonic() - started, body)


def _error_of(status_code: int) -> str:
    if 200 <= status_code < 300:
        return ""
    return Error.REDIRECT if 300 <= status_code < 400 else Error.STATUS


async def _sent(outgoing: OutgoingRequest) -> tuple[int, bytes]:
    transport = httpx.AsyncHTTPTransport(verify=_tls(), trust_env=False)
    async with httpx.AsyncClient(transport=transport, trust_env=False, follow_redirects=False) as client:
        async with asyncio.timeout(TOTAL_SECONDS):
            target = addresses.parsed(outgoing.url)
            found = await asyncio.wrap_future(addresses.look_up(target))
            answer = await _answer(client, outgoing, target, found[:MOST_ADDRESSES])
        try:
            return answer.status_code, await _beginning(answer)
        finally:
            await answer.aclose()


async def _answer(
    client: httpx.AsyncClient, outgoing: OutgoingRequest, target: addresses.Target, found: list[str]
) -> httpx.Response:
    """The beginning of the answer, by the first of the addresses that takes a connection."""
    for address in found[:-1]:
        with suppress(httpx.ConnectError, httpx.ConnectTimeout):
            return await client.send(_request(client, outgoing, target, address), stream=True)
    return await client.send(_request(client, outgoing, target, found[-1]), stream=True)


def _request(
    client: httpx.AsyncClient, outgoing: OutgoingRequest, target: addresses.Target, address: str
) -> httpx.Request:
    own = {"Host": target.name, "Accept": "*/*", "Accept-Encoding": "identity", "Connection": "close"}
    return client.build_request(
        outgoing.method,
        target.at(address),
        content=outgoing.body,
        headers={**own, **outgoing.headers},
        timeout=httpx.Timeout(TOTAL_SECONDS, connect=CONNECT_SECONDS),
        extensions={"sni_hostname": target.host, "trace": functools.partial(_trace, outgoing.lease)},
    )


async def _trace(lease: Lease, step: str, _details: object) -> None:
    """What the client calls before each step. Raises LeaseOver before a step that sends."""
    if step.endswith((".send_request_headers.started", ".send_request_body.started")) and not lease.has(
        LONGEST_ATTEMPT
    ):
        raise LeaseOver


async def _beginning(answer: httpx.Response) -> bytes:
    """The beginning of the body."""
    received = b""
    with suppress(TimeoutError, httpx.HTTPError):
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in answer.aiter_raw():
                received += chunk
                if len(received) >= BODY_BYTES:
                    break
    return received[:BODY_BYTES]


def _excerpt(body: bytes) -> str:
    """The beginning of the body as one line of what can be printed."""
    text = body.decode("utf-8", errors="replace")
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return line[:LONGEST_EXCERPT]


@functools.cache
def _tls() -> ssl.SSLContext:
    """Verifies certificate and name; made once, for it reads a few hundred certificates."""
    return httpx.create_ssl_context(trust_env=False)


def _is_of_tls(error: BaseException) -> bool:
    return any(isinstance(cause, ssl.SSLError) for cause in _causes(error))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
