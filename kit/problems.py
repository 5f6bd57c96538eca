"""Errors as RFC 9457 problems. The class of an error has the code and the status.

The page of problems and the tables of docs/api/errors.md (`manage.py error_tables`) follow from them. Apps declare
members of problems, and the state that an answer shows, in their module `api.problems`, which is imported when Django
starts.
"""

import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any, NamedTuple, TypeVar

import structlog
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, UnreadablePostError
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions, serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from kit.errors import ApiRefusal, InsufficientScope, InvalidToken, Refusal, Text
from kit.rate_limits import LimitReached

Problem = dict[str, Any]
E = TypeVar("E", bound=Refusal)

_members: dict[str, serializers.Field[Any, Any, Any, Any]] = {}
_states: dict[type[Refusal], Callable[[Any, Request], Problem]] = {}


def add_members(**members: serializers.Field[Any, Any, Any, Any]) -> None:
    """Describe members of problems, each required by none; raises ValueError for one that is there already."""
    if taken := members.keys() & {*_members, *ProblemSerializer._declared_fields}:  # noqa: SLF001
        raise ValueError(f"problems have members of these names already: {', '.join(sorted(taken))}")
    _members.update(members)


def current_state(kind: type[E]) -> Callable[[Callable[[E, Request], Problem]], Callable[[E, Request], Problem]]:
    """A decorator: the function gives the state to show with errors of this class and its subclasses."""

    def register(state: Callable[[E, Request], Problem]) -> Callable[[E, Request], Problem]:
        _states[kind] = state
        return state

    return register


def state_with(error: Refusal, request: Request) -> Problem:
    """The current state that a problem shows besides the error."""
    state = next((_states[kind] for kind in type(error).__mro__ if kind in _states), None)
    return state(error, request) if state else {}


class LimitSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    requests = serializers.IntegerField()
    seconds = serializers.IntegerField()


class ProblemSerializer(serializers.Serializer[Any]):
    """Why the request was refused; nothing has changed. `code` is stable, `detail` is for people."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    request_id = serializers.CharField()
    errors = serializers.DictField(  # type: ignore[assignment]  # a field leaves the class again
        child=serializers.ListField(child=serializers.CharField()), required=False, help_text="Messages by field."
    )
    limit = LimitSerializer(required=False)
    required_scope = serializers.CharField(required=False)
    most = serializers.IntegerField(required=False)
    reason = serializers.CharField(required=False, help_text="With `illegal_move`: the rule that is broken.")
    why = serializers.CharField(required=False, help_text="The `reason` in words.")
    ply = serializers.IntegerField(required=False)
    count = serializers.IntegerField(required=False)
    longest = serializers.IntegerField(required=False)
    until = serializers.DateTimeField(required=False, help_text="When it is possible again.")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {**super().get_fields(), **deepcopy(_members)}


log = structlog.get_logger(__name__)

MEDIA_TYPE = "application/problem+json"
RETRY_AFTER_SECONDS = 5
# The place of a value in the text of an error.
FIGURE = re.compile(r"%\((\w+)\)s")
BEARER = 'Bearer realm="api"'


class ProblemKind(NamedTuple):
    """The status of a code and its general meaning. The text of an error may have values to fill in.

    `note` is what developers of clients read beside it in docs/api/errors.md; of a class it is the docstring.
    """

    status: int
    meaning: Text
    note: str = ""

    def text_with(self, figure: str) -> str:
        """The meaning with this in the place of each value; `\\1` in it stands for the name of the value."""
        return FIGURE.sub(figure, str(self.meaning)).replace("%%", "%")


# Errors before a view is called, and errors below it.
TRANSPORT: Mapping[str, ProblemKind] = {
    "malformed": ProblemKind(400, _("This request cannot be understood.")),
    "malformed_body": ProblemKind(400, _("The body cannot be read.")),
    "invalid": ProblemKind(400, _("Some fields are invalid."), "`errors` names them."),
    "not_authenticated": ProblemKind(401, _("Authentication required: send a token or log in.")),
    "https_required": ProblemKind(
        403,
        _("The API accepts HTTPS only. A token sent over plain HTTP may have been seen on its way: revoke it."),
    ),
    "permission_denied": ProblemKind(403, _("You do not have permission to do this.")),
    "method_not_allowed": ProblemKind(405, _("This address does not support this method.")),
    "not_acceptable": ProblemKind(406, _("None of the formats you accept is available.")),
    "request_timeout": ProblemKind(408, _("The request took too long to arrive."), "The connection is closed."),
    "length_required": ProblemKind(411, _("Send the body with a Content-Length.")),
    "body_too_large": ProblemKind(413, _("The body is too large.")),
    "address_too_long": ProblemKind(414, _("The address is too long."), "Path and query may have 8,000 bytes."),
    "unsupported_media_type": ProblemKind(415, _("This format is not supported; send JSON or form data.")),
    "throttled": ProblemKind(429, _("Too many requests; try again after the time in Retry-After.")),
    "server_error": ProblemKind(500, _("Something went wrong on our side. The error has been logged.")),
    "unavailable": ProblemKind(
        503,
        _("The database does not answer. Please try again in a moment."),
        "It may have too many connections.",
    ),
}
RENAMED = {"parse_error": "malformed_body", "authentication_failed": "invalid_token", "error": "server_error"}


def problem_response(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The response to an error of a view; None for unexpected errors, which are handled as Django does."""
    request: Request = context["request"]
    found = _problem(error, request, context["view"])
    if found is None:
        return None
    # Problems are JSON, whatever the client accepts. If nothing was acceptable, no renderer has been chosen yet.
    request.accepted_renderer, request.accepted_media_type = JSONRenderer(), JSONRenderer.media_type
    headers = _headers(error)
    if isinstance(error, exceptions.UnsupportedMediaType):
        headers["Accept"] = media_types_of(context["view"])
    return Response(found, status=found["status"], headers=headers, content_type=MEDIA_TYPE)


def problem(code: str, detail: str = "", **details: Any) -> Problem:
    """A problem as data; `details` are members beside the standard ones."""
    kind = problem_kind(code)
    return {
        "type": f"/api/v1/problems/#{code}",
        "title": code.replace("_", " ").capitalize(),
        "status": kind.status,
        "detail": detail or str(kind.meaning),
        "code": code,
        "request_id": structlog.contextvars.get_contextvars().get("request_id", ""),
        **details,
    }


def problem_kind(code: str) -> ProblemKind:
    """The declared status and meaning of a code."""
    if code in Refusal.kinds:
        refusal = Refusal.kinds[code]
        return ProblemKind(refusal.status, refusal.text, vars(refusal)["__doc__"] or "")
    if code in ApiRefusal.kinds:
        error = ApiRefusal.kinds[code]
        return ProblemKind(error.status_code, str(error.default_detail), vars(error)["__doc__"] or "")
    return TRANSPORT[code]


def known_codes() -> list[str]:
    """Every code that a problem can have."""
    return sorted({*TRANSPORT, *ApiRefusal.kinds, *Refusal.kinds})


def _problem(error: Exception, request: Request, view: Any) -> Problem | None:
    if isinstance(error, Refusal):
        return problem(error.code, error.message, **error.details, **state_with(error, request))
    if isinstance(error, exceptions.ValidationError):
        return problem("invalid", errors=_by_field(error.detail))
    if isinstance(error, exceptions.APIException):
        code = RENAMED.get(error.default_code, error.default_code)
        return problem(code, sentence(error, request, view), **getattr(error, "details", {}))
    return _framework_problem(error)


def _framework_problem(error: Exception) -> Problem | None:
    match error:
        case Http404():
            return problem("not_found")
        case RequestDataTooBig():
            return problem("body_too_large")
        case SuspiciousOperation() | UnreadablePostError():
            return problem("malformed_body")
        case OperationalError() | InterfaceError():
            log.error("database_unavailable", error=str(error))
            return problem("unavailable")
    return None


def _headers(error: Exception) -> dict[str, str]:
    headers = {}
    if (seconds := _retry_after(error)) is not None:
        headers["Retry-After"] = str(seconds)
    if (challenge := _challenge(error)) is not None:
        headers["WWW-Authenticate"] = challenge
    return headers


def _retry_after(error: Exception) -> int | None:
    """Seconds until a temporary error has passed."""
    match error:
        case OperationalError() | InterfaceError():
            return RETRY_AFTER_SECONDS
        case LimitReached():
            return error.wait_seconds
        case Refusal():
            return error.retry_after
    return None


def _challenge(error: Exception) -> str | None:
    """The challenge of RFC 6750. Callers without a token learn only that one is required."""
    if isinstance(error, InsufficientScope):
        return f'{BEARER}, error="insufficient_scope", scope="{error.details["required_scope"]}"'
    if not hasattr(error, "auth_header"):
        return None
    return f'{BEARER}, error="invalid_token"' if isinstance(error, InvalidToken) else BEARER


def _by_field(detail: Any, prefix: str = "") -> dict[str, list[str]]:
    """Messages by field, with dots for nested objects: {"clock.days_per_move": ["…"]}."""
    if not isinstance(detail, dict):
        return {prefix or "non_field_errors": [str(message) for message in detail]}
    found: dict[str, list[str]] = {}
    for name, inner in detail.items():
        found |= _by_field(inner, f"{prefix}.{name}" if prefix else str(name))
    return found


def sentence(error: exceptions.APIException, request: Request, view: Any) -> str:
    """The detail of a problem; empty if the general meaning of its code is enough."""
    match error:
        case LimitReached():
            return _(
                "The limit “%(name)s” is %(requests)s requests in %(seconds)s seconds; try again in %(wait)s seconds."
            ) % {**error.details["limit"], "wait": error.wait_seconds}
        case exceptions.MethodNotAllowed():
            methods = [method for method in view.allowed_methods if method != "OPTIONS"]
            known = {"method": request.method, "known": ", ".join(methods)}
            return _("%(method)s is not supported here; supported: %(known)s.") % known
        case exceptions.NotAcceptable():
            forms = ", ".join(dict.fromkeys(each.media_type for each in error.available_renderers or ()))
            return _("None of the formats you accept is available; available: %(forms)s.") % {"forms": forms}
        case exceptions.UnsupportedMediaType():
            return _about_the_body(request.content_type, media_types_of(view))
    is_borrowed = type(error).__module__.startswith("rest_framework") and error.detail == error.default_detail
    return "" if is_borrowed else str(error.detail)


def media_types_of(view: Any) -> str:
    """The media types that the view parses, in the format of an Accept header."""
    return ", ".join(parser.media_type for parser in view.parser_classes)


def _about_the_body(sent: str, forms: str) -> str:
    if not sent:
        return _("Set Content-Type to one of: %(forms)s.") % {"forms": forms}
    parts = {"sent": sent[:100], "forms": forms}
    return _("The type “%(sent)s” is not supported; supported: %(forms)s.") % parts
