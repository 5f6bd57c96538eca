"""Addresses that a webhook may have: only public ones.

A name is looked up once for each request; all its addresses are checked, and the connection is made to one of these.
So a name that changes its address after the check has no effect. Slow name servers keep no web process from its work.
"""

import ipaddress
import re
import socket
import threading
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import httpx
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from kit.errors import Text

# A look-up cannot be cancelled, and a slow one outlives its attempt: there are more threads than attempts.
_RESOLVERS = ThreadPoolExecutor(max_workers=256, thread_name_prefix="resolver")
# Whoever types an address waits no longer for its name. A process has so many look-ups for them at a time.
LOOK_UP_SECONDS, MOST_LOOK_UPS = 1.0, 4
# The users whose look-ups have not ended, whether or not they still wait.
_looking: set[int] = set()
_looking_lock = threading.Lock()

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
# Not public, although the standard library says so: protocol assignments, the relays of 6to4.
_NOT_PUBLIC = [ipaddress.IPv4Network(text) for text in ("192.0.0.0/24", "192.88.99.0/24")]
_GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
# A name in DNS, or an IP address of either kind.
LONGEST_URL = 500
_HOST = re.compile(r"[a-z0-9._:-]+")
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")

REASONS: dict[str, Text] = {
    "malformed": _("this is not an address"),
    "scheme": _("it must begin with https://"),
    "credentials": _("it must not contain a name or a password"),
    "fragment": _("it must not contain a #"),
    "port": _("the port must be 443 or at least 1024"),
    "not_public": _("it does not lead to a public address"),
}


class Unfit(Exception):  # noqa: N818  (a refusal is an answer, not a fault)
    """A webhook may not have this address; `reason` is one of REASONS."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class Target:
    """A well-formed address; `host` is the name for DNS and TLS, `name` the one for the Host header."""

    url: httpx.URL
    host: str
    port: int
    name: str

    def at(self, address: str) -> httpx.URL:
        """The same, with an IP address in the place of the name."""
        return self.url.copy_with(host=address)


def parsed(url: str) -> Target:
    """The parts of the address, without a look-up of its name; raises Unfit."""
    try:
        found = httpx.URL(url)
        host = found.raw_host.decode("ascii").lower().rstrip(".")
    except (httpx.InvalidURL, UnicodeError, ValueError) as error:
        raise Unfit("malformed") from error
    if not _HOST.fullmatch(host) or len(str(found)) > LONGEST_URL:
        raise Unfit("malformed")
    _check_form(found)
    port = found.port if found.port is not None else (443 if found.scheme == "https" else 80)
    if port not in (80, 443) and not 1024 <= port <= 65535:
        raise Unfit("port")
    return Target(found, host, port, found.netloc.decode("ascii"))


def _check_form(url: httpx.URL) -> None:
    if url.scheme != "https" and not (url.scheme == "http" and settings.WEBHOOKS_TO_LOOPBACK):
        raise Unfit("scheme")
    if url.userinfo:
        raise Unfit("credentials")
    if url.fragment:
        raise Unfit("fragment")
    if url.scheme == "https" and url.port == 80:
        raise Unfit("port")


def look_up(target: Target) -> "Future[list[str]]":
    """All addresses of the host; the future raises Unfit if any of them is not public."""
    return _RESOLVERS.submit(_addresses, target)


def check(url: str, *, user: int) -> Target:
    """Check an address that the user has typed; raises Unfit.

    Its name is looked up, so that who mistypes it learns of that. It is accepted if the answer takes too long or too
    many names are being looked up: each request looks it up again, and its result tells the owner.
    """
    target = parsed(url)
    if not _is_ip_address(target):
        found = _look_up_for(user, target)
        if found is not None:
            with suppress(TimeoutError):
                found.result(timeout=LOOK_UP_SECONDS)
    return target


def _is_ip_address(target: Target) -> bool:
    """Whether the host is an IP address, in any spelling, for which nobody is asked. Raises Unfit if not public."""
    try:
        rows = _rows(target, flags=socket.AI_NUMERICHOST)
    except OSError:
        return False
    _judged(rows, target)
    return True


def _look_up_for(user: int, target: Target) -> "Future[list[str]] | None":
    """The look-up; None if the user has one already, or too many others have."""
    with _looking_lock:
        if user in _looking or len(_looking) >= MOST_LOOK_UPS:
            return None
        _looking.add(user)
    found = look_up(target)
    found.add_done_callback(lambda _found: _looking.discard(user))
    return found


def _addresses(target: Target) -> list[str]:
    try:
        rows = _rows(target)
    except OSError as error:
        raise Unfit("not_public") from error
    return _judged(rows, target)


def _rows(target: Target, *, flags: int = 0) -> list[Any]:
    try:
        return socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM, flags=flags)
    except ValueError as error:
        raise Unfit("not_public") from error


def _judged(rows: Iterable[Any], target: Target) -> list[str]:
    """The IP addresses; raises Unfit if any of them is not public."""
    try:
        found = [ipaddress.ip_address(row[4][0]) for row in rows]
    except ValueError as error:
        raise Unfit("not_public") from error
    if not found or not all(_is_fit(address, target.url.scheme) for address in found):
        raise Unfit("not_public")
    return list(dict.fromkeys(str(address) for address in found))


def _is_fit(address: IPAddress, scheme: str) -> bool:
    if settings.WEBHOOKS_TO_LOOPBACK and address.is_loopback:
        return True
    return scheme == "https" and is_public(address)


def is_public(address: IPAddress) -> bool:
    """Whether the address is public, also if it wraps another one (mapped, 6to4, NAT64)."""
    if isinstance(address, ipaddress.IPv6Address):
        wrapped = _wrapped(address)
        if wrapped is not None:
            return is_public(wrapped)
        return address in _GLOBAL_UNICAST and address.is_global
    if address.is_multicast or address.is_reserved or any(address in network for network in _NOT_PUBLIC):
        return False
    return address.is_global


def _wrapped(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour
