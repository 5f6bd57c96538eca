"""How often a caller of the API may call; the counting itself is in games/core/rate_limits.py."""

from collections.abc import Iterator
from typing import Any

from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games.core import rate_limits


class LimitReached(Throttled):
    """Says which limit, beside when to come back."""

    def __init__(self, spent: rate_limits.Spent) -> None:
        self.details = {"limit": {"name": spent.name, "requests": spent.requests, "seconds": spent.seconds}}
        self.wait_seconds = spent.wait
        super().__init__(wait=spent.wait)


class CallerThrottle(BaseThrottle):
    """A user by account and by each of his tokens, a guest by address.

    A view may set `throttle_cost` where a call is worth several, and know the app that calls (`app_calling`).
    """

    def allow_request(self, request: Request, view: Any) -> bool:
        cost = getattr(view, "throttle_cost", 1)
        spent = rate_limits.spend_all(self._counts(request, view), cost=cost)
        view.headers["RateLimit-Policy"] = ", ".join(f'"{one.name}";q={one.requests};w={one.seconds}' for one in spent)
        view.headers["RateLimit"] = ", ".join(f'"{one.name}";r={one.left};t={one.wait}' for one in spent)
        if over := [one for one in spent if one.is_over]:
            raise LimitReached(max(over, key=lambda one: one.wait))
        return True

    def _counts(self, request: Request, view: Any) -> Iterator[tuple[str, str]]:
        """The limits that a call counts against, each with the name of who is counted."""
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
