"""The base classes of API views: rate limits, idempotency keys, ETags, unknown query parameters."""

import functools
import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.cache import get_conditional_response
from django.utils.http import parse_etags
from rest_framework.exceptions import ParseError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kit import locks
from kit.errors import IdempotencyKeyMalformed, InsufficientScope, PreconditionFailed
from kit.permissions import has_scope
from kit.requests import refuse_unknown_parameters

P = ParamSpec("P")
V = TypeVar("V", bound="Endpoint")
Handler = Callable[Concatenate[V, Request, P], Response]

HEADER = "Idempotency-Key"
ROOT = "/api/v1/"
# In rendered JSON, where a quotation mark inside a text is always escaped.
VOLATILE = re.compile(rb'"(?:server_time|remaining_seconds|total_left_seconds)":(?:"[^"]*"|\{[^}]*\})')
KEY = re.compile(r"[\x21-\x7e]{1,255}")


@dataclass(frozen=True, slots=True)
class StoredResponse:
    """A stored response; `is_repeated` if it was given before."""

    status: int
    content_type: str
    content: bytes
    is_repeated: bool = False


# Of a user and an Idempotency-Key: the first response to the request with this content, made by the function.
RespondOnce = Callable[[Any, str, bytes, Callable[[], StoredResponse]], StoredResponse]
_responding: list[RespondOnce] = []


def responds_once(function: RespondOnce) -> RespondOnce:
    """A decorator for the one function that stores responses; it raises IdempotencyKeyReused."""
    _responding[:] = [function]
    return function


class CountedView(APIView):
    """Counts each call once the caller is known. Refused calls count too, wrong tokens included.

    Responses may not be cached unless the view says otherwise, because some contain secrets.
    """

    # By method: the actions that a view calls, whose refusals it passes on, and the errors that it raises itself.
    refusals: Mapping[str, tuple[Any, ...]] = {}
    # The cost of a call by method, if it is not 1; a view may set `throttle_cost` for all methods.
    throttle_costs: Mapping[str, int] = {}

    @property
    def throttle_cost(self) -> int:
        return self.throttle_costs.get(self.request.method or "", 1)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Count the call before anything is refused. DRF would negotiate the format of the response first."""
        self.count(request)
        super().initial(request, *args, **kwargs)

    def count(self, request: Request) -> None:
        """Raises AuthenticationFailed and Throttled."""
        try:
            super().perform_authentication(request)
        finally:
            # A call with an unknown token counts as a visitor's.
            super().check_throttles(request)

    def perform_authentication(self, request: Request) -> None:
        """Do nothing at this point of DRF: `count` has authenticated the caller."""

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Set Cache-Control."""
        final = super().finalize_response(request, response, *args, **kwargs)
        final.setdefault("Cache-Control", "no-store")
        return final

    def check_throttles(self, request: Request) -> None:
        """Do nothing at this point of DRF, after the permissions: `count` has counted the call."""


class Endpoint(CountedView):
    """The base class of all views. Idempotency keys of visitors are ignored, as their POST requests change nothing.

    Responses to GET have an ETag, and are 304 if the client has that version. The tag is weak: it ignores values that
    change with the time of day alone.
    """

    has_tag = True
    # What a 201 of the view has made or changed: its address below ROOT. Values in braces are members of the answer or
    # of the address.
    location = ""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "post" in vars(cls):
            cls.post = _once(cls.post)  # type: ignore[attr-defined]  # DRF finds methods by their names
        if "get" in vars(cls):
            cls.get = _understood(cls.get)  # type: ignore[attr-defined]
            for method in ("patch", "put"):
                if method in vars(cls):
                    setattr(cls, method, _if_matched(vars(cls)[method]))

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check the query of unsafe methods before they run. That of a GET is checked after the view has read it."""
        super().initial(request, *args, **kwargs)
        method = str(request.method)
        if method not in SAFE_METHODS and hasattr(self, method.lower()):
            refuse_unknown_parameters(request)

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Add the ETag, and the headers Link and Location."""
        if request.method in SAFE_METHODS and response.status_code == HTTPStatus.OK:
            response.setdefault("Cache-Control", "private, no-cache")
        final = super().finalize_response(request, response, *args, **kwargs)
        if request.method in ("GET", "HEAD") and isinstance(final, Response) and final.status_code == HTTPStatus.OK:
            final.add_post_render_callback(functools.partial(_conditional, request._request))  # noqa: SLF001
            if links := _links(final.data):
                final["Link"] = links
        if final.status_code == HTTPStatus.CREATED and self.location:
            final["Location"] = ROOT + self.location.format_map({**self.kwargs, **(final.data or {})})
        return final


def _links(data: Any) -> str:
    """The neighbours of a page of a list, as in RFC 8288."""
    if not isinstance(data, Mapping):
        return ""
    neighbours = ((data.get(name), relation) for name, relation in (("next", "next"), ("previous", "prev")))
    return ", ".join(f'<{address}>; rel="{relation}"' for address, relation in neighbours if address)


def _tag_of(content: bytes) -> str:
    return f'W/"{hashlib.sha256(VOLATILE.sub(b"", content)).hexdigest()[:32]}"'


def _conditional(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The response with its ETag, or 304. Django's own middleware would include the running clocks in the tag."""
    response["ETag"] = _tag_of(response.content)
    answer: HttpResponse = get_conditional_response(request, etag=response["ETag"], response=response) or response
    for name in set(response.headers) - set(answer.headers):
        if not name.startswith("Content-"):
            answer[name] = response[name]
    return answer


def _understood(get: Handler[V, P]) -> Handler[V, P]:
    @functools.wraps(get)
    def get_as_asked(view: V, request: Request, /, *args: P.args, **kwargs: P.kwargs) -> Response:
        response = get(view, request, *args, **kwargs)
        refuse_unknown_parameters(request)
        return response

    return get_as_asked


def _if_matched(change: Handler[V, P]) -> Handler[V, P]:
    @functools.wraps(change)
    def change_if_matched(view: V, request: Request, /, *args: P.args, **kwargs: P.kwargs) -> Response:
        wanted = request.headers.get("If-Match")
        if wanted is None:
            return change(view, request, *args, **kwargs)
        scope = getattr(view, "required_scopes", {}).get("GET")
        if scope and not has_scope(request, scope):
            # The tag tells whether a guess of the content is right.
            raise InsufficientScope(scope.name)
        with transaction.atomic():
            _wait_for_others(request)
            _require_match(wanted, view.get(request, *args, **kwargs))  # type: ignore[attr-defined]
            # An action may commit a change before it refuses: the end of an overdue game.
            return _answered(view, lambda: change(view, request, *args, **kwargs))

    return change_if_matched


def _wait_for_others(request: Request) -> None:
    """Let calls with If-Match of the same address come one after the other, until the end of the transaction."""
    locks.hold(f"{request.user.pk} {request.path}")


def _require_match(wanted: str, present: Response) -> None:
    """Raise PreconditionFailed unless one of the tags is that of the present state.

    The comparison is weak (RFC 9110, 8.8.3.2), because all tags are.
    """
    tags = [tag.removeprefix("W/") for tag in parse_etags(wanted)]
    tag = _tag_of(JSONRenderer().render(present.data)).removeprefix("W/")
    if tags != ["*"] and tag not in tags:
        raise PreconditionFailed


def _once(post: Handler[V, P]) -> Handler[V, P]:
    @functools.wraps(post)
    def post_once(view: V, request: Request, /, *args: P.args, **kwargs: P.kwargs) -> Response:
        key = request.headers.get(HEADER)
        if key is None or not request.user.is_authenticated:
            return post(view, request, *args, **kwargs)
        if not KEY.fullmatch(key):
            raise IdempotencyKeyMalformed
        done = functools.partial(_answer, view, lambda: post(view, request, *args, **kwargs))
        [respond_once] = _responding
        return _response(respond_once(request.user, key, _content_of(request), done))

    return post_once


def _content_of(request: Request) -> bytes:
    """What must be equal in two requests with the same key: the address, and the parsed body.

    Raises the errors of parsing the body.
    """
    sent = request.data
    # JSON bodies are never lists, so a form cannot be mistaken for one.
    said = sorted(sent.lists()) or {} if isinstance(sent, QueryDict) else sent
    try:
        return f"{request.get_full_path()}\n{json.dumps(said, sort_keys=True)}".encode()
    except RecursionError as error:
        raise ParseError from error


def _answered(view: APIView, call: Callable[[], Response]) -> Response:
    """The response of the view, refusals included.

    Errors that are not the view's, such as a lost database, are raised.
    """
    try:
        return call()
    except Exception as error:
        response = view.handle_exception(error)
        if response.status_code >= 500:
            raise
        return response


def _answer(view: APIView, post: Callable[[], Response]) -> StoredResponse:
    response = _answered(view, post)
    content_type = response.content_type or JSONRenderer.media_type
    return StoredResponse(response.status_code, content_type, JSONRenderer().render(response.data))


def _response(answer: StoredResponse) -> Response:
    headers = {"Idempotent-Replayed": "true"} if answer.is_repeated else {}
    data = json.loads(answer.content) if answer.content else None
    return Response(data, status=answer.status, content_type=answer.content_type, headers=headers)
