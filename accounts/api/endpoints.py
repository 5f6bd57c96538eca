"""What all views of the API have in common: a POST that carries an Idempotency-Key is done once."""

import functools
import json
import re
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.errors import IdempotencyKeyMalformed, IdempotencyKeyReused
from accounts.idempotency import Answer, KeyReused, answered_once
from accounts.models import User

P = ParamSpec("P")
V = TypeVar("V", bound="Endpoint")
Post = Callable[Concatenate[V, Request, P], Response]

HEADER = "Idempotency-Key"
KEY = re.compile(r"[\x21-\x7e]{1,255}")


class Endpoint(APIView):
    """The base of every view. A guest's POST changes nothing, so his key is not looked at."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "post" in vars(cls):
            cls.post = _once(cls.post)  # type: ignore[attr-defined]  # DRF finds methods by their names


def _once(post: Post[V, P]) -> Post[V, P]:
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
    """What two requests must share to be the same one: address, form of the body, and the body to the last byte."""
    address = f"{request.get_full_path()} {request.content_type}\n"
    return address.encode() + request._request.body  # noqa: SLF001  (DRF has no public name for it)


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
