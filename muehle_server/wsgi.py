"""Django as WSGI: what asgi.py runs in its threads, and what any WSGI server could run (without the streams)."""

import os

from django import setup
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest
from django.urls import ResolverMatch

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muehle_server.settings")
setup(set_prefix=False)

# isort: split
from kit.monitoring import note_route  # noqa: E402  (once Django has been set up)
from muehle_server.postgresql.base import limit_statements  # noqa: E402
from muehle_server.token_calls import TokenCalls  # noqa: E402

limit_statements()


class Handler(TokenCalls, WSGIHandler):
    """Django's own, with a short chain of middleware for calls with a token; it notes the route of each request."""

    def resolve_request(self, request: HttpRequest) -> ResolverMatch:
        match: ResolverMatch = super().resolve_request(request)
        note_route(request.META.get("asgi.scope", {}), match.route)
        return match


application = Handler()
