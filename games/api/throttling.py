"""Rate limits of the API; the counting is in games/core/rate_limits.py."""

from collections.abc import Iterator
from typing import Any

from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games.core import rate_limits


class LimitReached(Throttled):
    """A throttling error that names the limit."""

    def __init__(self, spent: rate_limits.LimitUsage) -> None:
        self.details = {"limit": {"name": spent.name, "requests": spent.requests, "seconds": spent.seconds}}
        self.wait_seconds = spent.wait
        super().__init__(wait=spent.wait)


class CallerThrottle(BaseThrottle):
    """Counts users by account and by token, and visitors by address.

    A view may set `throttle_cost` for calls that count as several, which long ones do anyway, and may name the calling
    app (`app_calling`).
    """

    def allow_request(self, request: Request, view: Any) -> bool:
        cost = getattr(view, "throttle_cost", 1) + rate_limits.cost_of_length(request)
        spent = rate_limits.spend_all(self._counts(request, view), cost=cost)
        view.headers["RateLimit-Policy"] = ", ".join(f'"{one.name}";q={one.requests};w={one.seconds}' for one in spent)
        view.headers["RateLimit"] = ", ".join(f'"{one.name}";r={one.left};t={one.wait}' for one in spent)
        if over := [one for one in spent if one.is_over]:
            raise LimitReached(max(over, key=lambda one: one.wait))
        return True

    def _counts(self, request: Request, view: Any) -> Iterator[tuple[str, str]]:
        """The limits that a call counts against, each with the key of its counter."""
        app = view.app_calling(request) if hasattr(view, "app_calling") else None
        if app is not None:
            yield "app", f"{app} {rate_limits.address_of(request)}"
            return
        if not request.user.is_authenticated:
            yield "guest", rate_limits.address_of(request)
            return
        if request.auth is not None:
            yield "token", f"{type(request.auth).__name__}.{request.auth.pk}"
        yield "user", str(request.user.pk)
