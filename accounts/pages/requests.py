"""Types of requests."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.models import User


class SignedInRequest(HttpRequest):
    """A request with a signed-in user; for annotations only."""

    user: User


def page_to_return_to(request: HttpRequest) -> str:
    """The page on which a switch was used, as its form names it; the home page by default."""
    wanted = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if is_ours else "/"
