"""The type of a request behind login_required."""

from django.http import HttpRequest

from accounts.models import User


class SignedInRequest(HttpRequest):
    """A request whose user is known; for annotations only."""

    user: User
