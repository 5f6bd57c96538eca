"""What a page's view is asked with: the reader is known, and a deed is done by POST only."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from accounts.models import User

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
