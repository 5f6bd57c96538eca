"""Problems for what never reaches a view: unknown addresses, broken requests, faults. Pages get their own."""

import sys
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template import loader
from django.utils.translation import gettext as _
from django.views import defaults
from django.views.decorators.csrf import csrf_exempt

from games.api.errors import MEDIA_TYPE, RETRY_AFTER_SECONDS, problem
from games.pubsub import RedisAway

PREFIX = "/api/"
# Logging in counts its attempts in Redis, and nobody gets in uncounted.
AWAY = (OperationalError, InterfaceError, RedisAway)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Django's handler404."""
    if not request.path.startswith(PREFIX):
        return defaults.page_not_found(request, exception)
    return unknown_address(request)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Django's handler400."""
    if not request.path.startswith(PREFIX):
        return defaults.bad_request(request, exception)
    return _answer("malformed")


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Django's handler500, called while the exception is being handled."""
    if isinstance(sys.exception(), AWAY):
        return _unavailable(request)
    if not request.path.startswith(PREFIX):
        return defaults.server_error(request)
    return _answer("server_error")


@csrf_exempt
def unknown_address(request: HttpRequest, **_parts: Any) -> HttpResponseBase:
    """The last address of the API: whatever has no other."""
    if not request.path.endswith("/"):
        return _answer("not_found", _("There is nothing here; addresses of the API end with a slash."))
    return _answer("not_found")


def _unavailable(request: HttpRequest) -> HttpResponseBase:
    # Without the request: who is signed in cannot be looked up now.
    page = loader.get_template("503.html")
    answer = _answer("unavailable") if request.path.startswith(PREFIX) else HttpResponse(page.render(), status=503)
    answer.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return answer


def _answer(code: str, detail: str = "") -> JsonResponse:
    found = problem(code, detail)
    return JsonResponse(found, status=found["status"], content_type=MEDIA_TYPE)
