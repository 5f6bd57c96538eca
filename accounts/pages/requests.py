"""What the account's views are asked with."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.models import User


class SignedInRequest(HttpRequest):
    """A request whose user is known; for annotations only."""

    user: User


def page_to_return_to(request: HttpRequest) -> str:
    """The page of ours that a switch was used on, as its form names it; else the first page."""
    wanted = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if is_ours else "/"
