"""Every refusal becomes an RFC 9457 problem here; its status is that of games/statuses.py.

docs/api.md and the page of problems list every code; tests hold the three together.
"""

from collections.abc import Mapping
from typing import Any

import structlog
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, UnreadablePostError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.errors import InsufficientScope, InvalidToken
from games import errors, selectors
from games.api.answers import challenge_shapes
from games.api.callers import viewer_id
from games.api.sentences import media_types_of, sentence
from games.api.throttling import LimitReached
from games.shapes import game_shape
from games.statuses import REFUSED

log = structlog.get_logger(__name__)

MEDIA_TYPE = "application/problem+json"
RETRY_AFTER_SECONDS = 5
BEARER = 'Bearer realm="api"'
# What passes by itself.
COMES_BACK = (OperationalError, InterfaceError, errors.StreamsFull, errors.TooManyStreams, errors.TooManyDownloads)

# What can be wrong before the domain is asked, and what can fail below it.
TRANSPORT: Mapping[str, tuple[int, errors.Text]] = {
    "malformed": (400, _("This request cannot be understood.")),
    "idempotency_key_malformed": (400, _("An Idempotency-Key is 1 to 255 visible ASCII characters.")),
    "malformed_body": (400, _("The body cannot be read.")),
    "invalid": (400, _("Some fields are not as they should be.")),
    "not_authenticated": (401, _("Who are you? Send a token, or sign in.")),
    "invalid_token": (401, _("This token is unknown, expired or revoked.")),
    "insufficient_scope": (403, _("This token does not have the scope that is needed.")),
    "session_required": (403, _("This is for the owner, signed in on the site; a token cannot do it.")),
    "token_required": (403, _("A bot plays by its program, with a token that has the scope bot:play.")),
    "second_factor_required": (
        403,
        _("Whoever settles disputes shows a second factor first: sign in to the administration."),
    ),
    "https_required": (
        403,
        _("The API speaks HTTPS alone. A token that came by plain HTTP was seen on its way: revoke it."),
    ),
    "csrf_failed": (403, _("A request with the session cookie must carry the X-CSRFToken header.")),
    "permission_denied": (403, _("You may not do this.")),
    "not_found": (404, errors.NotFound.text),
    "method_not_allowed": (405, _("This address does not know this method.")),
    "not_acceptable": (406, _("There is no answer in a form that you accept.")),
    "too_many_apps": (409, _("You have registered too many apps already; delete one first.")),
    "too_many_tokens": (409, _("You have too many tokens already; revoke one first.")),
    "length_required": (411, _("Send the body with a Content-Length.")),
    "body_too_large": (413, _("The body is too large.")),
    "unsupported_media_type": (415, _("The body is in a form that is not understood here; send JSON or a form.")),
    "idempotency_key_reused": (422, _("This Idempotency-Key came with another request before; take a new one.")),
    "throttled": (429, _("Too many requests; Retry-After says when to come back.")),
    "server_error": (500, _("Something went wrong here. It has been noted.")),
    "unavailable": (503, _("The database does not answer. Please try again in a moment.")),
}
RENAMED = {"parse_error": "malformed_body", "authentication_failed": "invalid_token", "error": "server_error"}

Problem = dict[str, Any]


def problem_response(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The answer to whatever a view raised; None for a fault of ours, which then goes the way of all faults."""
    request: Request = context["request"]
    found = _problem(error, request, context["view"])
    if found is None:
        return None
    # Whatever was accepted, a problem is JSON; and where nothing was acceptable, nothing has been chosen yet.
    request.accepted_renderer, request.accepted_media_type = JSONRenderer(), JSONRenderer.media_type
    headers = _headers(error)
    if isinstance(error, exceptions.UnsupportedMediaType):
        headers["Accept"] = media_types_of(context["view"])
    return Response(found, status=found["status"], headers=headers, content_type=MEDIA_TYPE)


def problem(code: str, detail: str = "", **details: Any) -> Problem:
    """A problem as data; what is in `details` stands beside the standard members."""
    return {
        "type": f"/api/v1/problems/#{code}",
        "title": code.replace("_", " ").capitalize(),
        "status": STATUSES[code],
        "detail": detail or str(MEANINGS[code]),
        "code": code,
        "request_id": structlog.contextvars.get_contextvars().get("request_id", ""),
        **details,
    }


STATUSES: Mapping[str, int] = {
    **{code: status for code, (status, _text) in TRANSPORT.items()},
    **{refusal.code: status for refusal, status in REFUSED.items()},
}
# What each code means in general; a refusal's own text has figures to fill in.
MEANINGS: Mapping[str, errors.Text] = {
    **{code: text for code, (_status, text) in TRANSPORT.items()},
    **{refusal.code: refusal.text for refusal in REFUSED},
}


def _problem(error: Exception, request: Request, view: Any) -> Problem | None:
    if isinstance(error, errors.Refusal):
        return problem(error.code, error.message, **error.details, **_state(error, request))
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


def _state(error: errors.Refusal, request: Request) -> Problem:
    """Game or challenge as it is stored: the one in hand may have been changed before the refusal undid it."""
    if isinstance(error, errors.ChallengeClosed):
        return _challenge_of(error, request)
    if not isinstance(error, errors.GameRefusal) or not hasattr(error, "game"):
        return {}
    game = selectors.game_for_viewer(error.game.pk)
    return {"game": game_shape(game, viewer_id=viewer_id(request), now=timezone.now())}


def _challenge_of(error: errors.ChallengeClosed, request: Request) -> Problem:
    try:
        challenge = selectors.challenge_for_viewer(error.challenge.number, request.user.pk)
    except errors.NotFound:
        return {}
    (shape,) = challenge_shapes([challenge])
    return {"challenge": shape}


def _headers(error: Exception) -> dict[str, str]:
    headers = {}
    if isinstance(error, COMES_BACK):
        headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    if isinstance(error, LimitReached):
        headers["Retry-After"] = str(error.wait_seconds)
    if (challenge := _challenge(error)) is not None:
        headers["WWW-Authenticate"] = challenge
    return headers


def _challenge(error: Exception) -> str | None:
    """What RFC 6750 tells of a token; whoever has sent none is only told that one is wanted."""
    if isinstance(error, InsufficientScope):
        return f'{BEARER}, error="insufficient_scope", scope="{error.details["required_scope"]}"'
    if not hasattr(error, "auth_header"):
        return None
    return f'{BEARER}, error="invalid_token"' if isinstance(error, InvalidToken) else BEARER


def _by_field(detail: Any, prefix: str = "") -> dict[str, list[str]]:
    """Messages by field, with dots into nested objects: {"clock.days_per_move": ["…"]}."""
    if not isinstance(detail, dict):
        return {prefix or "non_field_errors": [str(message) for message in detail]}
    found: dict[str, list[str]] = {}
    for name, inner in detail.items():
        found |= _by_field(inner, f"{prefix}.{name}" if prefix else str(name))
    return found
