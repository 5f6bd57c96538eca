"""What is said to requests that go no further than the web entry: a problem of the API, or a page for a browser.

Django has not seen them, so that who calls is unknown, and nothing is counted.
"""

from http import HTTPStatus

import structlog
from django.http import HttpRequest, HttpResponse, parse_cookie
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from kit import fallbacks
from kit.problems import RETRY_AFTER_SECONDS
from muehle_server.hybrid import MAX_ADDRESS_BYTES, MAX_BODY_BYTES, Header, Scope

log = structlog.get_logger(__name__)

CODES = {
    HTTPStatus.REQUEST_TIMEOUT: "request_timeout",
    HTTPStatus.LENGTH_REQUIRED: "length_required",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "body_too_large",
    HTTPStatus.REQUEST_URI_TOO_LONG: "address_too_long",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "unsupported_media_type",
    HTTPStatus.SERVICE_UNAVAILABLE: "unavailable",
}
DETAILS = {
    "request_timeout": _("The request took too long to arrive."),
    "length_required": _("Send the body with a Content-Length; chunked bodies are not accepted."),
    "body_too_large": _("A body can have at most %(most)s bytes."),
    "address_too_long": _("An address can have at most %(most)s bytes, path and query together."),
    "unsupported_media_type": _("Forms must be in UTF-8, other bodies in a text charset."),
    "malformed": _("The request line or its headers are malformed, or too long."),
    "unavailable": _("Too many connections are open right now. Please try again in a moment."),
}
MOST = {"body_too_large": MAX_BODY_BYTES, "address_too_long": MAX_ADDRESS_BYTES}


def refuse(scope: Scope, status: HTTPStatus) -> tuple[list[Header], bytes]:
    """The headers and the body of the answer with this status. The scope is ASGI's."""
    request, code = _request_of(scope), CODES.get(status, "malformed")
    with translation.override(translation.get_language_from_request(request)):
        log.info("refused_at_the_door", code=code)
        answer = fallbacks.refusal(request, code, str(DETAILS[code]) % {"most": MOST.get(code)})
        return _headers_of(request, answer), answer.content


def _request_of(scope: Scope) -> HttpRequest:
    """As much of it as the answer depends on; the rest may be what it is refused for."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    request = HttpRequest()
    request.path = scope["path"]
    request.META = {
        "HTTP_ACCEPT": headers.get(b"accept", "*/*"),
        "HTTP_ACCEPT_LANGUAGE": headers.get(b"accept-language", ""),
    }
    request.COOKIES = parse_cookie(headers.get(b"cookie", ""))
    return request


def _headers_of(request: HttpRequest, answer: HttpResponse) -> list[Header]:
    said = {
        **answer.headers,
        "Content-Length": str(len(answer.content)),
        "Content-Language": translation.get_language(),
        "Cache-Control": "no-store",
        "Connection": "close",
    }
    if answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
        said["Retry-After"] = str(RETRY_AFTER_SECONDS)
    if fallbacks.is_call(request):
        # So that pages of other sites, which may call the API, can read it too.
        said["Access-Control-Allow-Origin"] = "*"
    return [(name.lower().encode(), str(value).encode("latin-1")) for name, value in said.items()]
