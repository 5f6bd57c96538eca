"""What page views share: signed-in requests, actions by POST, rate limits."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from accounts.models import User
from games.core import rate_limits

P = ParamSpec("P")


class SignedInRequest(HttpRequest):
    """A request whose user is known; for annotations only."""

    user: User


def deed(view: Callable[Concatenate[SignedInRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """A view that does something, below the page that it belongs to: whoever comes by GET is sent back to that page.

    He does so after a login that stood between the button and the deed.
    """

    @wraps(view)
    def by_post_only(request: SignedInRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return view(request, *args, **kwargs) if request.method == "POST" else HttpResponseRedirect("..")

    return login_required(by_post_only)


def spend(request: HttpRequest, *, cost: int) -> rate_limits.Spent:
    """Count the page as so many calls of the reader or, for guests, of their address."""
    name = "user" if request.user.is_authenticated else "guest"
    return rate_limits.spend(name, str(rate_limits.caller_of(request)), cost=cost)
