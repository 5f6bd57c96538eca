"""How a password is checked."""

from typing import Any

from allauth.account import auth_backends
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts import known_browsers
from accounts.models import User


class AuthenticationBackend(auth_backends.AuthenticationBackend):  # type: ignore[misc]  # allauth is untyped
    """Checks the password of the one account with this name or confirmed address.

    Without such an account a password is hashed all the same. What takes longer for known addresses tells them.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User:
        user: User | None = super().authenticate(request, **credentials)
        if user is None:
            raise PermissionDenied  # No other backend tries.
        return user

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        account = known_browsers.account_of(known_browsers.login_in(credentials))
        user: User | None = self._check_password(account, credentials["password"])
        return user
