"""Django's stack, asked from outside of its own ASGI application: for streams and for downloads."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest, HttpResponseBase
from django.urls import ResolverMatch

from games.core.monitoring import note_route


class Stack(BaseHandler):
    """All middleware, addresses and views, in the thread that asks."""

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
