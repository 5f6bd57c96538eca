"""How often a caller of the API may call; the counting itself is in games/limits.py."""

from typing import Any

from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games import limits


class LimitReached(Throttled):
    """Says which limit, beside when to come back."""

    def __init__(self, spent: limits.Spent) -> None:
        self.details = {"limit": {"name": spent.name, "requests": spent.requests, "seconds": spent.seconds}}
        self.wait_seconds = spent.wait
        super().__init__(wait=spent.wait)


class CallerThrottle(BaseThrottle):
    """A user by account, a guest by address. A view may set `throttle_cost` where a call is worth several."""

    def allow_request(self, request: Request, view: Any) -> bool:
        name = "user" if request.user.is_authenticated else "guest"
        caller = request.user.pk if request.user.is_authenticated else self.get_ident(request)
        spent = limits.spend(name, str(caller), cost=getattr(view, "throttle_cost", 1))
        view.headers["RateLimit-Policy"] = f'"{name}";q={spent.requests};w={spent.seconds}'
        view.headers["RateLimit"] = f'"{name}";r={spent.left};t={spent.wait}'
        if spent.is_over:
            raise LimitReached(spent)
        return True
