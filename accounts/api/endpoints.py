"""What all views of the API have in common: every call is counted, a POST with a key is done once, a GET says whether
it has changed, and a query that nobody understands is refused."""

import functools
import hashlib
import json
import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.cache import get_conditional_response
from rest_framework.exceptions import ParseError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.errors import IdempotencyKeyMalformed, IdempotencyKeyReused
from accounts.api.requests import refuse_what_nobody_reads
from accounts.idempotency import Answer, KeyReused, answered_once
from accounts.models import User

P = ParamSpec("P")
V = TypeVar("V", bound="Endpoint")
Handler = Callable[Concatenate[V, Request, P], Response]

HEADER = "Idempotency-Key"
# In JSON as it is rendered, where a quotation mark within a text is never bare.
VOLATILE = re.compile(rb'"(?:server_time|remaining_seconds)":(?:"[^"]*"|\{[^}]*\})')
KEY = re.compile(r"[\x21-\x7e]{1,255}")


class CountedView(APIView):
    """Counts a call as soon as the caller is known: what is refused costs as well, wrong tokens included.

    Its answer may be kept by nobody, for there are secrets in answers to deeds, unless it says otherwise.
    """

    # What a call of a method counts for in the limits, where that is not one; a view may say `throttle_cost` for all.
    throttle_costs: Mapping[str, int] = {}

    @property
    def throttle_cost(self) -> int:
        return self.throttle_costs.get(self.request.method or "", 1)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Count before anything is refused; DRF would choose the form of the answer first."""
        self.count(request)
        super().initial(request, *args, **kwargs)

    def count(self, request: Request) -> None:
        """Raises AuthenticationFailed and Throttled."""
        try:
            super().perform_authentication(request)
        finally:
            # A token that was not known leaves a guest behind.
            super().check_throttles(request)

    def perform_authentication(self, request: Request) -> None:
        """Nothing is left to be done where DRF does it."""

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Say whether the answer may be kept."""
        final = super().finalize_response(request, response, *args, **kwargs)
        final.setdefault("Cache-Control", "no-store")
        return final

    def check_throttles(self, request: Request) -> None:
        """Nothing is left to be done where DRF does it, after the permissions."""


class Endpoint(CountedView):
    """The base of every view. A guest's POST changes nothing, so his key is not looked at.

    An answer to a GET has an ETag, and 304 for who has it already. The tag is weak: it leaves out what the time of day
    alone changes.
    """

    has_tag = True

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "post" in vars(cls):
            cls.post = _once(cls.post)  # type: ignore[attr-defined]  # DRF finds methods by their names
        if "get" in vars(cls):
            cls.get = _understood(cls.get)  # type: ignore[attr-defined]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse what cannot be undone before it is done; a GET is looked at when the view has read what it reads."""
        super().initial(request, *args, **kwargs)
        method = str(request.method)
        if method not in SAFE_METHODS and hasattr(self, method.lower()):
            refuse_what_nobody_reads(request)

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Give a reader who asks again something to compare with."""
        if request.method in SAFE_METHODS and response.status_code == HTTPStatus.OK:
            response.setdefault("Cache-Control", "private, no-cache")
        final = super().finalize_response(request, response, *args, **kwargs)
        if request.method in ("GET", "HEAD") and isinstance(final, Response) and final.status_code == HTTPStatus.OK:
            final.add_post_render_callback(functools.partial(_conditional, request._request))  # noqa: SLF001
        return final


def _conditional(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer with its tag, or 304 without it. Django's own middleware would tag the running clocks too."""
    response["ETag"] = f'W/"{hashlib.sha256(VOLATILE.sub(b"", response.content)).hexdigest()[:32]}"'
    answer: HttpResponse = get_conditional_response(request, etag=response["ETag"], response=response) or response
    for name in set(response.headers) - set(answer.headers):
        if not name.startswith("Content-"):
            answer[name] = response[name]
    return answer


def _understood(get: Handler[V, P]) -> Handler[V, P]:
    @functools.wraps(get)
    def get_as_asked(view: V, request: Request, /, *args: P.args, **kwargs: P.kwargs) -> Response:
        response = get(view, request, *args, **kwargs)
        refuse_what_nobody_reads(request)
        return response

    return get_as_asked


def _once(post: Handler[V, P]) -> Handler[V, P]:
    @functools.wraps(post)
    def post_once(view: V, request: Request, /, *args: P.args, **kwargs: P.kwargs) -> Response:
        key = request.headers.get(HEADER)
        if key is None or not isinstance(request.user, User):
            return post(view, request, *args, **kwargs)
        if not KEY.fullmatch(key):
            raise IdempotencyKeyMalformed
        done = functools.partial(_answer, view, lambda: post(view, request, *args, **kwargs))
        try:
            return _response(answered_once(request.user, key, _content_of(request), done))
        except KeyReused as error:
            raise IdempotencyKeyReused from error

    return post_once


def _content_of(request: Request) -> bytes:
    """What two requests must share to be the same one: the address, and what is said in the body, however it is
    written. Raises what reading the body does."""
    sent = request.data
    # No JSON body that anybody reads is a list, so that a form is never taken for one.
    said = sorted(sent.lists()) or {} if isinstance(sent, QueryDict) else sent
    try:
        return f"{request.get_full_path()}\n{json.dumps(said, sort_keys=True)}".encode()
    except RecursionError as error:
        raise ParseError from error


def _answer(view: APIView, post: Callable[[], Response]) -> Answer:
    """The answer of the view, refusals included; what is not its own doing, such as a lost database, is raised."""
    try:
        response = post()
    except Exception as error:
        response = view.handle_exception(error)
        if response.status_code >= 500:
            raise
    content_type = response.content_type or JSONRenderer.media_type
    return Answer(response.status_code, content_type, JSONRenderer().render(response.data))


def _response(answer: Answer) -> Response:
    headers = {"Idempotent-Replayed": "true"} if answer.is_repeated else {}
    data = json.loads(answer.content) if answer.content else None
    return Response(data, status=answer.status, content_type=answer.content_type, headers=headers)
