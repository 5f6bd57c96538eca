"""The cookie that carries a reader's language. An account's language is a column; this only keeps browsers in step."""

from django.conf import settings
from django.http import HttpResponse

YEAR_IN_SECONDS = 365 * 24 * 60 * 60


def remember(answer: HttpResponse, language: str) -> None:
    """Let the browser ask for pages in this language from now on."""
    answer.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=YEAR_IN_SECONDS,
        samesite="Lax",
        secure=settings.LANGUAGE_COOKIE_SECURE,
    )
