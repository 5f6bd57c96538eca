"""Variants of Django's middleware that do less; accounts/middleware.py has that of accounts."""

import logging
import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit
from uuid import uuid4

import structlog
from csp.middleware import CSPMiddleware
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers
from django_structlog.middlewares import RequestMiddleware

from kit import fallbacks
from muehle_server.shown_addresses import shown_address

GetResponse = Callable[[HttpRequest], HttpResponseBase]

COOKIELESS: Final = re.compile(
    r"/card\.png|/games/[0-9]+/(board\.(svg|png)|card\.png|qr\.svg|embed/)|/positions/board\.(svg|png)"
    r"|/players/pictures/[0-9]+-[0-9]+\.svg"
)


COMPRESSED: Final = ("text/html", "image/svg+xml", "application/x-muehle-pgn", "application/x-ndjson")
# Launchers and balancers ask from within.
REQUEST_LOG: Final = logging.getLogger(RequestMiddleware.__module__)
API_BY_HTTPS: Final = re.compile(r"/api/(?!v1/health/)")


class PublicHostMiddleware:
    """Refuses names that ALLOWED_HOSTS does not have, and replaces those that it has, with any port, by the host of
    SITE_URL: libraries make links of it, and caches make keys.

    A page that was opened under an allowed name sends that name as the Origin of its forms, which is replaced as well.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Raises DisallowedHost."""
        asked, host = request.get_host(), urlsplit(settings.SITE_URL).netloc
        if request.META.get("HTTP_ORIGIN") == f"{request.scheme}://{asked}":
            request.META["HTTP_ORIGIN"] = f"{request.scheme}://{host}"
        request.META["HTTP_HOST"] = host
        # Not to be looked up in ALLOWED_HOSTS again.
        request.get_host = lambda: host  # type: ignore[method-assign]
        return self.get_response(request)


class RequestLogMiddleware(RequestMiddleware):
    """Gives log lines the id of the request, and logs refusals and failures. It makes no lines that the level drops."""

    format_request = staticmethod(lambda request: f"{request.method} {shown_address(request)}")

    def prepare(self, request: HttpRequest) -> None:
        if REQUEST_LOG.isEnabledFor(logging.INFO):
            super().prepare(request)
        else:
            structlog.contextvars.bind_contextvars(request_id=request.META.get("HTTP_X_REQUEST_ID") or str(uuid4()))

    def handle_response(self, request: HttpRequest, response: HttpResponseBase) -> None:
        is_plain = response.status_code < HTTPStatus.BAD_REQUEST and not response.streaming
        if is_plain and not hasattr(request, "_raised_exception") and not REQUEST_LOG.isEnabledFor(logging.INFO):
            structlog.contextvars.clear_contextvars()
        else:
            super().handle_response(request, response)  # type: ignore[arg-type]  # streams too


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
    """What a document may do in the browser: Content-Security-Policy, Permissions-Policy, and where breaches are
    reported. Not for JSON: it runs no scripts, and composing a policy costs half as much time as storing a move."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if "json" in response.get("Content-Type", ""):
            return response
        response.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        response.headers.setdefault("Reporting-Endpoints", f'csp="{settings.CSP_REPORTS}"')
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


class OwnNotFoundMiddleware:
    """With DEBUG, shows our page of an address that leads nowhere, and not Django's with the table of addresses."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        is_page = answer.status_code == HTTPStatus.NOT_FOUND and answer.get("Content-Type", "").startswith("text/html")
        return fallbacks.not_found(request, Http404()) if is_page else answer


class CookielessMiddleware:
    """For addresses that other sites embed: requests are those of a visitor, and responses may be cached by proxies.

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
