"""May this caller follow this log, and from where? Asked of Django's own stack, in one of the readers' threads.

A stream's request passes all middleware and the API's authentication, permissions and limits like any other, so that
there is one answer to who may do what. Only what comes out is not an answer but a stream to be served.
"""

from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.urls import ResolverMatch
from rest_framework import serializers
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games.core.api.callers import sees_as_player
from games.core.pubsub import Topic
from games.core.queries import current_game
from games.core.scopes import GAME_READ
from games.streams.errors import TooManyStreams
from games.streams.framing import SSE, wanted_format
from games.streams.logs import GameLog, Log, UserLog
from games.streams.serving import Stream
from kit.downloads import Slots, key_of
from kit.endpoints import CountedView
from kit.fields import HIGHEST_NUMBER
from kit.monitoring import note_route
from kit.rate_limits import address_of, caller_of
from kit.requests import allow_parameters, refuse_unknown_parameters


class Stack(BaseHandler):
    """All middleware, addresses and views, in the thread that asks, outside of Django's own ASGI application."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()

    def answer(self, scope: Mapping[str, Any], match: ResolverMatch | None = None) -> HttpResponseBase:
        """The scope is ASGI's, of a request without a body; `match` is a view that has been chosen already."""
        request = ASGIRequest(scope, BytesIO())
        request.resolver_match = match
        return self.get_response(request)

    def resolve_request(self, request: HttpRequest) -> ResolverMatch:
        """The view that was chosen, or that of the address."""
        match: ResolverMatch = request.resolver_match or super().resolve_request(request)
        if isinstance(request, ASGIRequest):
            note_route(request.scope, match.route)
        return match


# Below what proxies and clients take for a dead line.
LONGEST_WAIT_SECONDS = 30
# Neither a cache nor a proxy may keep or gather what is to be seen at once.
HEADERS = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"}

View = Callable[..., HttpResponseBase]


class StreamOpened(StreamingHttpResponse):
    """Stands for a stream on its way out through the middleware, which adds headers; its body is served elsewhere."""

    def __init__(self, stream: Stream, *, wait_seconds: int) -> None:
        super().__init__(headers={**HEADERS, "Content-Type": stream.stream_format.media_type})
        self.stream = stream
        self.wait_seconds = wait_seconds


def opened(
    stack: Stack, scope: Mapping[str, Any], view: View, arguments: Mapping[str, Any]
) -> StreamOpened | HttpResponse:
    """A stream to be served, or a refusal to be sent. The scope is ASGI's."""
    response = stack.answer(scope, ResolverMatch(view, (), dict(arguments)))
    response.close()
    assert isinstance(response, StreamOpened | HttpResponse)  # noqa: S101  (the views give nothing else)
    return response


class _AsItWasAskedFor(BaseContentNegotiation):
    """The format of a stream is chosen by `wanted_format`; only refusals are rendered, and they are JSON."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type


# A reader of pages may ask for a stream at the same address.
PARAMETERS = ("after", "wait", "page_size")


class StreamParameters(serializers.Serializer[Any]):
    after = serializers.IntegerField(min_value=0, max_value=HIGHEST_NUMBER, required=False)
    wait = serializers.IntegerField(min_value=0, max_value=LONGEST_WAIT_SECONDS, required=False)


SLOTS = Slots(
    total=settings.STREAMS_PER_PROCESS,
    per_caller=settings.STREAMS_PER_CALLER,
    per_address=settings.STREAMS_PER_ADDRESS,
    too_many=TooManyStreams,
)


class StreamView(CountedView):
    """Opens a stream; a subclass says of which log."""

    content_negotiation_class = _AsItWasAskedFor

    def open(self, request: Request, source: Log) -> StreamOpened:
        """Raises ValidationError, StreamsFull, TooManyStreams."""
        wanted = _wanted(request)
        stream = Stream(
            source=source,
            after=wanted.get("after"),
            stream_format=wanted_format(request.headers.get("Accept", "")) or SSE,
            slot=SLOTS.take(caller_of(request), address=address_of(request)),
            expires_at=getattr(request.auth, "expires_at", None),
            key=Topic(*key) if (key := key_of(request)) else None,
        )
        return StreamOpened(stream, wait_seconds=wanted.get("wait", 0))


class UserStreamView(StreamView):
    required_scopes = {"GET": GAME_READ}

    def get(self, request: Request) -> StreamOpened:
        assert request.user.pk is not None  # noqa: S101  (the scope has kept visitors out)
        return self.open(request, UserLog(user_id=request.user.pk))


class GameStreamView(StreamView):
    required_scopes = {"GET": None}

    def get(self, request: Request, number: int) -> StreamOpened:
        game = current_game(number)
        viewer_id = request.user.pk if sees_as_player(request) else None
        return self.open(request, GameLog(game=game, viewer_id=viewer_id))


def _wanted(request: Request) -> dict[str, int]:
    """The last number that the client has, and how long it would wait for the next; each if it was said.

    A browser that comes back says its number in a header, its address unchanged.
    """
    allow_parameters(request, PARAMETERS)
    refuse_unknown_parameters(request)
    said = request.query_params.dict()
    if last := request.headers.get("Last-Event-ID"):
        said["after"] = last
    position = StreamParameters(data=said)
    position.is_valid(raise_exception=True)
    wanted: dict[str, int] = position.validated_data
    return wanted
