"""Language, time zone and looks follow the account; guests are served by cookie and browser."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.locale import LocaleMiddleware
from django.utils import timezone, translation

from accounts import language, looks

GetResponse = Callable[[HttpRequest], HttpResponse]


class AccountLocaleMiddleware(LocaleMiddleware):
    """Cookie, then Accept-Language: for guests, and for requests of the API, which know the account only later."""


class AccountTimezoneMiddleware:
    """Show pages in the reader's own language and zone; the API answers in UTC throughout."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith("/api/") or not request.user.is_authenticated:
            return self.get_response(request)
        translation.activate(request.user.language)
        request.LANGUAGE_CODE = request.user.language
        with timezone.override(ZoneInfo(request.user.time_zone)):
            answer = self.get_response(request)
        self._keep_cookies_in_step(request, answer)
        return answer

    def _keep_cookies_in_step(self, request: HttpRequest, answer: HttpResponse) -> None:
        """The API's texts and the page after logging out are in the account's language and look by its cookies."""
        if not request.user.is_authenticated:
            return
        code, cookie = request.user.language, settings.LANGUAGE_COOKIE_NAME
        if cookie not in answer.cookies and request.COOKIES.get(cookie) != code:
            language.remember(answer, code)
        look = looks.look_of(request)
        if looks.COOKIE not in answer.cookies and request.COOKIES.get(looks.COOKIE) != look.as_cookie():
            looks.remember(answer, look)
