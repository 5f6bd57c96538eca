"""How often a caller may call: so many requests in each window of time, counted in Redis.

Where Redis does not answer everybody may pass: a lost limit is a smaller harm than a lost move.
"""

import time
from typing import Any, ClassVar

import structlog
from django.conf import settings
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games import pubsub

log = structlog.get_logger(__name__)

WINDOW_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
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
        requests, seconds = limit_of(name)
        window, passed = divmod(int(time.time()), seconds)
        caller = request.user.pk if request.user.is_authenticated else self.get_ident(request)
        used = self._count(f"calls:{name}:{caller}:{window}", getattr(view, "throttle_cost", 1), timeout=2 * seconds)
        wait = seconds - passed
        view.headers["RateLimit-Policy"] = f'"{name}";q={requests};w={seconds}'
        view.headers["RateLimit"] = f'"{name}";r={max(0, requests - used)};t={wait}'
        if used > requests:
            raise LimitReached(name, requests=requests, seconds=seconds, wait=wait)
        return True

    def _count(self, key: str, cost: int, *, timeout: int) -> int:
        """Add to the window's count and return it; 0 where Redis is away."""
        if time.monotonic() < CallerThrottle._silent_until:
            return 0
        try:
            return pubsub.count(key, cost, lives_seconds=timeout)
        except pubsub.Unreachable as error:
            CallerThrottle._silent_until = time.monotonic() + PAUSE_SECONDS
            log.warning("throttle_open", error=str(error))
            return 0


def limit_of(name: str) -> tuple[int, int]:
    """Requests and seconds of a limit in the settings, such as 120/min."""
    requests, _slash, period = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"][name].partition("/")
    return int(requests), WINDOW_SECONDS[period[0]]
