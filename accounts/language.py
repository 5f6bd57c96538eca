"""The language of an account, which is a column, and the cookie that follows it.

Changing it takes no proof of identity. So mails about changes of the account stay in the former language for 30 days: a
thief cannot let them come in one that the owner does not read.
"""

from datetime import timedelta

from django.conf import settings
from django.http import HttpResponse

from accounts.models import User
from accounts.security.addresses import TRUSTED_AFTER
from kit import database_time

# So long after signing up, a change corrects what the browser has said.
CORRECTED_WITHIN = timedelta(days=1)
YEAR_IN_SECONDS = 365 * 24 * 60 * 60


def remember(answer: HttpResponse, language: str) -> None:
    """Set the language cookie."""
    answer.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=YEAR_IN_SECONDS,
        samesite="Lax",
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=True,
    )


def keep_former(user: User) -> list[str]:
    """Keep the language before a change that follows; returns the columns to save.

    After several changes in 30 days that is the one before the first.
    """
    now = database_time.now()
    if now - user.date_joined < CORRECTED_WITHIN:
        return []
    if not _is_young(user):
        user.former_language = user.language
    user.language_since = now
    return ["former_language", "language_since"]


def of_security_mails(user: User) -> str:
    """The language in which the owner is told of changes of the account."""
    return user.former_language if user.former_language and _is_young(user) else user.language


def _is_young(user: User) -> bool:
    return user.language_since is not None and database_time.now() - user.language_since < TRUSTED_AFTER
