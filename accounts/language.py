"""The language cookie. An account's language is a column; the cookie follows it."""

from django.conf import settings
from django.http import HttpResponse

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
