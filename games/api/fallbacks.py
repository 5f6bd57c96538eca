"""Problems for what never reaches a view: unknown addresses, broken requests, faults. Pages get their own."""

from typing import Any

from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.utils.translation import gettext as _
from django.views import defaults
from django.views.decorators.csrf import csrf_exempt

from games.api.errors import MEDIA_TYPE, problem

PREFIX = "/api/"


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
    """Django's handler500."""
    if not request.path.startswith(PREFIX):
        return defaults.server_error(request)
    return _answer("server_error")


@csrf_exempt
def unknown_address(request: HttpRequest, **_parts: Any) -> HttpResponseBase:
    """The last address of the API: whatever has no other."""
    if not request.path.endswith("/"):
        return _answer("not_found", _("There is nothing here; addresses of the API end with a slash."))
    return _answer("not_found")


def _answer(code: str, detail: str = "") -> JsonResponse:
    found = problem(code, detail)
    return JsonResponse(found, status=found["status"], content_type=MEDIA_TYPE)
