"""Browsers in which somebody has signed in before, by a device cookie as OWASP describes it.

Everybody knows the names of accounts. Whoever enters wrong passwords for one uses up the attempts of all browsers that
are not known to it, but not those of a browser in which its owner has signed in before, or has chosen a new password
by a mailed link. In an unknown browser, the owner can still sign in with a passkey, or with a code that is mailed.
"""

from typing import Any

from django.conf import settings
from django.core import signing
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import get_random_string

from accounts.addresses import owner_of
from accounts.models import User

SALT = "accounts.known_browsers"
SECONDS = 365 * 24 * 3600
# Of accounts that one browser remembers, the last ones.
MOST = 10


def counter_of(account: User | None, request: HttpRequest) -> str:
    """The name of the counters of a browser that is known to the account; an empty text for all other browsers."""
    browser, users = _known(request)
    return f"{account.pk}:{browser}" if account is not None and account.pk in users else ""


def login_in(credentials: dict[str, Any]) -> str:
    """The name or address that was entered. Reauthentication has the name, and adds the primary address."""
    return str(credentials.get("username") or credentials.get("email") or "")


def account_of(login: str) -> User | None:
    """The account with this name, or with this confirmed address. One query; a name has no @."""
    if "@" in login:
        return owner_of(login)
    return User.objects.alias(lowered=Lower("username")).filter(lowered=login.lower()).first()


def remember(request: HttpRequest, answer: HttpResponse, user: User) -> None:
    """Let the browser be known to the account."""
    browser, users = _known(request)
    known = [*(each for each in users if each != user.pk), user.pk][-MOST:]
    value = signing.dumps([browser or get_random_string(22), known], salt=SALT)
    is_https = settings.SESSION_COOKIE_SECURE
    name = settings.KNOWN_BROWSER_COOKIE_NAME
    answer.set_cookie(name, value, max_age=SECONDS, secure=is_https, httponly=True, samesite="Lax")


def _known(request: HttpRequest) -> tuple[str, list[int]]:
    """The name of the browser, and the accounts that have signed in there."""
    try:
        browser, users = signing.loads(
            request.COOKIES.get(settings.KNOWN_BROWSER_COOKIE_NAME, ""), salt=SALT, max_age=SECONDS
        )
    except signing.BadSignature:
        return "", []
    return browser, users
