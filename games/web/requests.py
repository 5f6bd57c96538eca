"""Shared parts of page views: signed-in requests, views for POST only, new guests, rate limits."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from accounts.pages.requests import SignedInRequest as SignedInRequest
from accounts.pages.requests import account_required as account_required
from games.core.models.games import LONGEST_GAME
from kit import rate_limits

P = ParamSpec("P")


def asked_ply(text: str) -> int | None:
    """The half-move that an address names; None if it names none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(LONGEST_GAME)) else None


def post_only(view: Callable[Concatenate[SignedInRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view that changes something. It requires an account and POST; GET redirects to the parent page.

    A GET comes after a login between the button and the view.
    """
    return account_required(_by_post_only(view))


def post_by_players(view: Callable[Concatenate[SignedInRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """The same for what guests do too."""
    return login_required(_by_post_only(view))


def post_by_anybody(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """The same for what makes a guest of a visitor: games/players/pages/new_guests.py."""
    return _by_post_only(view)


def _by_post_only(view: Callable[Concatenate[Any, P], HttpResponse]) -> Callable[..., HttpResponse]:

    @wraps(view)
    def by_post_only(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return view(request, *args, **kwargs) if request.method == "POST" else HttpResponseRedirect("..")

    return by_post_only


def spend(request: HttpRequest, *, cost: int) -> rate_limits.LimitUsage:
    """Count the page as `cost` calls of the user, or of the address for visitors; as more if the request is long."""
    name = "user" if request.user.is_authenticated else "guest"
    cost += rate_limits.cost_of_length(request)
    return rate_limits.spend(name, str(rate_limits.caller_of(request)), cost=cost)
