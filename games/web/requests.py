"""Shared parts of page views: signed-in requests, views for POST only, rate limits."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from accounts.pages.requests import SignedInRequest as SignedInRequest
from games.core import rate_limits

P = ParamSpec("P")


def post_only(view: Callable[Concatenate[SignedInRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view that changes something. It requires a login and POST; GET redirects to the parent page.

    A GET comes after a login between the button and the view.
    """

    @wraps(view)
    def by_post_only(request: SignedInRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return view(request, *args, **kwargs) if request.method == "POST" else HttpResponseRedirect("..")

    return login_required(by_post_only)


def spend(request: HttpRequest, *, cost: int) -> rate_limits.LimitUsage:
    """Count the page as `cost` calls of the user, or of the address for guests; as more if the request is long."""
    name = "user" if request.user.is_authenticated else "guest"
    cost += rate_limits.cost_of_length(request)
    return rate_limits.spend(name, str(rate_limits.caller_of(request)), cost=cost)
