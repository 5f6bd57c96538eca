"""Django's middleware where ours does less. What accounts need is in accounts/middleware.py."""

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from csp.middleware import CSPMiddleware
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from games.api import fallbacks

GetResponse = Callable[[HttpRequest], HttpResponseBase]

COOKIELESS: Final = re.compile(
    r"/card\.png|/games/[0-9]+/(board\.(svg|png)|card\.png|qr\.svg|embed/)|/positions/board\.(svg|png)"
)


COMPRESSED: Final = ("text/html", "image/svg+xml", "application/x-muehle-pgn", "application/x-ndjson")
# Launchers and balancers ask from within.
API_BY_HTTPS: Final = re.compile(r"/api/(?!v1/health/)")


class HttpsOnlyMiddleware:
    """Refuses calls of the API by plain HTTP where pages are redirected: a redirect hides from a program that its token
    goes about in the open, and makes a GET of its POST."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if settings.SECURE_SSL_REDIRECT and not request.is_secure() and API_BY_HTTPS.match(request.path):
            return fallbacks.plain_http(request)
        return self.get_response(request)


class DocumentPolicyMiddleware(CSPMiddleware):
    """A Content-Security-Policy only for documents: JSON runs no scripts, and composing one costs half as much time as
    storing a move."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if "json" in response.get("Content-Type", ""):
            return response
        answer: HttpResponseBase = super().process_response(request, response)
        return answer


class PageCompressionMiddleware(GZipMiddleware):
    """Compresses pages, drawings, records and downloads, which shrink to a quarter. JSON answers are small; the
    response of a stream forbids changes by its Cache-Control header.

    Django hides the length of what it compresses (BREACH), and masks the CSRF token in each page.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        is_sent_as_it_is = "no-transform" in response.get("Cache-Control", "")
        if is_sent_as_it_is or not response.get("Content-Type", "").startswith(COMPRESSED):
            return response
        answer: HttpResponseBase = super().process_response(request, response)
        return answer


class CookielessMiddleware:
    """For addresses that other sites embed: requests are those of a guest, and responses may be cached by proxies.

    It stands before sessions and languages, which then find no cookie to go by and set none.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not COOKIELESS.fullmatch(request.path_info):
            return self.get_response(request)
        request.META.pop("HTTP_COOKIE", None)
        answer = self.get_response(request)
        answer.cookies.clear()
        answer.headers.pop("Vary", None)
        # The words in a picture are in the language that its address names.
        if answer.get("Content-Type", "").startswith("image/") or answer.status_code == HTTPStatus.NOT_MODIFIED:
            answer.headers.pop("Content-Language", None)
        else:
            patch_vary_headers(answer, ["Accept-Language"])
        return answer
