"""Who asks for a page, for the limits: pages that cost something count against the same ones as calls of the API."""

from django.http import HttpRequest

from games import limits


def spend(request: HttpRequest, *, cost: int) -> limits.Spent:
    """Count the page as so many calls of the reader or, for guests, of their address."""
    name = "user" if request.user.is_authenticated else "guest"
    return limits.spend(name, str(limits.caller_of(request)), cost=cost)
