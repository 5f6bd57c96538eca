"""How often a caller may call: so many requests in each window of time, counted in Redis.

Where Redis does not answer everybody may pass: a lost limit is a smaller harm than a lost move.
"""

import time
from functools import cache
from typing import Final, NamedTuple, cast

import structlog
from django.conf import settings
from django.http import HttpRequest
from limits import RateLimitItem, parse
from limits.errors import StorageError
from limits.storage import Storage, storage_from_string
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

log = structlog.get_logger(__name__)

# So long Redis is left alone after it did not answer, lest every request waits for it.
PAUSE_SECONDS: Final = 5.0
_silent_until = 0.0


class Spent(NamedTuple):
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


def spend(name: str, caller: str, *, cost: int = 1) -> Spent:
    """Count a call of the caller against the limit of this name."""
    limit = limit_of(name)
    seconds = limit.get_expiry()
    window, passed = divmod(int(time.time()), seconds)
    used = _count(limit.key_for(name, caller, str(window)), cost, seconds)
    return Spent(name, limit.amount, seconds, used, seconds - passed)


def address_of(request: HttpRequest | Request) -> str:
    """Where a request comes from, past the proxies that the settings know; empty where nothing says it."""
    return BaseThrottle().get_ident(cast("Request", request)) or ""


def limit_of(name: str) -> RateLimitItem:
    """The limit of the settings, such as 120/minute."""
    return _parsed(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"][name])


_parsed = cache(parse)


def _count(key: str, cost: int, seconds: int) -> int:
    """Add to the window's count and return it; 0 where Redis is away."""
    global _silent_until  # one answer of Redis is true for the whole process
    if time.monotonic() < _silent_until:
        return 0
    try:
        return _counter(str(settings.CACHES["default"]["LOCATION"])).incr(key, seconds, amount=cost)
    except StorageError as error:
        _silent_until = time.monotonic() + PAUSE_SECONDS
        log.warning("throttle_open", error=str(error))
        return 0


@cache
def _counter(url: str) -> Storage:
    """Adds and answers in one step to Redis, where Django's cache takes two."""
    url = url.replace("unix://", "redis+unix://")
    options = {"wrap_exceptions": True, "socket_connect_timeout": 0.5, "socket_timeout": 0.5}
    return cast("Storage", storage_from_string(url, **options))
