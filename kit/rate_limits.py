"""How often a caller may call: so many requests in each window of time, counted in Redis.

Where Redis does not answer everybody may pass: a lost limit is a smaller harm than a lost move.
"""

import re
import time
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Any, Final, NamedTuple, cast

from django.conf import settings
from django.http import HttpRequest
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from kit import redis_connections

# Of a query and a body; each further one costs one call more.
BYTES_A_CALL: Final = 2048

# As in 120/minute or 7/2days.
_RATE = re.compile(r"(?P<requests>[0-9]+)/(?P<units>[1-9][0-9]*)?(?P<unit>second|minute|hour|day)s?")
_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}


class Limit(NamedTuple):
    """So many requests in a window of so many seconds."""

    requests: int
    seconds: int


class LimitUsage(NamedTuple):
    """What a caller has used of a limit in the window that runs, and the seconds until the next one begins."""

    name: str
    requests: int
    seconds: int
    used: int
    wait: int

    @property
    def is_over(self) -> bool:
        return self.used > self.requests

    @property
    def left(self) -> int:
        return max(0, self.requests - self.used)


def spend(name: str, caller: str, *, cost: int = 1) -> LimitUsage:
    """Count a call of the caller against the limit of this name."""
    [spent] = spend_all([(name, caller)], cost=cost)
    return spent


def spend_all(counts: Iterable[tuple[str, str]], *, cost: int = 1) -> list[LimitUsage]:
    """Count a call against several limits at once, each given by its name and by who is counted."""
    now = int(time.time())
    counted = [(name, caller, limit_of(name)) for name, caller in counts]
    # The next window has another key and starts at zero.
    keys = [f"LIMITS/{name}/{caller}/{limit.seconds}/{now // limit.seconds}" for name, caller, limit in counted]
    used = _count(keys, [limit.seconds for *_, limit in counted], cost)
    return [
        LimitUsage(name, limit.requests, limit.seconds, count, limit.seconds - now % limit.seconds)
        for (name, _caller, limit), count in zip(counted, used, strict=True)
    ]


def cost_of_length(request: HttpRequest | Request) -> int:
    """What a request costs beside what it asks for: reading and answering it takes time that grows with its length."""
    body = int(request.META.get("CONTENT_LENGTH") or 0)
    return (body + len(request.META.get("QUERY_STRING", ""))) // BYTES_A_CALL


def caller_of(request: HttpRequest | Request) -> Hashable:
    """Whose place a stream or a download takes: a user's or, for visitors, that of an address."""
    return request.user.pk if request.user.is_authenticated else address_of(request)


def address_of(request: HttpRequest | Request) -> str:
    """Where a request comes from, past the proxies that the settings know; empty where nothing says it.

    An address of IPv6 stands for its /64: that is what one connection gets, and it has no end of addresses in it.
    """
    said = BaseThrottle().get_ident(cast("Request", request)) or ""
    try:
        address = ip_address(said)
    except ValueError:
        return said
    if isinstance(address, IPv4Address):
        return said
    network = IPv6Network((int(address), 64), strict=False)
    return str(address.ipv4_mapped or network)


def limit_of(name: str) -> Limit:
    """The limit of the settings. Raises ValueError if it cannot be read."""
    return _parsed(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"][name])


@cache
def _parsed(rate: str) -> Limit:
    if not (match := _RATE.fullmatch(rate)):
        raise ValueError(f"{rate!r} is no rate such as 120/minute")
    return Limit(int(match["requests"]), int(match["units"] or 1) * _SECONDS[match["unit"]])


def _count(keys: Sequence[str], seconds: Sequence[int], cost: int) -> list[int]:
    """Add to the counts of all windows, in one round trip, and return them; 0 where Redis is away.

    A count is forgotten a window after it was last added to.
    """
    [url] = settings.CACHES["default"]["LOCATION"]
    counter = redis_connections.client(url)
    try:
        with counter.pipeline(transaction=False) as pipeline:
            for key, expiry in zip(keys, seconds, strict=True):
                pipeline.incrby(key, cost)
                pipeline.expire(key, expiry)
            return [int(count) for count in pipeline.execute()[::2]]
    except redis_connections.RedisAway:
        return [0] * len(keys)


class LimitReached(Throttled):
    """A throttling error that names the limit."""

    def __init__(self, spent: LimitUsage) -> None:
        self.details = {"limit": {"name": spent.name, "requests": spent.requests, "seconds": spent.seconds}}
        self.wait_seconds = spent.wait
        super().__init__(wait=spent.wait)


class CallerThrottle(BaseThrottle):
    """Counts users by account and by token, and visitors by address.

    A view may set `throttle_cost` for calls that count as several, which long ones do anyway, and may name the calling
    app (`app_calling`).
    """

    def allow_request(self, request: Request, view: Any) -> bool:
        cost = getattr(view, "throttle_cost", 1) + cost_of_length(request)
        spent = spend_all(self._counts(request, view), cost=cost)
        view.headers["RateLimit-Policy"] = ", ".join(f'"{one.name}";q={one.requests};w={one.seconds}' for one in spent)
        view.headers["RateLimit"] = ", ".join(f'"{one.name}";r={one.left};t={one.wait}' for one in spent)
        if over := [one for one in spent if one.is_over]:
            raise LimitReached(max(over, key=lambda one: one.wait))
        return True

    def _counts(self, request: Request, view: Any) -> Iterator[tuple[str, str]]:
        """The limits that a call counts against, each with the key of its counter."""
        app = view.app_calling(request) if hasattr(view, "app_calling") else None
        if app is not None:
            yield "app", f"{app} {address_of(request)}"
            return
        if not request.user.is_authenticated:
            yield "guest", address_of(request)
            return
        if request.auth is not None:
            yield "token", f"{type(request.auth).__name__}.{request.auth.pk}"
        yield "user", str(request.user.pk)
