"""Set language, time zone and appearance from the account, for visitors from cookies and the browser; keep sessions,
and what is sent after one has ended; drop requests that have waited too long."""

from collections.abc import Callable
from typing import cast
from zoneinfo import ZoneInfo

from allauth.account.adapter import get_adapter
from allauth.core.exceptions import ReauthenticationRequired
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME, logout
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseRedirectBase
from django.shortcuts import resolve_url
from django.utils import timezone, translation
from django.utils.http import urlencode

from accounts import kept_requests, language, looks, sessions
from accounts.access import AccessEnded
from accounts.pages import stale_forms
from accounts.pages.requests import is_guest, lead_to_account

GetResponse = Callable[[HttpRequest], HttpResponse]
# What browsers say of a request for a page, in Sec-Fetch-Mode. Old ones and programs say nothing.
PAGE = "navigate"


class AccountPreferencesMiddleware:
    """Set the reader's language and time zone on pages; the API answers in UTC."""

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
        """Keep the cookies equal to the account's settings, for the API's texts and for the page after logging out."""
        if not request.user.is_authenticated:
            return
        code, cookie = request.user.language, settings.LANGUAGE_COOKIE_NAME
        if cookie not in answer.cookies and request.COOKIES.get(cookie) != code:
            language.remember(answer, code)
        look, cookie = looks.look_of(request), settings.LOOK_COOKIE_NAME
        if cookie not in answer.cookies and request.COOKIES.get(cookie) != look.as_cookie():
            looks.remember(answer, look)


class GuestMiddleware:
    """Leads guests from allauth's pages to the one where they get an account; our own say so with a decorator."""

    # What a visitor may do, and the link of a mail.
    OPEN = (
        "account_logout",
        "account_confirm_email",
        "account_email_verification_sent",
        "account_inactive",
        "account_reset_password",
        "account_reset_password_done",
        "account_reset_password_from_key",
        "account_reset_password_from_key_done",
    )

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponse | None:
        name = request.resolver_match.view_name if request.resolver_match else ""
        is_allauths = name.startswith(("account_", "mfa_", "usersessions_")) and name not in self.OPEN
        return lead_to_account(request) if is_allauths and is_guest(request) else None


class SessionUseMiddleware:
    """A session is used by opening a page and by changing something. What scripts of a page read, streams among it, is
    no use: an open page would keep its session for ever.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        is_use = request.method not in ("GET", "HEAD") or request.headers.get("Sec-Fetch-Mode", PAGE) == PAGE
        if is_use and request.session.accessed and request.user.is_authenticated:
            sessions.used(cast("sessions.SessionStore", request.session), request.user)
        return answer


class EndedSessionMiddleware:
    """A form that is sent after the session has ended is shown again, instead of being lost behind the login page. The
    session may also end while the form is on its way.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if request.method == "POST" and _asks_for_login(answer) and not request.user.is_authenticated:
            return stale_forms.shown_again(request, needs_login=True) or answer
        return answer

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, AccessEnded):
            return None
        logout(request)
        return redirect_to_login(request.get_full_path())


def _asks_for_login(answer: HttpResponse) -> bool:
    """Whether this is how `login_required` answers: the login page leads on to where the form was sent."""
    return isinstance(answer, HttpResponseRedirectBase) and answer.url.startswith(
        f"{resolve_url(settings.LOGIN_URL)}?{REDIRECT_FIELD_NAME}="
    )


class KeptRequestsMiddleware:
    """Keeps what is sent without a fresh proof as accounts/kept_requests.py does. allauth would keep it in clear, and
    however long the proof takes.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, ReauthenticationRequired) or request.method != "POST":
            return None
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        way_on = kept_requests.keep(request)
        way = get_adapter().get_reauthentication_methods(request.user)[0]["url"]
        return HttpResponseRedirect(f"{way}?{urlencode({REDIRECT_FIELD_NAME: way_on})}")
