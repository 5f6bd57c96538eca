"""How often a password, or a code of the second factor, may be guessed: `ACCOUNT_RATE_LIMITS` has the number.

Guesses are counted by account, whatever name or address was entered. Strangers who use them up refuse only strangers:
a browser that is known to the account has guesses of its own.
"""

from allauth.account.internal.flows.login import get_authentication_records
from allauth.core import context
from allauth.core.internal import ratelimit

from accounts import known_browsers
from accounts.models import User

LIMIT = {"app": "allauth.account", "action": "guess"}
PASSWORD, CODE = "password", "code"


def one_more(what: str, account: User | None, *, entered: str = "") -> ratelimit.RateLimitUsage | None:
    """Count a guess; None if it is one too many. `rollback()` of the answer takes it back, if it was right."""
    place = _place_of(account) if account is not None else f"entered:{entered.lower()}"
    return ratelimit.consume(context.request, **LIMIT, key=f"{what}:{place}")


def is_by_stranger(account: User | None) -> bool:
    """Whether nothing in the request tells the owner of the account from strangers."""
    return account is None or _place_of(account) == str(account.pk)


def forget_those_of_strangers(account: User) -> None:
    """Forget the passwords that were guessed: there is a new one."""
    ratelimit.clear(context.request, **LIMIT, key=f"{PASSWORD}:{account.pk}")


def _place_of(account: User) -> str:
    """The account, with what tells its owner from strangers: a known browser, a session, or a code sent by mail."""
    request = context.request
    if counter := known_browsers.counter_of(account, request):
        return counter
    if request.user == account:
        return f"{account.pk}:{request.session.session_key}"
    proofs = {record["method"] for record in get_authentication_records(request, account)}
    return f"{account.pk}:mail" if "code" in proofs else str(account.pk)
