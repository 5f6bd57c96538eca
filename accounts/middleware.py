"""Language and time zone follow the account; guests are served by cookie and browser."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.locale import LocaleMiddleware
from django.utils import timezone, translation

GetResponse = Callable[[HttpRequest], HttpResponse]


class AccountLocaleMiddleware(LocaleMiddleware):
    """Cookie, then Accept-Language. A signed-in reader's cookie is set from the account at login and on change."""


class AccountTimezoneMiddleware:
    """Show times on pages in the reader's own zone; the API answers in UTC throughout."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith("/api/"):
            return self.get_response(request)
        user = request.user
        if user.is_authenticated:
            if settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
                translation.activate(user.language)
            with timezone.override(ZoneInfo(user.time_zone)):
                return self.get_response(request)
        return self.get_response(request)
