"""Browsers in which somebody has signed in before, by a device cookie as OWASP describes it.

Everybody knows the names of accounts. Whoever enters wrong passwords for one uses up the attempts of all browsers that
are not known to it, but not those of a browser in which its owner has signed in before. In an unknown browser, the
owner can still sign in with a passkey, or with a code that is mailed.
"""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import get_random_string

from accounts.models import User

SALT = "accounts.known_browsers"
SECONDS = 365 * 24 * 3600
# Of accounts that one browser remembers, the last ones.
MOST = 10


def counter_of(request: HttpRequest, login: str) -> str:
    """The name of the counter for a login by name or by an address of the account's, which share one."""
    user_id = account_of(login)
    if user_id is None:
        return f"nobody:{login.lower()}"
    browser, users = _known(request)
    return f"{user_id}:{browser}" if user_id in users else f"{user_id}"


def account_of(login: str) -> int | None:
    """The account with this name, or with this address among its own.

    The indexes are on lower case; a name has no @, and addresses are stored in lower case.
    """
    name = login.lower()
    column = "email" if "@" in name else "username"
    rows = User.objects.annotate(lowered=Lower(column)).exclude(**{column: ""}).filter(lowered=name)
    addresses = EmailAddress.objects.filter(email=name).order_by("-verified", "pk")
    if column == "username":
        return rows.values_list("pk", flat=True).first()
    # An address that is not confirmed may be somebody else's.
    confirmed = addresses.filter(verified=True).values_list("user", flat=True).first()
    return confirmed or rows.values_list("pk", flat=True).first() or addresses.values_list("user", flat=True).first()


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
