"""One POST to a server that is slow, broken or hostile; over real sockets, with a real certificate."""

import asyncio
import json
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.conf import LazySettings

from games.webhooks.models import WebhookDelivery
from games.webhooks.payloads import WebhookRequest
from kit.locks import Lease
from kit.outgoing import sending
from kit.outgoing.places import Claim
from kit.outgoing.sending import SendResult
from tests.games.webhooks.conftest import Names
from tests.games.webhooks.receiver import Receiver, receiving, saying

Error = WebhookDelivery.Error


def request_to(url: str, body: bytes = b"{}") -> WebhookRequest:
    lease = Lease(timedelta(minutes=1))
    return WebhookRequest(
        lease,
        Claim(1, ("",)),
        1,
        1,
        datetime.now(UTC),
        url,
        {"Webhook-Id": "1", "Content-Type": "application/json"},
        body,
    )


def send(url: str, body: bytes = b"{}") -> SendResult:
    return asyncio.run(sending.send(request_to(url, body)))


@pytest.fixture
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same limits, shorter."""
    monkeypatch.setattr(sending, "TOTAL_SECONDS", 0.6)
    monkeypatch.setattr(sending, "BODY_SECONDS", 0.3)
    monkeypatch.setattr(sending, "CONNECT_SECONDS", 0.3)


# --- Answers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "error"),
    [(200, ""), (201, ""), (204, ""), (299, ""), (301, "redirect"), (308, "redirect"), (400, "status"), (410, "status"),
     (429, "status"), (500, "status")],
)  # fmt: skip
def test_two_hundred_and_something_is_a_success_and_nothing_else(receiver: Receiver, status: int, error: str) -> None:
    receiver.status, receiver.body = status, b""

    outcome = send(receiver.url)

    assert (outcome.status_code, outcome.error) == (status, error)
    assert outcome.seconds > 0


def test_a_request_has_what_it_needs_and_no_more(receiver: Receiver) -> None:
    send(f"{receiver.url}?a=b", b'{"x":1}')

    (request,) = receiver.requests
    assert request.path == "/hook?a=b"
    assert request.body == b'{"x":1}'
    assert request.headers["Host"] == f"127.0.0.1:{receiver.port}"
    assert {name.lower() for name in request.headers} == {
        "host", "accept", "accept-encoding", "connection", "content-length", "content-type", "user-agent", "webhook-id",
    }  # fmt: skip


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    with receiving() as inside:
        receiver.status, receiver.headers = 307, {"Location": inside.url}

        outcome = send(receiver.url)

    assert (outcome.error, outcome.status_code) == (Error.REDIRECT, 307)
    assert inside.requests == []


def test_a_cookie_that_is_set_does_not_come_back(receiver: Receiver) -> None:
    receiver.headers = {"Set-Cookie": "a=b"}

    send(receiver.url), send(receiver.url)

    assert [request.headers["Cookie"] for request in receiver.requests] == [None, None]


def test_a_proxy_of_the_environment_is_not_asked(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving() as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        monkeypatch.setenv("NO_PROXY", "")
        outcome = send(receiver.url)

    assert (outcome.error, len(receiver.requests), proxy.requests) == ("", 1, [])


def test_of_a_huge_answer_the_beginning_is_read(to_loopback: None) -> None:
    head = b"HTTP/1.1 500 Oh\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    with saying(head, *[chunk] * 2000) as port:
        outcome = send(f"http://127.0.0.1:{port}/")

    assert (outcome.status_code, outcome.excerpt) == (500, "x" * 300)


def test_an_excerpt_is_one_line_that_can_be_stored_and_printed(receiver: Receiver) -> None:
    receiver.body = b"<p>not\x00 so\r\n\t\xff fast</p> \xe2\x80\xae abc"

    assert send(receiver.url).excerpt == "<p>not so � fast</p> abc"


# --- No answers -------------------------------------------------------------------------------------------------------


def test_a_server_that_says_nothing_has_no_more_time(receiver: Receiver, in_a_hurry: None) -> None:
    receiver.answering.clear()

    outcome = send(receiver.url)

    assert (outcome.error, outcome.status_code) == (Error.TIMEOUT, None)


def test_a_server_that_drips_a_byte_at_a_time_has_no_more_time_either(to_loopback: None, in_a_hurry: None) -> None:
    drops = [bytes([byte]) for byte in b"HTTP/1.1 200 OK\r\nX-Slow: " + b"y" * 1000]
    with saying(*drops, pause_seconds=0.05) as port:
        outcome = send(f"http://127.0.0.1:{port}/")

    assert outcome.error == Error.TIMEOUT


def test_the_status_decides_where_the_body_never_ends(to_loopback: None, in_a_hurry: None) -> None:
    drops = [b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", *[b"z"] * 1000]
    with saying(*drops, pause_seconds=0.05) as port:
        outcome = send(f"http://127.0.0.1:{port}/")

    assert (outcome.error, outcome.status_code) == ("", 200)
    assert set(outcome.excerpt) == {"z"}


@pytest.mark.parametrize("noise", [b"SSH-2.0-OpenSSH\r\n", b"", b"HTTP/1.1 999999 x\r\n\r\n", b"\x00" * 200_000])
def test_noise_is_no_answer(to_loopback: None, noise: bytes) -> None:
    with saying(noise) as port:
        outcome = send(f"http://127.0.0.1:{port}/")

    assert (outcome.error, outcome.status_code) == (Error.BROKEN, None)


def test_where_nobody_listens_nothing_is_reached(to_loopback: None) -> None:
    with receiving() as gone:
        url = gone.url

    assert send(url).error == Error.UNREACHABLE


def test_the_next_address_of_a_name_is_tried_where_one_takes_no_connection(receiver: Receiver, names: Names) -> None:
    names["hooks.example.org"] = ["127.0.0.2", "127.0.0.1"]

    outcome = send(f"http://hooks.example.org:{receiver.port}/hook")

    assert outcome.error == ""
    assert receiver.requests[0].headers["Host"] == f"hooks.example.org:{receiver.port}"


# --- Where it leads ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("found", [["127.0.0.1"], ["::1"], ["8.8.8.8", "127.0.0.1"], ["10.1.2.3"], ["169.254.169.254"]])
def test_a_name_that_has_come_to_lead_inside_is_not_followed(names: Names, found: list[str]) -> None:
    names["hooks.example.org"] = found
    with receiving() as inside:
        outcome = send(f"https://hooks.example.org:{inside.port}/")

    assert (outcome.error, inside.requests) == (Error.ADDRESS, [])


def test_a_name_is_looked_up_once_and_the_connection_made_to_what_was_judged(
    receiver: Receiver, names: Names, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A resolver that answers otherwise the second time is not asked a second time."""
    names["hooks.example.org"] = ["127.0.0.1"]
    asked: list[str] = []
    real: Any = socket.getaddrinfo

    def once(host: Any, *args: Any, **kwargs: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host
        if not name[0].isdigit():
            asked.append(name)
            names["hooks.example.org"] = ["10.0.0.1"]
            return real("127.0.0.1", *args, **kwargs)
        return real(host, *args, **kwargs)

    monkeypatch.setattr(socket, "getaddrinfo", once)

    outcome = send(f"http://hooks.example.org:{receiver.port}/hook")

    assert (outcome.error, asked, len(receiver.requests)) == ("", ["hooks.example.org"], 1)


def test_a_name_that_is_nowhere_is_a_failure(names: Names, to_loopback: None) -> None:
    names["hooks.example.org"] = []

    assert send("https://hooks.example.org/").error == Error.ADDRESS


def test_without_the_setting_not_even_a_stored_address_leads_to_this_machine(
    receiver: Receiver, settings: LazySettings
) -> None:
    settings.WEBHOOKS_TO_LOOPBACK = False

    assert send(receiver.url).error == Error.ADDRESS
    assert send(receiver.url.replace("http:", "https:")).error == Error.ADDRESS
    assert receiver.requests == []


# --- TLS --------------------------------------------------------------------------------------------------------------


class Authority:
    """Somebody who certifies names, on this machine and for a test."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "an authority")])
        self._certificate = self._signed(self._name, self._key, x509.BasicConstraints(ca=True, path_length=None))
        self.file = folder / "authority.pem"
        self.file.write_bytes(self._certificate.public_bytes(serialization.Encoding.PEM))

    def context_for(self, host: str) -> ssl.SSLContext:
        """What a server needs to be `host`."""
        key = ec.generate_private_key(ec.SECP256R1())
        names = x509.SubjectAlternativeName([x509.DNSName(host)])
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
        file = self._folder / f"{host}.pem"
        encoding, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
        private = key.private_bytes(encoding, form, serialization.NoEncryption())
        file.write_bytes(private + self._signed(subject, key, names).public_bytes(encoding))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        return context

    def _signed(
        self, subject: x509.Name, key: ec.EllipticCurvePrivateKey, extension: x509.ExtensionType
    ) -> x509.Certificate:
        now = datetime.now(UTC)
        builder = x509.CertificateBuilder(issuer_name=self._name, subject_name=subject, public_key=key.public_key())
        builder = builder.serial_number(x509.random_serial_number()).add_extension(extension, critical=False)
        builder = builder.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
        return builder.sign(self._key, hashes.SHA256())


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


@pytest.fixture
def trusted(authority: Authority, monkeypatch: pytest.MonkeyPatch) -> None:
    """We trust the authority, and nobody else."""
    context = ssl.create_default_context(cafile=str(authority.file))
    monkeypatch.setattr(sending, "_tls", lambda: context)


@contextmanager
def secure(authority: Authority, host: str, seen: list[str | None]) -> Iterator[Receiver]:
    context = authority.context_for(host)
    context.sni_callback = lambda _line, name, _context: seen.append(name)
    with receiving(context) as receiver:
        yield receiver


def test_the_certificate_is_verified_for_the_name_though_the_connection_goes_to_an_address(
    authority: Authority, trusted: None, names: Names, to_loopback: None
) -> None:
    names["hooks.example.org"] = ["127.0.0.1"]
    seen: list[str | None] = []
    with secure(authority, "hooks.example.org", seen) as receiver:
        outcome = send(f"https://hooks.example.org:{receiver.port}/hook", json.dumps({"a": 1}).encode())

    assert (outcome.error, outcome.status_code, outcome.excerpt) == ("", 200, "thank you")
    assert seen == ["hooks.example.org"]
    assert receiver.requests[0].headers["Host"] == f"hooks.example.org:{receiver.port}"


def test_the_certificate_of_another_name_will_not_do(
    authority: Authority, trusted: None, names: Names, to_loopback: None
) -> None:
    names["hooks.example.org"] = ["127.0.0.1"]
    with secure(authority, "other.example.org", []) as receiver:
        outcome = send(f"https://hooks.example.org:{receiver.port}/")

    assert (outcome.error, receiver.requests) == (Error.TLS, [])


def test_a_certificate_of_nobody_we_trust_will_not_do(authority: Authority, names: Names, to_loopback: None) -> None:
    names["hooks.example.org"] = ["127.0.0.1"]
    with secure(authority, "hooks.example.org", []) as receiver:
        outcome = send(f"https://hooks.example.org:{receiver.port}/")

    assert (outcome.error, receiver.requests) == (Error.TLS, [])


def test_https_to_a_server_that_speaks_plainly_fails(receiver: Receiver) -> None:
    outcome = send(receiver.url.replace("http:", "https:"))

    assert (outcome.error, receiver.requests) == (Error.TLS, [])
