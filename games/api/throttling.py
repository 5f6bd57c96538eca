"""How often a caller may call: so many requests in each window of time, counted in Redis.

Where Redis does not answer everybody may pass: a lost limit is a smaller harm than a lost move.
"""

import time
from functools import cache
from typing import Any, ClassVar, cast

import structlog
from django.conf import settings
from limits import RateLimitItem, parse
from limits.errors import StorageError
from limits.storage import Storage, storage_from_string
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

log = structlog.get_logger(__name__)

# So long Redis is left alone after it did not answer, lest every request waits for it.
PAUSE_SECONDS = 5.0


class LimitReached(Throttled):
    """Says which limit, beside when to come back."""

    def __init__(self, name: str, *, requests: int, seconds: int, wait: int) -> None:
        self.details = {"limit": {"name": name, "requests": requests, "seconds": seconds}}
        self.wait_seconds = wait
        super().__init__(wait=wait)


class CallerThrottle(BaseThrottle):
    """A user by account, a guest by address. A view may set `throttle_cost` where a call is worth several."""

    _silent_until: ClassVar[float] = 0.0

    def allow_request(self, request: Request, view: Any) -> bool:
        name = "user" if request.user.is_authenticated else "guest"
        limit = limit_of(name)
        requests, seconds = limit.amount, limit.get_expiry()
        window, passed = divmod(int(time.time()), seconds)
        caller = request.user.pk if request.user.is_authenticated else self.get_ident(request)
        used = self._count(limit.key_for(name, str(caller), str(window)), getattr(view, "throttle_cost", 1), seconds)
        wait = seconds - passed
        view.headers["RateLimit-Policy"] = f'"{name}";q={requests};w={seconds}'
        view.headers["RateLimit"] = f'"{name}";r={max(0, requests - used)};t={wait}'
        if used > requests:
            raise LimitReached(name, requests=requests, seconds=seconds, wait=wait)
        return True

    def _count(self, key: str, cost: int, seconds: int) -> int:
        """Add to the window's count and return it; 0 where Redis is away."""
        if time.monotonic() < CallerThrottle._silent_until:
            return 0
        try:
            return _counter(str(settings.CACHES["default"]["LOCATION"])).incr(key, seconds, amount=cost)
        except StorageError as error:
            CallerThrottle._silent_until = time.monotonic() + PAUSE_SECONDS
            log.warning("throttle_open", error=str(error))
            return 0


def limit_of(name: str) -> RateLimitItem:
    """The limit of the settings, such as 120/minute."""
    return _parsed(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"][name])


_parsed = cache(parse)


@cache
def _counter(url: str) -> Storage:
    """Adds and answers in one step to Redis, where Django's cache takes two."""
    url = url.replace("unix://", "redis+unix://")
    options = {"wrap_exceptions": True, "socket_connect_timeout": 0.5, "socket_timeout": 0.5}
    return cast("Storage", storage_from_string(url, **options))
