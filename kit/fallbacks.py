"""Responses to requests that reach no view: unknown URLs, broken requests, server errors. Problems or pages."""

import sys
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template import loader
from django.utils.translation import gettext as _
from django.views import defaults
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from kit.endpoints import CountedView
from kit.problems import MEDIA_TYPE, RETRY_AFTER_SECONDS, problem
from kit.redis_connections import RedisAway

PREFIX = "/api/"
# Login attempts are counted in Redis, and nobody can log in uncounted.
AWAY = (OperationalError, InterfaceError, RedisAway)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Django's handler404."""
    if not is_call(request):
        return defaults.page_not_found(request, exception)
    return unknown_address(request)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Django's handler400."""
    if isinstance(exception, RequestDataTooBig):
        return refusal(request, "body_too_large")
    if not is_call(request):
        return defaults.bad_request(request, exception)
    return _answer("malformed")


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Django's handler500, called while the exception is being handled."""
    if isinstance(sys.exception(), AWAY):
        return _unavailable(request)
    if not is_call(request):
        return defaults.server_error(request)
    return _answer("server_error")


class UnknownAddressView(CountedView):
    """The last URL pattern of the API, for all unknown URLs. They count as calls."""

    permission_classes: Any = ()

    def initial(self, request: Request, *_args: Any, **_parts: Any) -> None:
        """Raises NotFound, and what CountedView raises."""
        self.count(request)
        if not request.path.endswith("/"):
            raise NotFound(_("There is nothing here; addresses of the API end with a slash."))
        raise NotFound


unknown_address = UnknownAddressView.as_view()


def is_call(request: HttpRequest) -> bool:
    """Whether the request is for the API."""
    return request.path.startswith(PREFIX)


def refusal(request: HttpRequest, code: str, detail: str = "") -> HttpResponse:
    """The response to a request that no view has handled: a page for browsers, otherwise a problem."""
    answer = _answer(code, detail)
    if is_call(request) or "text/html" not in request.META.get("HTTP_ACCEPT", ""):
        return answer
    # Rendered without the request, like 503.html, because the user is not known.
    page = loader.select_template([f"{answer.status_code}.html", "400.html"])
    return HttpResponse(page.render(), status=answer.status_code)


def plain_http(request: HttpRequest) -> HttpResponseBase:
    """The response to calls by plain HTTP on a site that is served by HTTPS."""
    return _answer("https_required")


def _unavailable(request: HttpRequest) -> HttpResponseBase:
    # Rendered without the request: the user cannot be looked up now.
    page = loader.get_template("503.html")
    answer = _answer("unavailable") if is_call(request) else HttpResponse(page.render(), status=503)
    answer.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return answer


def _answer(code: str, detail: str = "") -> JsonResponse:
    found = problem(code, detail)
    return JsonResponse(found, status=found["status"], content_type=MEDIA_TYPE)
