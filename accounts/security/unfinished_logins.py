"""A login that waits for the second factor ends with the password that it began with, and when the account is closed.

Or whoever knows the former password and one code would get in after the owner has changed it.
"""

from typing import Final

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User

BEGUN_WITH: Final = "login_begun_with"


def begin(request: HttpRequest, user: User) -> None:
    """Keep in the session what the login begins with."""
    request.session[BEGUN_WITH] = _state_of(user)


def is_as_begun(request: HttpRequest, user: User) -> bool:
    return constant_time_compare(request.session.pop(BEGUN_WITH, ""), _state_of(user))


def _state_of(user: User) -> str:
    state = f"{user.pk}|{user.password}|{user.links_since}"
    return salted_hmac("accounts.login", state, algorithm="sha256").hexdigest()
